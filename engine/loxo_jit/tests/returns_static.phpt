--TEST--
Results of type static in compiled code
--FILE--
<?php
class A { public $v = 0;
  public static function mk(int $v): static { $o = new static; $o->v = $v; return $o; }
  public static function other($c): static { return new $c; }
  public static function self1(): static { return new self; }
  public static function fwd($c) { return $c::mk(3); }
  public function with($v): static { $c = clone $this; $c->v = $v; return $c; }
  public function bad(): static { return new A; }
  public static function nul($n): ?static { return $n ? new static : null; }
  public static function un($n): static|int { return $n ? new static : 5; }
  public static function clo() { return static function ($o): static { return $o; }; }
  public function clo2() { return function ($o): static { return $o; }; }
  public static function par() { return static::mk(1); }
}
class B extends A { public static function par() { return parent::par(); } }
class C extends B {}
trait T { public static function tmk(): static { return new static; } }
class U { use T; } class V extends U {}
enum E: string { case X = 'x'; case Y = 'y'; public static function df(): static { return self::X; } public static function bad(): static { return new A; } }
function t($n, callable $f) { for ($i = 0; $i < 12; $i++) { try { $x = $f($i); if ($i > 9) echo $n, ' ', is_object($x) ? get_class($x) : var_export($x, true), "\n"; } catch (Throwable $e) { if ($i > 9) echo $n, ' ', get_class($e), ': ', str_replace(__FILE__, 'FILE', $e->getMessage()), ' ', $e->getLine(), "\n"; } } }
foreach (['A', 'B', 'C'] as $c) {
  t("mk $c", fn($i) => $c::mk($i));
  foreach (['A', 'B', 'C'] as $d) t("other $c $d", fn($i) => $c::other($d));
  t("self1 $c", fn($i) => $c::self1());
  t("fwd $c", fn($i) => A::fwd($c));
  t("with $c", fn($i) => (new $c)->with($i));
  t("bad $c", fn($i) => (new $c)->bad());
  t("nul $c", fn($i) => $c::nul($i & 1));
  t("un $c", fn($i) => $c::un($i & 1));
  foreach (['A', 'C'] as $d) { $f = $c::clo(); t("clo $c $d", fn($i) => $f(new $d)); $g = (new $c)->clo2(); t("clo2 $c $d", fn($i) => $g(new $d)); 
    $h = Closure::bind($f, null, $d); t("bclo $c $d", fn($i) => $h(new $c)); $h2 = Closure::bind($g, new $d, $d); t("bclo2 $c $d", fn($i) => $h2(new $c)); }
  t("par $c", fn($i) => $c::par());
}
t('U', fn($i) => U::tmk()); t('V', fn($i) => V::tmk()); t('E', fn($i) => E::df()); t('Eb', fn($i) => E::bad());
t('mix', function ($i) { $c = ['A', 'B', 'C'][$i % 3]; return $c::mk($i); });
t('obj', function ($i) { $o = new C; return $o::mk($i); });
t('cuf', fn($i) => call_user_func(['C', 'mk'], $i));
t('cuf2', fn($i) => call_user_func([new B, 'with'], $i));
--EXPECT--
mk A A
mk A A
other A A A
other A A A
other A B B
other A B B
other A C C
other A C C
self1 A A
self1 A A
fwd A A
fwd A A
with A A
with A A
bad A A
bad A A
nul A NULL
nul A A
un A 5
un A A
clo A A A
clo A A A
clo2 A A A
clo2 A A A
bclo A A A
bclo A A A
bclo2 A A A
bclo2 A A A
clo A C C
clo A C C
clo2 A C C
clo2 A C C
bclo A C TypeError: C::{closure:A::clo():11}(): Return value must be of type C, A returned 11
bclo A C TypeError: C::{closure:A::clo():11}(): Return value must be of type C, A returned 11
bclo2 A C TypeError: C::{closure:A::clo2():12}(): Return value must be of type C, A returned 12
bclo2 A C TypeError: C::{closure:A::clo2():12}(): Return value must be of type C, A returned 12
par A A
par A A
mk B B
mk B B
other B A TypeError: A::other(): Return value must be of type B, A returned 4
other B A TypeError: A::other(): Return value must be of type B, A returned 4
other B B B
other B B B
other B C C
other B C C
self1 B TypeError: A::self1(): Return value must be of type B, A returned 5
self1 B TypeError: A::self1(): Return value must be of type B, A returned 5
fwd B B
fwd B B
with B B
with B B
bad B TypeError: A::bad(): Return value must be of type B, A returned 8
bad B TypeError: A::bad(): Return value must be of type B, A returned 8
nul B NULL
nul B B
un B 5
un B B
clo B A TypeError: A::{closure:A::clo():11}(): Return value must be of type B, A returned 11
clo B A TypeError: A::{closure:A::clo():11}(): Return value must be of type B, A returned 11
clo2 B A TypeError: A::{closure:A::clo2():12}(): Return value must be of type B, A returned 12
clo2 B A TypeError: A::{closure:A::clo2():12}(): Return value must be of type B, A returned 12
bclo B A B
bclo B A B
bclo2 B A B
bclo2 B A B
clo B C C
clo B C C
clo2 B C C
clo2 B C C
bclo B C TypeError: C::{closure:A::clo():11}(): Return value must be of type C, B returned 11
bclo B C TypeError: C::{closure:A::clo():11}(): Return value must be of type C, B returned 11
bclo2 B C TypeError: C::{closure:A::clo2():12}(): Return value must be of type C, B returned 12
bclo2 B C TypeError: C::{closure:A::clo2():12}(): Return value must be of type C, B returned 12
par B B
par B B
mk C C
mk C C
other C A TypeError: A::other(): Return value must be of type C, A returned 4
other C A TypeError: A::other(): Return value must be of type C, A returned 4
other C B TypeError: A::other(): Return value must be of type C, B returned 4
other C B TypeError: A::other(): Return value must be of type C, B returned 4
other C C C
other C C C
self1 C TypeError: A::self1(): Return value must be of type C, A returned 5
self1 C TypeError: A::self1(): Return value must be of type C, A returned 5
fwd C C
fwd C C
with C C
with C C
bad C TypeError: A::bad(): Return value must be of type C, A returned 8
bad C TypeError: A::bad(): Return value must be of type C, A returned 8
nul C NULL
nul C C
un C 5
un C C
clo C A TypeError: A::{closure:A::clo():11}(): Return value must be of type C, A returned 11
clo C A TypeError: A::{closure:A::clo():11}(): Return value must be of type C, A returned 11
clo2 C A TypeError: A::{closure:A::clo2():12}(): Return value must be of type C, A returned 12
clo2 C A TypeError: A::{closure:A::clo2():12}(): Return value must be of type C, A returned 12
bclo C A C
bclo C A C
bclo2 C A C
bclo2 C A C
clo C C C
clo C C C
clo2 C C C
clo2 C C C
bclo C C C
bclo C C C
bclo2 C C C
bclo2 C C C
par C C
par C C
U U
U U
V V
V V
E E
E E
Eb TypeError: E::bad(): Return value must be of type E, A returned 19
Eb TypeError: E::bad(): Return value must be of type E, A returned 19
mix B
mix C
obj C
obj C
cuf C
cuf C
cuf2 B
cuf2 B
