--TEST--
Operators with a constant on one side, and which operand their errors name first
--FILE--
<?php
function f($x) { $r = 2 * $x; $r = 1 + $x; return 3 + 2 * $x; }
foreach ([1, 1.5, "4", [], null, true, PHP_INT_MAX, new stdClass] as $v) { try { var_dump(f($v)); } catch (TypeError $e) { echo $e->getMessage(), "\n"; } }
try { $q = 2 * []; } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
try { $z = []; $q = 2 * $z; } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
try { $z = []; $q = $z * 2; } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
try { $z = 1 + $z; } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
var_dump(strlen(str_repeat('ab', 3)), strlen("a" . $v::class));
foreach (['2.5 * $z', '"a" * $z', '2 * $z', '$q * $z', '2 ** $z', '2 & $z', '2 | $z', '2 ^ $z', '2.5 + $z', '5 * $q', '6 & $q', '"abc" ^ "x$q"', '8 - $q'] as $e) { $z = []; $q=3; try { var_dump(eval("return $e;")); } catch (TypeError $x) { echo $e, ': ', $x->getMessage(), "\n"; } }
--EXPECT--
int(5)
float(6)
int(11)
Unsupported operand types: array * int
int(3)
int(5)
float(1.8446744073709552E+19)
Unsupported operand types: stdClass * int
Unsupported operand types: int * array
Unsupported operand types: array * int
Unsupported operand types: array * int
Unsupported operand types: int + array
int(6)
int(9)
2.5 * $z: Unsupported operand types: array * float
"a" * $z: Unsupported operand types: array * string
2 * $z: Unsupported operand types: array * int
$q * $z: Unsupported operand types: int * array
2 ** $z: Unsupported operand types: int ** array
2 & $z: Unsupported operand types: array & int
2 | $z: Unsupported operand types: array | int
2 ^ $z: Unsupported operand types: array ^ int
2.5 + $z: Unsupported operand types: float + array
int(15)
int(2)
string(2) "Q"
int(5)
