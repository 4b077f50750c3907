--TEST--
Loops: what ints lie between, how long arrays get and who owns them changes on the way
--INI--
precision=14
--FILE--
<?php
function f1($n) { $a = [1,2,3]; $s = 0; for ($i = 0; $i < $n; $i++) { $a[$i] = $i; $s += $a[$i]; if ($i == 700) { $b = $a; } if ($i == 800) { $a[] = 5; } } return [$s, count($a), isset($b) ? count($b) : 0, $a[$n-1]]; }
echo json_encode(f1(2000)), "\n";
function f2(&$r, &$q, $n) { for ($i = 0; $i < $n; $i++) { $r[$i] = $i; $q[$i] = $q[$i] + 1; } return count($r) + count($q); }
$x = []; $y =& $x; var_dump(@f2($x, $y, 3000)); echo array_sum($x), "\n";
function f3($n) { $big = PHP_INT_MAX - 1500; $c = 0; for ($i = 0; $i < $n; $i++) { $big++; if (is_float($big)) { $c++; } } return [$big, $c]; }
var_dump(f3(2000));
function f4($n) { $s = 1; for ($i = 0; $i < $n; $i++) { $s = $s * 3; if ($i % 50 == 0) $s = $i; } return $s; }
var_dump(f4(2003));
function f5($n, $step) { $t = 0; for ($k = 0; $k < $n; $k += $step) { $t += $k; } return $t; }
for ($j = 1; $j < 200; $j++) $z[] = f5(3000, $j); $z[] = f5(-10, 1); $z[] = f5(10, 3); echo array_sum($z), "\n";
function f6($n, $step) { $t = 0; for ($k = $n; $k > -$n; $k += $step) { $t += $k * $k; } return $t; }
for ($j = 1; $j < 100; $j++) $w[] = f6(2000, -$j); echo array_sum($w), "\n"; var_dump(f6(3037000500, -60740010));
function f7($rows) { $m = array_fill(0, $rows, array_fill(0, $rows, 1)); $s = 0; for ($i = 0; $i < $rows; $i++) { $row = $m[$i]; for ($j = 0; $j < $rows; $j++) { $row[$j] = $i * $j; $s += $m[$i][$j] + $row[$j]; } $m[$i] = $row; } return $s + $m[3][4]; }
var_dump(f7(60));
function f8($p, $n) { $out = 0; while ($n-- > 0) { $q = $p; for ($i = 0, $j = count($q) - 1; $i < $j; $i++, $j--) { $t = $q[$i]; $q[$i] = $q[$j]; $q[$j] = $t; } $out += $q[0] - $p[0]; foreach ($q as $k => $v) { $out += $k * $v; } } return $out; }
var_dump(f8(range(1, 20), 500));
function f9($n) { $a = range(0, 99); $s = 0; for ($i = 0; $i < $n; $i++) { foreach ($a as $k => $v) { $s += $v; if ($k == 50) $a[$k] = $s & 255; } } return $s; }
var_dump(f9(300));
function f10($n) { $a = []; for ($i = 0; $i < $n; $i++) { $a[] = $i; if ($i % 100 == 99) { $s = 0; for ($j = 0; $j < count($a); $j++) { $s += $a[$j]; $a[$j] = $s & 0xffff; } array_pop($a); } } return array_sum($a); }
var_dump(f10(3000));
function f11($n) { $seed = 42; $s = 0; for ($i = 0; $i < $n; $i++) { $seed = ($seed * 1103515245 + 12345) & 0x7fffffff; $s ^= $seed; } return $s; }
var_dump(f11(100000));
function f12($n) { $x = -5; $s = 0; for ($i = 0; $i < $n; $i++) { $x = $x * -1; $s += intdiv($i, $x) + $i % $x; } return $s; }
var_dump(f12(5000));
function f13($n) { $x = PHP_INT_MIN; $r = []; for ($i = 0; $i < $n; $i++) { $x -= 1; if ($i % 7 == 0) { $r[] = is_int($x); $x = PHP_INT_MIN + 3; } } return [array_sum($r), $x]; }
var_dump(f13(2000));
function f14($n) { $k = 9; for ($i = 0; $i < $n; $i++) { if ($i == 3000) $k = PHP_INT_MAX; $v = $k + $i; } return $v; }
var_dump(f14(4000));
function f15(array $a, $n) { $b = &$a; for ($i = 0; $i < $n; $i++) { $a[] = $i; $b[0] = $i; if (count($b) > 50) { $a = [1]; } } return count($a) . ':' . $b[0]; }
var_dump(f15([7], 3000));
?>
--EXPECT--
[1999000,2000,701,1999]
int(6000)
4501500
array(2) {
  [0]=>
  float(9.223372036854776E+18)
  [1]=>
  int(500)
}
int(18000)
26389235
27780364542
float(3.0750722371358825E+20)
int(3136512)
int(674500)
int(1535287)
int(96319637)
int(386665184)
int(9500)
array(2) {
  [0]=>
  int(0)
  [1]=>
  float(-9.223372036854776E+18)
}
float(9.22337203685478E+18)
string(3) "1:1"
