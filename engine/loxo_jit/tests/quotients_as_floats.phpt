--TEST--
Quotients of ints in compiled loops of which only the float is asked for
--FILE--
<?php
// Quotients that become floats in loops
function fl($n, $d) { $s = 0; for ($i = -$n; $i < $n; $i++) { $s += floor($i / 3); } return $s; }
function ce($n) { $s = 0; for ($i = -$n; $i < $n; $i++) { $s += ceil($i / 4) * 2; } return $s; }
function sq($n) { $s = 0; for ($i = 0; $i < $n; $i++) { $s += sqrt($i / 2); } return round($s, 6); }
function vd($n, $d) { $s = 0; for ($i = -$n; $i < $n; $i++) { $x = floor($i / $d); $s += $x; } return [$s, $x]; }
function zero($d) { $z = []; for ($i = 5000; $i >= 0; $i--) { $x = floor($i / $d); } return [$x, 1 / ($x ?: -0.0 + 1)]; }
function add($n) { $s = 0.5; for ($i = -$n; $i < $n; $i++) { $s += $i / 3; $s = $s * 1.0 - $i / 4; } return $s; }
function neg($n) { $s = -0.0; for ($i = 0; $i < $n; $i++) { $s += 0 / -3; $s = $i / 5 + $s; $s = $s * 0.0; } return $s; }
function big($n) { $s = 0.0; $b = PHP_INT_MAX - $n; for ($i = 0; $i < $n; $i++) { $s = floor(($b + $i) / 7); $t = 1.0 * (($b + $i) / 3); } return [$s, $t]; }
function kept($n) { for ($i = 1; $i < $n; $i++) { $q = $i / 5; $f = floor($q); if ($i % 997 == 0) var_dump($q); } return $f; }
function divzero($n) { $s = 0.0; try { for ($i = $n; $i > -5; $i--) { $s += floor($n / $i); } } catch (DivisionByZeroError $e) { return [$s, $e->getMessage(), $i]; } }
function mixed($n) { $s = 0; for ($i = 0; $i < $n; $i++) { $s += $i / 2; if ($i == 4000) { $s = (int) $s; } } return $s; }
for ($k = 0; $k < 3; $k++) { var_dump(fl(9000, 3), ce(9000), sq(9000), vd(6000, 3), vd(6000, -3), vd(5000, 2.5), zero(3), zero(-3), add(7000), neg(6000), big(9000), kept(3000), divzero(9000), mixed(9000)); }
--EXPECT--
float(199.4)
float(398.8)
float(598.2)
float(-9000)
float(9000)
float(402458.548243)
array(2) {
  [0]=>
  float(-6000)
  [1]=>
  float(1999)
}
array(2) {
  [0]=>
  float(-2000)
  [1]=>
  float(-2000)
}
array(2) {
  [0]=>
  float(-6000)
  [1]=>
  float(1999)
}
array(2) {
  [0]=>
  float(0)
  [1]=>
  float(1)
}
array(2) {
  [0]=>
  float(0)
  [1]=>
  float(1)
}
float(-582.8333333333067)
float(0)
array(2) {
  [0]=>
  float(1.3176245766935393E+18)
  [1]=>
  float(3.0744573456182584E+18)
}
float(599)
array(3) {
  [0]=>
  float(83358)
  [1]=>
  string(16) "Division by zero"
  [2]=>
  int(0)
}
float(20247750)
float(199.4)
float(398.8)
float(598.2)
float(-9000)
float(9000)
float(402458.548243)
array(2) {
  [0]=>
  float(-6000)
  [1]=>
  float(1999)
}
array(2) {
  [0]=>
  float(-2000)
  [1]=>
  float(-2000)
}
array(2) {
  [0]=>
  float(-6000)
  [1]=>
  float(1999)
}
array(2) {
  [0]=>
  float(0)
  [1]=>
  float(1)
}
array(2) {
  [0]=>
  float(0)
  [1]=>
  float(1)
}
float(-582.8333333333067)
float(0)
array(2) {
  [0]=>
  float(1.3176245766935393E+18)
  [1]=>
  float(3.0744573456182584E+18)
}
float(599)
array(3) {
  [0]=>
  float(83358)
  [1]=>
  string(16) "Division by zero"
  [2]=>
  int(0)
}
float(20247750)
float(199.4)
float(398.8)
float(598.2)
float(-9000)
float(9000)
float(402458.548243)
array(2) {
  [0]=>
  float(-6000)
  [1]=>
  float(1999)
}
array(2) {
  [0]=>
  float(-2000)
  [1]=>
  float(-2000)
}
array(2) {
  [0]=>
  float(-6000)
  [1]=>
  float(1999)
}
array(2) {
  [0]=>
  float(0)
  [1]=>
  float(1)
}
array(2) {
  [0]=>
  float(0)
  [1]=>
  float(1)
}
float(-582.8333333333067)
float(0)
array(2) {
  [0]=>
  float(1.3176245766935393E+18)
  [1]=>
  float(3.0744573456182584E+18)
}
float(599)
array(3) {
  [0]=>
  float(83358)
  [1]=>
  string(16) "Division by zero"
  [2]=>
  int(0)
}
float(20247750)
