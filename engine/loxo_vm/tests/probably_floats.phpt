--TEST--
Arithmetic and comparisons whose operands are taken for floats
--FILE--
<?php
// Operands that the compiler takes for floats, and that are something else.
function mixed($x, $n) {
    $f = 0.5;
    $z = 0;
    for ($i = 0; $i < $n; $i++) {
        $z = $z * $x + $f;
        $t = $x - $f * $z;
        if ($t > 3) $t = 3;
        $z = $t;
    }
    return $z;
}
foreach ([2, 2.5, '3', '1.5e1', true, null, NAN, INF, PHP_INT_MAX] as $x) var_dump(mixed($x, 3));
foreach (['abc', [], new stdClass] as $x) {
    try {
        var_dump(mixed($x, 1));
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
function ints_after_floats() {
    $a = 1.5;
    $sum = 0;
    foreach ([1.5, 2, PHP_INT_MAX, '7', 1.25] as $v) {
        $a = $v * 2;
        $b = 0.1 * 0;
        $a = $a + $b;
        $sum += $a;
        echo $a < 3 ? 'less ' : 'not ', $a >= 3 ? 'not ' : 'less ', $a == 4 ? 'four' : '', "\n";
    }
    $k = PHP_INT_MAX;
    $k++;
    $m = PHP_INT_MIN;
    $m--;
    return [$sum, $k, $m, $k + 1.0, 3 - $a, $a - 3, -$a];
}
var_dump(ints_after_floats());
function counted_target() {
    $s = str_repeat('x', 3);
    $f = 1.5;
    $s = $f + 1;
    $s = $s * $f;
    $r = &$s;
    $s = $f - 1;
    return [$s, $r];
}
var_dump(counted_target());
function nan_jumps(float $x) {
    $out = '';
    if ($x < 1) $out .= 'a';
    if (!($x < 1)) $out .= 'b';
    if ($x >= 1) $out .= 'c';
    if ($x == $x) $out .= 'd';
    if ($x != $x) $out .= 'e';
    if ($x > $x - 1) $out .= 'f';
    return $out;
}
var_dump(nan_jumps(NAN), nan_jumps(0.5), nan_jumps(1));
--EXPECT--
float(1.75)
float(2.953125)
int(3)
int(3)
float(0.5625)
float(-0.25)
float(NAN)
float(NAN)
int(3)
Unsupported operand types: int * string
Unsupported operand types: int * array
Unsupported operand types: int * stdClass
not not 
not not four
not not 
not not 
less less 
array(7) {
  [0]=>
  float(1.8446744073709552E+19)
  [1]=>
  float(9.223372036854776E+18)
  [2]=>
  float(-9.223372036854776E+18)
  [3]=>
  float(9.223372036854776E+18)
  [4]=>
  float(0.5)
  [5]=>
  float(-0.5)
  [6]=>
  float(-2.5)
}
array(2) {
  [0]=>
  float(0.5)
  [1]=>
  float(0.5)
}
string(2) "be"
string(3) "adf"
string(4) "bcdf"
