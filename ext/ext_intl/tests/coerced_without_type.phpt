--TEST--
Functions that coerce parameters without a type leave the caller's variables alone
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED);
function f($a) { $y = str_repeat('2', 3) . $a; $m = '1' . ''; $m .= $a; $d = str_repeat('1', 1); $c = intlgregcal_create_instance($y, $m, $d); $z = str_repeat('x', 5); var_dump($y, $m, $d); return $c; }
for ($i = 0; $i < 3; $i++) f('0');
?>
--EXPECT--
string(4) "2220"
string(2) "10"
string(1) "1"
string(4) "2220"
string(2) "10"
string(1) "1"
string(4) "2220"
string(2) "10"
string(1) "1"
