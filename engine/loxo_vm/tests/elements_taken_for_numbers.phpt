--TEST--
Elements that are computed with, first numbers, then something else
--FILE--
<?php
// elements taken for numbers by what comes next: other types come later
set_error_handler(function ($n, $m) { echo "[$m] "; return true; });
function add($a, $i) { $s = 1; $s += $a[$i]; return $s; }
function mul($a, $i) { return $a[$i] * 2; }
function mul2($a, $i) { return 2 - $a[$i]; }
function cmp($a, $i) { if ($a[$i] < 5) { return 'less'; } return 'not'; }
function cmp2($a, $i, $x) { if ($x < $a[$i]) { return 'less'; } return 'not'; }
function flt($a, $i) { $s = 0.5; $s += $a[$i]; return $s; }
function both($a, $i) { return $a[$i] + $a[$i]; }
function chain($a, $i) { return $a[$i]['v'] + 1; }
function obj($o) { return $o->v * 3; }
function bits($a, $i) { return ($a[$i] & 7) | ($a[$i] << 2); }
function loop($a) { $s = 0; $n = count($a); for ($i = 0; $i < $n; $i++) { $s += $a[$i]; } return $s; }
function loopf($a) { $s = 0.0; $n = count($a); for ($i = 0; $i < $n; $i++) { $s = $s + $a[$i] * $a[$i]; } return $s; }
class D { public $v = 4; function __destruct() { echo "D "; } }
$vals = [1, 2, 3, PHP_INT_MAX, PHP_INT_MIN, 2.5, '7', '7.5', 'abc', '8abc', null, true, false, [1], new D, -1, 6];
$fs = ['add', 'mul', 'mul2', 'cmp', 'flt', 'both', 'bits'];
function run($fs, $vals, $order) {
    foreach ($order as $i) { foreach ($fs as $f) { try { echo json_encode($f($vals, $i), JSON_PARTIAL_OUTPUT_ON_ERROR), ' '; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), ' '; } }
      foreach ([3, 2.5, '4', null] as $x) { try { echo cmp2($vals, $i, $x), ' '; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), ' '; } }
      try { echo json_encode(chain([['v' => $vals[$i]]], 0)), ' '; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), ' '; }
      try { $o = new D; $o->v = $vals[$i]; echo json_encode(obj($o)), ' '; unset($o); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), ' '; }
      echo "\n"; }
    foreach ([99, 'x'] as $i) foreach ($fs as $f) { try { echo json_encode($f($vals, $i)), ' '; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), ' '; } }
    echo "\n";
}
for ($r = 0; $r < 30; $r++) { ob_start(); run($fs, $vals, [0, 1, 2, 15, 16, 0, 1]); $o = ob_get_clean(); if ($r == 0) echo $o; }
for ($r = 0; $r < 12; $r++) { ob_start(); run($fs, $vals, range(0, count($vals) - 1)); $o = ob_get_clean(); if ($r == 0 || $r == 11) echo $o; }
for ($r = 0; $r < 12; $r++) { $o = json_encode([loop([1, 2, 3]), loop([1, 2.5, '3']), loop([1, null, true]), loopf([1.5, 2, 3]), loopf([1, '2', 2.5]), loop(range(1, 50)), loopf(range(0, 5, 0.5))]); if ($r % 5 == 1) echo $o, "\n"; }
$x = 5; $refs = [1, &$x, 3]; for ($r = 0; $r < 12; $r++) { $o = json_encode([loop($refs), add($refs, 1), both($refs, 1), mul($refs, 1)]); $x++; echo $o, "\n"; }
function handler_changes() { $a = [1, 2]; set_error_handler(function () use (&$a) { $a = [7, 8, 9]; return true; }); $s = 0; for ($i = 0; $i < 5; $i++) { $s += $a[$i]; $a[$i] = $i; } restore_error_handler(); return [$s, $a]; }
for ($r = 0; $r < 8; $r++) { $o = json_encode(handler_changes()); } echo $o, "\n";
function gen($a) { $s = 0; foreach ($a as $i => $_) { $s += $a[$i]; yield $s; $s -= $a[$i] * 2; } return $s; }
for ($r = 0; $r < 8; $r++) { $o = ''; foreach (gen([1, 2, '3', 4.5]) as $v) $o .= "$v "; } echo $o, "\n";
--EXPECT--
2 2 1 "less" 1.5 2 5 not not not less 2 3 D 
3 4 0 "less" 2.5 4 10 not not not less 3 6 D 
4 6 -1 "less" 3.5 6 15 not less not less 4 9 D 
0 -2 3 "less" -0.5 -2 -1 not not not less 0 -3 D 
7 12 -4 "not" 6.5 12 30 less less less less 7 18 D 
2 2 1 "less" 1.5 2 5 not not not less 2 3 D 
3 4 0 "less" 2.5 4 10 not not not less 3 6 D 
[Undefined array key 99] 1 [Undefined array key 99] 0 [Undefined array key 99] 2 [Undefined array key 99] "less" [Undefined array key 99] 0.5 [Undefined array key 99] [Undefined array key 99] 0 [Undefined array key 99] [Undefined array key 99] 0 [Undefined array key "x"] 1 [Undefined array key "x"] 0 [Undefined array key "x"] 2 [Undefined array key "x"] "less" [Undefined array key "x"] 0.5 [Undefined array key "x"] [Undefined array key "x"] 0 [Undefined array key "x"] [Undefined array key "x"] 0 
2 2 1 "less" 1.5 2 5 not not not less 2 3 D 
3 4 0 "less" 2.5 4 10 not not not less 3 6 D 
4 6 -1 "less" 3.5 6 15 not less not less 4 9 D 
9.223372036854776e+18 1.8446744073709552e+19 -9223372036854775805 "not" 9.223372036854776e+18 1.8446744073709552e+19 -1 less less less less 9.223372036854776e+18 2.7670116110564327e+19 D 
-9223372036854775807 -1.8446744073709552e+19 9.223372036854776e+18 "less" -9.223372036854776e+18 -1.8446744073709552e+19 0 not not not less -9223372036854775807 -2.7670116110564327e+19 D 
3.5 5 -0.5 "less" 3 5 [Implicit conversion from float 2.5 to int loses precision] [Implicit conversion from float 2.5 to int loses precision] 10 not not not less 3.5 7.5 D 
8 14 -5 "not" 7.5 14 31 less less less less 8 21 D 
8.5 15 -5.5 "not" 8 15 [Implicit conversion from float-string "7.5" to int loses precision] [Implicit conversion from float-string "7.5" to int loses precision] 31 less less less less 8.5 22.5 D 
TypeError: Unsupported operand types: int + string TypeError: Unsupported operand types: string * int TypeError: Unsupported operand types: int - string "not" TypeError: Unsupported operand types: float + string TypeError: Unsupported operand types: string + string TypeError: Unsupported operand types: string & int less less less less TypeError: Unsupported operand types: string + int TypeError: Unsupported operand types: string * int 
[A non-numeric value encountered] 9 [A non-numeric value encountered] 16 [A non-numeric value encountered] -6 "not" [A non-numeric value encountered] 8.5 [A non-numeric value encountered] [A non-numeric value encountered] 16 [A non-numeric value encountered] [A non-numeric value encountered] 32 less less less less [A non-numeric value encountered] 9 [A non-numeric value encountered] 24 D 
1 0 2 "less" 0.5 0 0 not not not not 1 0 D 
2 2 1 "not" 1.5 2 5 not not not less 2 3 D 
1 0 2 "less" 0.5 0 0 not not not not 1 0 D 
D TypeError: Unsupported operand types: int + array TypeError: Unsupported operand types: array * int TypeError: Unsupported operand types: int - array "not" TypeError: Unsupported operand types: float + array [1] TypeError: Unsupported operand types: array & int less less less less TypeError: Unsupported operand types: array + int TypeError: Unsupported operand types: array * int 
TypeError: Unsupported operand types: int + D TypeError: Unsupported operand types: D * int TypeError: Unsupported operand types: int - D [Object of class D could not be converted to int] "less" TypeError: Unsupported operand types: float + D TypeError: Unsupported operand types: D + D TypeError: Unsupported operand types: D & int [Object of class D could not be converted to int] not [Object of class D could not be converted to float] not less less TypeError: Unsupported operand types: D + int D TypeError: Unsupported operand types: D * int 
0 -2 3 "less" -0.5 -2 -1 not not not less 0 -3 D 
7 12 -4 "not" 6.5 12 30 less less less less 7 18 D 
[Undefined array key 99] 1 [Undefined array key 99] 0 [Undefined array key 99] 2 [Undefined array key 99] "less" [Undefined array key 99] 0.5 [Undefined array key 99] [Undefined array key 99] 0 [Undefined array key 99] [Undefined array key 99] 0 [Undefined array key "x"] 1 [Undefined array key "x"] 0 [Undefined array key "x"] 2 [Undefined array key "x"] "less" [Undefined array key "x"] 0.5 [Undefined array key "x"] [Undefined array key "x"] 0 [Undefined array key "x"] [Undefined array key "x"] 0 
D 2 2 1 "less" 1.5 2 5 not not not less 2 3 D 
3 4 0 "less" 2.5 4 10 not not not less 3 6 D 
4 6 -1 "less" 3.5 6 15 not less not less 4 9 D 
9.223372036854776e+18 1.8446744073709552e+19 -9223372036854775805 "not" 9.223372036854776e+18 1.8446744073709552e+19 -1 less less less less 9.223372036854776e+18 2.7670116110564327e+19 D 
-9223372036854775807 -1.8446744073709552e+19 9.223372036854776e+18 "less" -9.223372036854776e+18 -1.8446744073709552e+19 0 not not not less -9223372036854775807 -2.7670116110564327e+19 D 
3.5 5 -0.5 "less" 3 5 [Implicit conversion from float 2.5 to int loses precision] [Implicit conversion from float 2.5 to int loses precision] 10 not not not less 3.5 7.5 D 
8 14 -5 "not" 7.5 14 31 less less less less 8 21 D 
8.5 15 -5.5 "not" 8 15 [Implicit conversion from float-string "7.5" to int loses precision] [Implicit conversion from float-string "7.5" to int loses precision] 31 less less less less 8.5 22.5 D 
TypeError: Unsupported operand types: int + string TypeError: Unsupported operand types: string * int TypeError: Unsupported operand types: int - string "not" TypeError: Unsupported operand types: float + string TypeError: Unsupported operand types: string + string TypeError: Unsupported operand types: string & int less less less less TypeError: Unsupported operand types: string + int TypeError: Unsupported operand types: string * int 
[A non-numeric value encountered] 9 [A non-numeric value encountered] 16 [A non-numeric value encountered] -6 "not" [A non-numeric value encountered] 8.5 [A non-numeric value encountered] [A non-numeric value encountered] 16 [A non-numeric value encountered] [A non-numeric value encountered] 32 less less less less [A non-numeric value encountered] 9 [A non-numeric value encountered] 24 D 
1 0 2 "less" 0.5 0 0 not not not not 1 0 D 
2 2 1 "not" 1.5 2 5 not not not less 2 3 D 
1 0 2 "less" 0.5 0 0 not not not not 1 0 D 
D TypeError: Unsupported operand types: int + array TypeError: Unsupported operand types: array * int TypeError: Unsupported operand types: int - array "not" TypeError: Unsupported operand types: float + array [1] TypeError: Unsupported operand types: array & int less less less less TypeError: Unsupported operand types: array + int TypeError: Unsupported operand types: array * int 
TypeError: Unsupported operand types: int + D TypeError: Unsupported operand types: D * int TypeError: Unsupported operand types: int - D [Object of class D could not be converted to int] "less" TypeError: Unsupported operand types: float + D TypeError: Unsupported operand types: D + D TypeError: Unsupported operand types: D & int [Object of class D could not be converted to int] not [Object of class D could not be converted to float] not less less TypeError: Unsupported operand types: D + int D TypeError: Unsupported operand types: D * int 
0 -2 3 "less" -0.5 -2 -1 not not not less 0 -3 D 
7 12 -4 "not" 6.5 12 30 less less less less 7 18 D 
[Undefined array key 99] 1 [Undefined array key 99] 0 [Undefined array key 99] 2 [Undefined array key 99] "less" [Undefined array key 99] 0.5 [Undefined array key 99] [Undefined array key 99] 0 [Undefined array key 99] [Undefined array key 99] 0 [Undefined array key "x"] 1 [Undefined array key "x"] 0 [Undefined array key "x"] 2 [Undefined array key "x"] "less" [Undefined array key "x"] 0.5 [Undefined array key "x"] [Undefined array key "x"] 0 [Undefined array key "x"] [Undefined array key "x"] 0 
D [6,6.5,2,15.25,11.25,1275,96.25]
[6,6.5,2,15.25,11.25,1275,96.25]
[6,6.5,2,15.25,11.25,1275,96.25]
[9,6,10,10]
[10,7,12,12]
[11,8,14,14]
[12,9,16,16]
[13,10,18,18]
[14,11,20,20]
[15,12,22,22]
[16,13,24,24]
[17,14,26,26]
[18,15,28,28]
[19,16,30,30]
[20,17,32,32]
[3,{"0":7,"1":8,"2":9,"4":4}]
1 1 0 -1.5 
D 