--TEST--
Ints where floats are declared, callables, __invoke(), and identity of objects that only temporaries hold
--FILE--
<?php
set_error_handler(function ($n, $m, $f, $l) { echo "[$m @$l]\n"; return true; });
enum S: string { case A = 'a'; case B = 'b'; case C = 'c'; function next(): self { return match ($this) { self::A => self::B, self::B => self::C, default => $this }; } }
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~{$this->n} "; } }
class H { public S $s = S::A; public ?D $d = null; public array $l = []; public $o; function eq() { return $this->s === S::A; } function ne() { return $this->s !== S::B; } function eqd($x) { return $this->d === $x; } function own() { return $this->d === $this->d; } function fresh() { return new D('f') === new D('g'); } function freshl($x) { return new D('f') === $x; } function mk() { return new D('mk'); } function both() { return $this->mk() === $this->mk(); } function el($i, $j) { return $this->l[$i] === $this->l[$j]; } function branch() { if ($this->s === S::A) return 1; if ($this->d !== $this->d) return 2; if ($this->mk() !== $this->d) return 3; return 4; } function t() { return $this; } function same() { return $this->t() === $this->t(); } function m($x) { return match($x) { $this->d => 'd', $this->o => 'o', $this->t() => 't', S::B => 'B', default => '-' }; } }
class Inv { public $c = 0; function __invoke($x = 1, &...$r) { $this->c++; return $x; } } class Inv2 { public function __invoke($x) { return "p$x"; } static function x($o) { return $o(1); } } class Inv3 extends Inv { function __invoke($x = 2, &...$r) { return parent::__invoke($x * 2); } function __destruct() { echo "~inv "; } } class Inv4 { static function y() { return 1; } } abstract class Inv5 { abstract function __invoke(); } class Inv6 extends Inv5 { function __invoke(int ...$x) { return array_sum($x); } function __call($n, $a) { return $n; } } class Inv7 { function __call($n, $a) { return $n; } }
function fl(float $x) { return $x; } function fln(?float $x = null) { return $x; } function fb(float|bool $x) { return $x; } function fs(float|string $x) { return $x; } function fi(int|float $x) { return $x; } function fd(float $x = 5) { return $x; } function fr(float &$x) { return $x; } function fvv(float ...$x) { return $x; } function fvr(float &...$x) { return $x; } function fvs(string|float ...$x) { return $x; } function fvn(?float ...$x) { return $x; } function fvi(int|float ...$x) { return $x; } function fvc(D|float ...$x) { return count($x); }
function rf($x): float { return $x; } function rfn($x): ?float { return $x; } function r0(): float { return 0; } function rl($n): float { $s = 0; for ($i = 0; $i < $n; $i++) $s += $i; return $s; } function rr(&$x): float { return $x; } function &rrr(&$x): float { return $x; } function rt($x): float { try { return $x; } finally { echo gettype($x), ' '; } }  function args(float $a, $b = 1) { $c = func_get_args(); return $c; } function tra(float $a) { throw new Exception('t'); } function gen(float $x): iterable { yield $x; } function mut(float $x) { $x++; return $x; } function cat(float $x) { return "$x"; } function idx(float $x) { return [7 => 'a'][(int)$x] ?? null; }
class PF { public function __construct(public readonly float $a, protected float $b = 1, private ?float $c = null) {} function s() { return [$this->a, $this->b, $this->c]; } function add(float $x): static { return new static($this->a + $x, $x); } }
function cb(callable $f, ...$a) { return $f(...$a); } function cbn(?callable $f = null) { return $f ? $f() : null; } function cbu(callable|int $f) { return is_int($f) ? $f : $f(); } class CB { static function st() { return 'st'; } function in() { return 'in'; } private function pr() { return 'pr'; } function t() { return cb([$this, 'pr']); } function __toString() { return 'strlen'; } } function rc($x): callable { return $x; } function rcl($x): Closure { return $x; }
function tr($f) { try { $r = $f(); echo is_object($r) ? get_class($r) : var_export($r, true), "\n"; } catch (Throwable $e) { echo get_class($e), ': ', preg_replace('~, called in.*| passed in .*~', '', $e->getMessage()), "\n"; } }
ini_set('zend.exception_ignore_args', 0);
for ($i = 0; $i < 6; $i++) { ob_start();
 $h = new H; $h->d = new D('hd'); $o = $h->d; $h->l = [$o, $o, S::A, S::A, 1, 1.0, 'x', 'x', [1], [1], null];
 tr(fn() => $h->eq()); tr(fn() => $h->ne()); tr(fn() => $h->eqd($o)); tr(fn() => $h->eqd($h)); tr(fn() => $h->eqd(new D('q'))); tr(fn() => $h->own()); tr(fn() => $h->fresh()); tr(fn() => $h->freshl($o)); tr(fn() => $h->both()); for ($a = 0; $a < 11; $a++) for ($b = $a; $b < 11; $b++) if ($h->el($a, $b) !== ($a == $b || in_array([$a, $b], [[0, 1], [2, 3], [6, 7], [8, 9]]))) echo "bad $a $b\n";
 tr(fn() => $h->el(99, 98)); tr(fn() => $h->branch()); $h->s = S::C; tr(fn() => $h->branch()); tr(fn() => $h->same()); tr(fn() => $h->m($o)); tr(fn() => $h->m($h)); tr(fn() => $h->m(S::B)); tr(fn() => $h->m(new D('mm'))); tr(fn() => S::A->next()->next()->next()); tr(fn() => $h->m(null));
 $v = new Inv; tr(fn() => $v(5)); tr(fn() => $v()); tr(function() use ($v) { $z = 1; return $v(3, $z); }); tr(fn() => (new Inv3)(4)); tr(fn() => Inv2::x(new Inv2)); $p2 = new Inv2; tr(fn() => $p2(3)); $n4 = new Inv4; tr(fn() => $n4()); $n6 = new Inv6; tr(fn() => $n6(1, 2)); tr(fn() => $n6('x')); $n7 = new Inv7; tr(fn() => $n7()); $q = &$v; tr(fn() => $q(8)); tr(fn() => array_map($v, [1, 2])); unset($q); foreach ([$v, $n6, fn($x = 0) => "c$x", 'strtolower', [$h, 't'], 'CB::st', ['CB', 'st']] as $c) tr(fn() => $c instanceof Closure || is_object($c) ? $c(1) : $c('A'));
 foreach ([1, 2.5, '3', '4x', 'x', null, true, [], $o, PHP_INT_MAX] as $x) foreach (['fl', 'fln', 'fb', 'fs', 'fi', 'fd', 'fvv', 'fvs', 'fvn', 'fvi', 'fvc', 'rf', 'rfn', 'args', 'mut', 'cat', 'idx', 'tra', 'rt'] as $fn) tr(fn() => $fn($x));
 tr(fn() => fl(1)); tr(fn() => fl(2)); tr(fn() => fd()); tr(function() { $x = 1; $r = fr($x); return [$x, $r]; }); tr(function() { $x = 1; $y = 2; $r = fvr($x, $y); return [$x, $y, $r]; }); tr(fn() => fvv(1, 2.5, 3)); tr(fn() => fvv(1, 'x', 3)); tr(fn() => fvv(1, '2', 3)); tr(fn() => fvv(...[1, 2])); tr(fn() => fvc(1, new D('fvc'))); tr(fn() => r0()); tr(fn() => rl(4)); tr(function() { $x = 3; return [rr($x), $x]; }); tr(function() { $x = 3; $y = &rrr($x); $y += 1; return [$x, $y]; }); tr(fn() => iterator_to_array(gen(5))); tr(fn() => args(1, 2, 3)); tr(fn() => (new PF(1, 2, 3))->s()); tr(fn() => (new PF(1))->add(2)->s()); tr(fn() => (new PF('1.5'))->s()); tr(fn() => (new PF('x'))->s());
 $cc = new CB; foreach ([fn() => 'cl', 'time_nanosleep', 'nope', [$cc, 'in'], [$cc, 'pr'], ['CB', 'st'], 'CB::st', 'CB::nope', $cc, $v, 5, null, strtolower(...), $cc->in(...)] as $c) { tr(fn() => cb($c)); tr(fn() => cbn($c)); tr(fn() => cbu($c)); tr(fn() => is_string(rc($c))); tr(fn() => rcl($c)); } tr(fn() => $cc->t());
 unset($h, $o, $x, $c); $all[] = ob_get_clean(); }
