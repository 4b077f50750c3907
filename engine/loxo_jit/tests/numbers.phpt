--TEST--
Loops over numbers, compiled at once: overflow, division, comparisons with NAN, bools
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
function sum($n) { $x = 0; for ($i = 0; $i < $n; $i++) { $x += $i * 2; if ($i & 1) $x ^= 3; } return $x; }
function overflow($n) { $x = PHP_INT_MAX - 5; for ($i = 0; $i < $n; $i++) $x++; return $x; }
function underflow($n) { $x = PHP_INT_MIN + 5; for ($i = 0; $i < $n; $i++) $x -= 1; return $x; }
function product($n) { $x = 1; for ($i = 1; $i < $n; $i++) $x *= $i; return $x; }
function divide($n) { $s = 0; $w = 0; for ($i = 1; $i < $n; $i++) { $q = $n / $i; if (is_int($q)) $w++; $s += $q; } return [$w, round($s, 6)]; }
function remainders($n) { $s = 0; for ($i = -$n; $i < $n; $i++) { $s += $i % 7; $s -= $i % -3; if ($i != 0) $s += $n % $i; } return $s; }
function shifts() { $s = 0; for ($i = 0; $i < 70; $i++) { $s ^= $i < 64 ? 1 << $i : 5 >> $i; } return $s; }
function floats() { $w = 60; $r = 0; for ($y = 0; $y < $w; $y++) for ($x = 0; $x < $w; $x++) { $cr = 2.0 * $x / $w - 1.5; $ci = 2.0 * $y / $w - 1.0; $zr = 0; $zi = 0; $i = 0; while ($i < 50 && $zr * $zr + $zi * $zi < 4.0) { $t = $zr * $zr - $zi * $zi + $cr; $zi = 2.0 * $zr * $zi + $ci; $zr = $t; $i++; } $r += $i; } return $r; }
function nan() { $n = [0, 0, 0, 0, 0, 0]; foreach ([NAN, 1.0, NAN, -0.0] as $f) for ($i = 0; $i < 3; $i++) { if ($f < $i) $n[0]++; if (!($f < $i)) $n[1]++; if ($f == $f) $n[2]++; if ($f != $f) $n[3]++; if ($f) $n[4]++; if (!$f) $n[5]++; } return $n; }
function bools($n) { $b = false; $c = 0; for ($i = 0; $i < $n; $i++) { $b = !$b; if ($b && $i > 10) $c++; } return [$b, $c]; }
function casts($n) { $s = 0; for ($i = 0; $i < $n; $i++) { $s += (int) ($i * 0.7) + (int) (-$i / 3); } for ($i = 0; $i < 4; $i++) { $f = 1e18 * ($i * 4); $s ^= (int) $f; } return $s; }
function by_zero($n) { try { for ($i = 5; $i > -$n; $i--) $x = 10 % $i; } catch (DivisionByZeroError $e) { return [$i, $x, $e->getMessage()]; } }
foreach ([sum(5000), overflow(10), underflow(10), product(30), divide(100), remainders(50), shifts(), floats(), nan(), bools(100), casts(200), by_zero(5)] as $result) echo json_encode($result), "\n";
--EXPECT--
24990000
9.223372036854776e+18
-9.223372036854776e+18
8.841761993739701e+30
[8,517.737752]
841
-1
87580
[3,9,6,6,9,3]
[false,44]
-139612445328008090
[0,0,"Modulo by zero"]
