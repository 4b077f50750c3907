<?php
$a = fn&(int|null $x = 1, ?array &...$z): ?static => $x + 1;
$f = #[A(1), B] static function() use (&$x, $y): int|A { static $a, $b = 2; if ($a) foo(); elseif ($b) {} else bar(); if (1): echo 1, 2; else: endif; for (;;) {} for($i=0,$j=1;$i<1;$i++,$j) echo 1; foreach ($a as $k => &$v); foreach ($a as [$b, , $c]) {}
 switch (1) { case 1: case 2: { echo 1; } break; default: } while (1): endwhile; do echo 1; while (0); goto a; a: try { throw new A; } catch (A|\B $e) {} catch (\C) {} finally { return; } return; ?>html<?php declare(ticks=1) { echo 1; } echo <<<X
 a$b[0] {$c["x"]} $d->e ${f} ${g[1]} $h[k]
 X; };
$c = new #[A] class(1, ...$x) extends \B implements \C, D { use T, \U { a as protected; T::b insteadof U; b as c; } use V; const A = 1, B = 2; protected final const int C = 'a'; #[A] public static ?int $x = 5, $y; private(set) readonly string $z; abstract protected function a(#[B] private readonly int $x = 1, self|null $q = new self()); final function &b(): static { yield; yield 1; yield 1 => 2; $x = yield $a; return match(true) { 1, 2 => 3, default => throw new E('x'), }; } var $q; public int $h { get => $this->x; set(int $v) { $this->h = $v; } } public $i { final get; } };
$d = 1.0 + 1e100 + 0.00001 + 1.5e-10 + 123456789012345678 + 0x7FFFFFFFFFFFFFFFF + .1 + 100000.0 + 1e14 + 1e15 - -1 ** 2 + (int) "1" . 'a' . 'b' . $x . 1 . 2;
$e = isset($a, $b) && !empty($c) || $x instanceof \Foo and $y xor $z or exit and exit(1) and die() and print 1 and include 'a' and @$a->b?->c()::d()::$e[1]['x'][] and clone $x;
$g = $$a . ${'a b'} . ${'ab'} . $a->{'x'} . $a->{'x y'} . $a->$b . $a->{$b . 'c'} . A::$$b . A::{$x} . A::{'x'}() . (new A)->b . (fn() => 1)() . [1, 2][0] . "abc"[0] . 'foo'() . "x$y"() . static::class . `ls $x "y"` . f(...) . $a->b(...) . A::b(...) . f(a: 1, ...$b);
$h = ($a ? $b : $c) ? $d : ($e ?: $f ?? $g) . ($a = $b) + ($c .= 3) . -$a . !($a && $b) . -(-$a) . ~$b++ . (--$c)->d . ($a ?? $b ?? $c) . ((1 <=> 2) == 3);
$i = [1, 'a' => 2, &$b, 'c' => &$d, ...$e, [$f, [$g]]]; [$a, 'k' => [$b, , $c]] = $x; list(, $a) = $y;
$j = "\x00\x01\x1f\x7f\xff\n\t'\"\\" . '\n\'' . "a\$b{$c}" . __LINE__ . __CLASS__ . namespace\foo . \PHP_EOL . TRUE . null . "\e$x";
function() { enum_exists(1); abstract class X {} interface I extends A, B { const X = 1; function f(); } trait TT { abstract static function z(); } enum E: string implements Q { case A = 'a'; #[X] case B; const C = self::A; public static function f() {} } final readonly class ZZ extends A { } function inner(array $a, callable $b) : void {} };