echo $all[0]; foreach ($all as $k => $t) if ($t !== $all[1]) { echo "differs $k\n"; }
--EXPECT--
true
true
true
false
~q false
true
~f ~g false
~f false
~mk ~mk false
[Undefined array key 99 @5]
[Undefined array key 98 @5]
true
1
~mk 3
true
'd'
't'
'B'
~mm '-'
S
'o'
5
1
3
~inv 8
'p1'
'p3'
Error: Object of type Inv4 is not callable
3
TypeError: Inv6::__invoke(): Argument #1 must be of type int, string given
Error: Object of type Inv7 is not callable
8
array (
  0 => 1,
  1 => 2,
)
1
1
'c1'
'a'
H
'st'
'st'
1.0
1.0
1.0
1.0
1
1.0
array (
  0 => 1.0,
)
array (
  0 => 1.0,
)
array (
  0 => 1.0,
)
array (
  0 => 1,
)
1
1.0
1.0
array (
  0 => 1.0,
)
2.0
'1'
NULL
Exception: t
integer 1.0
2.5
2.5
2.5
2.5
2.5
2.5
array (
  0 => 2.5,
)
array (
  0 => 2.5,
)
array (
  0 => 2.5,
)
array (
  0 => 2.5,
)
1
2.5
2.5
array (
  0 => 2.5,
)
3.5
'2.5'
NULL
Exception: t
double 2.5
3.0
3.0
3.0
'3'
3
3.0
array (
  0 => 3.0,
)
array (
  0 => '3',
)
array (
  0 => 3.0,
)
array (
  0 => 3,
)
1
3.0
3.0
array (
  0 => 3.0,
)
4.0
'3'
NULL
Exception: t
string 3.0
TypeError: fl(): Argument #1 ($x) must be of type float, string given
TypeError: fln(): Argument #1 ($x) must be of type ?float, string given
true
'4x'
TypeError: fi(): Argument #1 ($x) must be of type int|float, string given
TypeError: fd(): Argument #1 ($x) must be of type float, string given
TypeError: fvv(): Argument #1 must be of type float, string given
array (
  0 => '4x',
)
TypeError: fvn(): Argument #1 must be of type ?float, string given
TypeError: fvi(): Argument #1 must be of type int|float, string given
TypeError: fvc(): Argument #1 must be of type D|float, string given
TypeError: rf(): Return value must be of type float, string returned
TypeError: rfn(): Return value must be of type ?float, string returned
TypeError: args(): Argument #1 ($a) must be of type float, string given
TypeError: mut(): Argument #1 ($x) must be of type float, string given
TypeError: cat(): Argument #1 ($x) must be of type float, string given
TypeError: idx(): Argument #1 ($x) must be of type float, string given
TypeError: tra(): Argument #1 ($a) must be of type float, string given
string TypeError: rt(): Return value must be of type float, string returned
TypeError: fl(): Argument #1 ($x) must be of type float, string given
TypeError: fln(): Argument #1 ($x) must be of type ?float, string given
true
'x'
TypeError: fi(): Argument #1 ($x) must be of type int|float, string given
TypeError: fd(): Argument #1 ($x) must be of type float, string given
TypeError: fvv(): Argument #1 must be of type float, string given
array (
  0 => 'x',
)
TypeError: fvn(): Argument #1 must be of type ?float, string given
TypeError: fvi(): Argument #1 must be of type int|float, string given
TypeError: fvc(): Argument #1 must be of type D|float, string given
TypeError: rf(): Return value must be of type float, string returned
TypeError: rfn(): Return value must be of type ?float, string returned
TypeError: args(): Argument #1 ($a) must be of type float, string given
TypeError: mut(): Argument #1 ($x) must be of type float, string given
TypeError: cat(): Argument #1 ($x) must be of type float, string given
TypeError: idx(): Argument #1 ($x) must be of type float, string given
TypeError: tra(): Argument #1 ($a) must be of type float, string given
string TypeError: rt(): Return value must be of type float, string returned
TypeError: fl(): Argument #1 ($x) must be of type float, null given
NULL
TypeError: fb(): Argument #1 ($x) must be of type float|bool, null given
TypeError: fs(): Argument #1 ($x) must be of type string|float, null given
TypeError: fi(): Argument #1 ($x) must be of type int|float, null given
TypeError: fd(): Argument #1 ($x) must be of type float, null given
TypeError: fvv(): Argument #1 must be of type float, null given
TypeError: fvs(): Argument #1 must be of type string|float, null given
array (
  0 => NULL,
)
TypeError: fvi(): Argument #1 must be of type int|float, null given
TypeError: fvc(): Argument #1 must be of type D|float, null given
TypeError: rf(): Return value must be of type float, null returned
NULL
TypeError: args(): Argument #1 ($a) must be of type float, null given
TypeError: mut(): Argument #1 ($x) must be of type float, null given
TypeError: cat(): Argument #1 ($x) must be of type float, null given
TypeError: idx(): Argument #1 ($x) must be of type float, null given
TypeError: tra(): Argument #1 ($a) must be of type float, null given
NULL TypeError: rt(): Return value must be of type float, null returned
1.0
1.0
true
1.0
1
1.0
array (
  0 => 1.0,
)
array (
  0 => 1.0,
)
array (
  0 => 1.0,
)
array (
  0 => 1,
)
1
1.0
1.0
array (
  0 => 1.0,
)
2.0
'1'
NULL
Exception: t
boolean 1.0
TypeError: fl(): Argument #1 ($x) must be of type float, array given
TypeError: fln(): Argument #1 ($x) must be of type ?float, array given
TypeError: fb(): Argument #1 ($x) must be of type float|bool, array given
TypeError: fs(): Argument #1 ($x) must be of type string|float, array given
TypeError: fi(): Argument #1 ($x) must be of type int|float, array given
TypeError: fd(): Argument #1 ($x) must be of type float, array given
TypeError: fvv(): Argument #1 must be of type float, array given
TypeError: fvs(): Argument #1 must be of type string|float, array given
TypeError: fvn(): Argument #1 must be of type ?float, array given
TypeError: fvi(): Argument #1 must be of type int|float, array given
TypeError: fvc(): Argument #1 must be of type D|float, array given
TypeError: rf(): Return value must be of type float, array returned
TypeError: rfn(): Return value must be of type ?float, array returned
TypeError: args(): Argument #1 ($a) must be of type float, array given
TypeError: mut(): Argument #1 ($x) must be of type float, array given
TypeError: cat(): Argument #1 ($x) must be of type float, array given
TypeError: idx(): Argument #1 ($x) must be of type float, array given
TypeError: tra(): Argument #1 ($a) must be of type float, array given
array TypeError: rt(): Return value must be of type float, array returned
TypeError: fl(): Argument #1 ($x) must be of type float, D given
TypeError: fln(): Argument #1 ($x) must be of type ?float, D given
TypeError: fb(): Argument #1 ($x) must be of type float|bool, D given
TypeError: fs(): Argument #1 ($x) must be of type string|float, D given
TypeError: fi(): Argument #1 ($x) must be of type int|float, D given
TypeError: fd(): Argument #1 ($x) must be of type float, D given
TypeError: fvv(): Argument #1 must be of type float, D given
TypeError: fvs(): Argument #1 must be of type string|float, D given
TypeError: fvn(): Argument #1 must be of type ?float, D given
TypeError: fvi(): Argument #1 must be of type int|float, D given
1
TypeError: rf(): Return value must be of type float, D returned
TypeError: rfn(): Return value must be of type ?float, D returned
TypeError: args(): Argument #1 ($a) must be of type float, D given
TypeError: mut(): Argument #1 ($x) must be of type float, D given
TypeError: cat(): Argument #1 ($x) must be of type float, D given
TypeError: idx(): Argument #1 ($x) must be of type float, D given
TypeError: tra(): Argument #1 ($a) must be of type float, D given
object TypeError: rt(): Return value must be of type float, D returned
9.223372036854776E+18
9.223372036854776E+18
9.223372036854776E+18
9.223372036854776E+18
9223372036854775807
9.223372036854776E+18
array (
  0 => 9.223372036854776E+18,
)
array (
  0 => 9.223372036854776E+18,
)
array (
  0 => 9.223372036854776E+18,
)
array (
  0 => 9223372036854775807,
)
1
9.223372036854776E+18
9.223372036854776E+18
array (
  0 => 9.223372036854776E+18,
)
9.223372036854776E+18
'9.2233720368548E+18'
NULL
Exception: t
integer 9.223372036854776E+18
1.0
2.0
5.0
array (
  0 => 1.0,
  1 => 1.0,
)
array (
  0 => 1.0,
  1 => 2.0,
  2 => 
  array (
    0 => 1.0,
    1 => 2.0,
  ),
)
array (
  0 => 1.0,
  1 => 2.5,
  2 => 3.0,
)
TypeError: fvv(): Argument #2 must be of type float, string given
array (
  0 => 1.0,
  1 => 2.0,
  2 => 3.0,
)
array (
  0 => 1.0,
  1 => 2.0,
)
~fvc 2
0.0
6.0
array (
  0 => 3.0,
  1 => 3,
)
array (
  0 => 4.0,
  1 => 4.0,
)
array (
  0 => 5.0,
)
array (
  0 => 1.0,
  1 => 2,
  2 => 3,
)
array (
  0 => 1.0,
  1 => 2.0,
  2 => 3.0,
)
array (
  0 => 3.0,
  1 => 2.0,
  2 => NULL,
)
array (
  0 => 1.5,
  1 => 1.0,
  2 => NULL,
)
TypeError: PF::__construct(): Argument #1 ($a) must be of type float, string given
'cl'
'cl'
'cl'
false
Closure
ArgumentCountError: time_nanosleep() expects exactly 2 arguments, 0 given
ArgumentCountError: time_nanosleep() expects exactly 2 arguments, 0 given
ArgumentCountError: time_nanosleep() expects exactly 2 arguments, 0 given
true
TypeError: rcl(): Return value must be of type Closure, string returned
TypeError: cb(): Argument #1 ($f) must be of type callable, string given
TypeError: cbn(): Argument #1 ($f) must be of type ?callable, string given
TypeError: cbu(): Argument #1 ($f) must be of type callable|int, string given
TypeError: rc(): Return value must be of type callable, string returned
TypeError: rcl(): Return value must be of type Closure, string returned
'in'
'in'
'in'
false
TypeError: rcl(): Return value must be of type Closure, array returned
TypeError: cb(): Argument #1 ($f) must be of type callable, array given
TypeError: cbn(): Argument #1 ($f) must be of type ?callable, array given
TypeError: cbu(): Argument #1 ($f) must be of type callable|int, array given
TypeError: rc(): Return value must be of type callable, array returned
TypeError: rcl(): Return value must be of type Closure, array returned
'st'
'st'
'st'
false
TypeError: rcl(): Return value must be of type Closure, array returned
'st'
'st'
'st'
true
TypeError: rcl(): Return value must be of type Closure, string returned
TypeError: cb(): Argument #1 ($f) must be of type callable, string given
TypeError: cbn(): Argument #1 ($f) must be of type ?callable, string given
TypeError: cbu(): Argument #1 ($f) must be of type callable|int, string given
TypeError: rc(): Return value must be of type callable, string returned
TypeError: rcl(): Return value must be of type Closure, string returned
TypeError: cb(): Argument #1 ($f) must be of type callable, CB given
TypeError: cbn(): Argument #1 ($f) must be of type ?callable, CB given
TypeError: cbu(): Argument #1 ($f) must be of type callable|int, CB given
TypeError: rc(): Return value must be of type callable, CB returned
TypeError: rcl(): Return value must be of type Closure, CB returned
1
1
1
false
TypeError: rcl(): Return value must be of type Closure, Inv returned
TypeError: cb(): Argument #1 ($f) must be of type callable, int given
TypeError: cbn(): Argument #1 ($f) must be of type ?callable, int given
5
TypeError: rc(): Return value must be of type callable, int returned
TypeError: rcl(): Return value must be of type Closure, int returned
TypeError: cb(): Argument #1 ($f) must be of type callable, null given
NULL
TypeError: cbu(): Argument #1 ($f) must be of type callable|int, null given
TypeError: rc(): Return value must be of type callable, null returned
TypeError: rcl(): Return value must be of type Closure, null returned
ArgumentCountError: strtolower() expects exactly 1 argument, 0 given
ArgumentCountError: strtolower() expects exactly 1 argument, 0 given
ArgumentCountError: strtolower() expects exactly 1 argument, 0 given
false
Closure
'in'
'in'
'in'
false
Closure
TypeError: cb(): Argument #1 ($f) must be of type callable, array given
~hd
