--TEST--
Closures in the code of their callers
--FILE--
<?php
// Bodies of closures in the code of their callers: what they have captured, are bound to, and where they can't go on.
ob_start(fn($out) => str_replace(__FILE__, 'FILE', $out));
class D { public function __construct(public string $n) {} function __destruct() { echo "~{$this->n}\n"; } }
class P { public int $q = 2; private $p = 5; 
  function adder($n) { return fn($v) => $this->q + $this->p + $n + $v; }
  function counter() { return function (int $by): int { return $this->q += $by; }; }
  function step(int $v): int { return $v + ++$this->q % 5; } static function half(int $v) { return $v >> 1; }
  function __call($n, $a) { return "$n:" . count($a); } }
class Q extends P {}
function run($f, $v) { return $f($v); }
function all($fs, $n) { $r = 0; for ($i = 0; $i < $n; $i++) { foreach ($fs as $f) { $r = ($r + $f($i)) & 0xfffff; } } return $r; }
$p = new P; $q = new Q;
$fs = [$p->adder(3), $q->adder(4), P::half(...), $p->step(...), 'abs', [$p, 'step'], abs(...), fn(int $x) => $x * 2, static function ($x) use ($p) { return $p->q + $x; }];
echo all($fs, 3000), "\n";
$f = $p->counter(); $g = $q->counter(); $s = 0;
for ($i = 0; $i < 3000; $i++) { $s += $f($i & 3); if ($i % 7 == 0) $s += run($g, 1); $s += run($f, 2); }
echo $s, ' ', $p->q, ' ', $q->q, "\n";
for ($i = 0; $i < 2000; $i++) { $x = (fn($v) => $v + $i)(2); $y = run(fn() => $undef ?? $i, 1); }
echo $x, $y, "\n";
for ($i = 0; $i < 40; $i++) { $d = new D("d$i"); $h = function ($v) use ($d) { return $v; }; unset($d); $z = run($h, $i); unset($h); echo "after\n"; $z = (function ($v) use (&$z) { return $v . $z; })('a'); $z = substr($z, 0, 3); }
for ($i = 0; $i < 50; $i++) { try { echo run(fn(int $v) => $v, $i > 45 ? 'x' : $i), ' '; } catch (TypeError $e) { echo preg_replace('/called.*/', '', $e->getMessage()), count($e->getTrace()), "\n"; } }
for ($i = 0; $i < 50; $i++) { echo run(fn($v) => $undefined, $i); if ($i > 2) { set_error_handler(fn($n, $m, $fi, $l) => print("[$m:$l]")); } }
$mk = fn($n) => Closure::bind(function ($v) { return $this->p + $v; }, $n, P::class);
for ($i = 0; $i < 60; $i++) { echo run($mk($i & 1 ? $p : $q), $i), ' '; echo run($p->foo(...), 1), ' '; }
$k = 5; $fn = function () use (&$fn) { $fn = null; return 3; };
for ($i = 0; $i < 30; $i++) { $w = function ($v) { global $w; $w = null; return $v . 'x'; }; echo $w("s$i"), ' '; }
function fact($n) { $f = function ($n) use (&$f) { return $n <= 1 ? 1 : $n * $f($n - 1); }; return $f($n); }
for ($i = 0; $i < 40; $i++) echo fact($i % 10), ' ';
function ctr() { $n = 0; return [function () use (&$n) { return ++$n; }, fn() => $n, function ($d = 4, ...$r) { static $k = 0; return $k += $d + count($r); }]; }
[$a, $b, $c] = ctr(); [$a2, $b2, $c2] = ctr();
for ($i = 0; $i < 60; $i++) { $a(); if ($i & 1) $a2(); echo $b(), $b2(), $c(), $c2(1, 2), ' '; }
echo $a(), $a2(), "\n";
for ($i = 0; $i < 60; $i++) { $t = (fn($x, $y = 'd') => "$x$y")($i); $u = array_map(fn($e) => $e . $i, [1, 2]); try { $t = run(fn($a, $b) => 1, 1); } catch (ArgumentCountError $e) { $t .= preg_replace('~passed in .* on line \d+~', '', $e->getMessage()); } }
echo $t, json_encode($u), "\n";
for ($i = 0; $i < 40; $i++) { try { run(fn($x) => throw new Exception("e$i"), 1); } catch (Exception $e) { if ($i == 39) echo $e->getTraceAsString(), "\n"; } }
for ($i = 0; $i < 40; $i++) { $o = run(function ($v) use ($p) { return $p; }, 1); $o2 = run($i & 1 ? strtoupper(...) : fn($s) => $s, 'q'); }
echo get_class($o), $o2, "\n";
--EXPECT--
1047168
67602093 16502 431
20011999
~d0
after
~d1
after
~d2
after
~d3
after
~d4
after
~d5
after
~d6
after
~d7
after
~d8
after
~d9
after
~d10
after
~d11
after
~d12
after
~d13
after
~d14
after
~d15
after
~d16
after
~d17
after
~d18
after
~d19
after
~d20
after
~d21
after
~d22
after
~d23
after
~d24
after
~d25
after
~d26
after
~d27
after
~d28
after
~d29
after
~d30
after
~d31
after
~d32
after
~d33
after
~d34
after
~d35
after
~d36
after
~d37
after
~d38
after
~d39
after
0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 {closure:FILE:22}(): Argument #1 ($v) must be of type int, string given, 2
{closure:FILE:22}(): Argument #1 ($v) must be of type int, string given, 2
{closure:FILE:22}(): Argument #1 ($v) must be of type int, string given, 2
{closure:FILE:22}(): Argument #1 ($v) must be of type int, string given, 2

