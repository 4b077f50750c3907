--TEST--
Powers of ints and floats in compiled code
--FILE--
<?php
function squares($x, $y) { return $x ** 2 + $y ** 2; }
function cubes($x, $k) { $s = 1.5; return $x ** 3 + $s; }
function swapped($k) { return 2 ** $k; }
$t = 0;
for ($i = 0; $i < 5000; $i++) { $t += squares($i, $i + 0.5); $t += squares($i * 0.25, $i); $t = fmod($t, 1e9); }
printf("%.17g\n", $t);
$bits = 0; $x = 1.0; for ($i = 0; $i < 5000; $i++) { $x = 1.0 + $i / 4999; $bits ^= unpack('q', pack('d', $x ** 2))[1] ^ unpack('q', pack('d', $x ** 5))[1]; }
var_dump($bits);
$t = 0; for ($i = 0; $i < 5000; $i++) { $t += cubes($i / 3, 1); } printf("%.17g\n", $t);
var_dump(squares(3037000499, 0), squares(3037000500, 0), squares(-3037000500, 1), squares('3', true), squares(null, INF), squares(NAN, 2), squares(PHP_INT_MIN, 0));
try { squares([], 1); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
$t = 0; for ($i = 0; $i < 5000; $i++) $t += swapped($i % 62); var_dump($t, cubes(2, 1), cubes(-0.0, 1), swapped(64), swapped(-1));
--EXPECT--
578386718.75
int(9203481133840316553)
5784722461203.7041
int(9223372030926249001)
float(9.22337203700025E+18)
float(9.22337203700025E+18)
int(10)
float(INF)
float(NAN)
float(8.507059173023462E+37)
Unsupported operand types: array ** int
float(3.689348825737026E+20)
float(9.5)
float(1.5)
float(1.8446744073709552E+19)
float(0.5)
