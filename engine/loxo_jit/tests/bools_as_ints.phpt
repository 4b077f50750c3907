--TEST--
(int) of bools in loops and functions; ints where builtins want floats stay ints in traces
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
function f($a, $b) { $n = 0; for ($i = 0; $i < 300; $i++) { $n += (int) ($i > $a) + (int) ($i === $b); $t = (int) true; $u = (int) false; $n += $t - $u; } return $n; }
function g(bool $b, $c) { return (int) $b + (int) $c + (int) !$b; }
echo f(100, 7), "\n";
$n = 0;
for ($i = 0; $i < 3000; $i++) { $n += (int) ($i % 3 == 1); $x = $i > 20; $n += (int) $x; }
echo $n, "\n";
$s = 0;
foreach ([true, false, null, 1, 2.7, '3x', '4'] as $v) { for ($i = 0; $i < 5; $i++) { $s += g((bool) $v, $v); } }
echo $s, "\n";
var_dump(in_array(3, [1, 2, 3]), in_array(3, [1, '3']), in_array(0, ['a', 0]), in_array(5, [1, 2]), in_array(1, []), array_search(2, [1, 2, 2]));
try { log(2, 0); } catch (Error $e) { echo $e->getMessage(), ' ', json_encode($e->getTrace()[0]['args']), "\n"; }
--EXPECT--
500
3979
90
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
int(1)
log(): Argument #2 ($base) must be greater than 0 [2,0]