Warning: Undefined variable $undefined in FILE on line 23

Warning: Undefined variable $undefined in FILE on line 23

Warning: Undefined variable $undefined in FILE on line 23

Warning: Undefined variable $undefined in FILE on line 23
[Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23][Undefined variable $undefined:23]5 foo:1 6 foo:1 7 foo:1 8 foo:1 9 foo:1 10 foo:1 11 foo:1 12 foo:1 13 foo:1 14 foo:1 15 foo:1 16 foo:1 17 foo:1 18 foo:1 19 foo:1 20 foo:1 21 foo:1 22 foo:1 23 foo:1 24 foo:1 25 foo:1 26 foo:1 27 foo:1 28 foo:1 29 foo:1 30 foo:1 31 foo:1 32 foo:1 33 foo:1 34 foo:1 35 foo:1 36 foo:1 37 foo:1 38 foo:1 39 foo:1 40 foo:1 41 foo:1 42 foo:1 43 foo:1 44 foo:1 45 foo:1 46 foo:1 47 foo:1 48 foo:1 49 foo:1 50 foo:1 51 foo:1 52 foo:1 53 foo:1 54 foo:1 55 foo:1 56 foo:1 57 foo:1 58 foo:1 59 foo:1 60 foo:1 61 foo:1 62 foo:1 63 foo:1 64 foo:1 s0x s1x s2x s3x s4x s5x s6x s7x s8x s9x s10x s11x s12x s13x s14x s15x s16x s17x s18x s19x s20x s21x s22x s23x s24x s25x s26x s27x s28x s29x 1 1 2 6 24 120 720 5040 40320 362880 1 1 2 6 24 120 720 5040 40320 362880 1 1 2 6 24 120 720 5040 40320 362880 1 1 2 6 24 120 720 5040 40320 362880 0042 0084 00126 00168 002010 002412 002814 003216 003618 004020 004422 004824 005226 005628 006030 006432 006834 007236 007638 008040 008442 008844 009246 009648 0010050 0010452 0010854 0011256 0011658 0012060 0012462 0012864 0013266 0013668 0014070 0014472 0014874 0015276 0015678 0016080 0016482 0016884 0017286 0017688 0018090 0018492 0018894 0019296 0019698 00200100 00204102 00208104 00212106 00216108 00220110 00224112 00228114 00232116 00236118 00240120 6131
59dToo few arguments to function {closure:FILE:34}(), 1  and exactly 2 expected["159","259"]
#0 FILE(11): {closure:FILE:36}(1)
#1 FILE(36): run(Object(Closure), 1)
#2 {main}
PQ
