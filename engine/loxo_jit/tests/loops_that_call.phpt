--TEST--
Machine code of a function is entered at a loop that calls, in a file's code too, whose variables others reach by name
--FILE--
<?php
function step($a, $b) { if ($b > 5) { return $a + $b; } return $a - $b; }
function once($n) { $t = 0; for ($i = 0; $i < $n; $i++) { $t = step($t, $i & 7); } return $t; }
echo once(30000), "\n";

function change() { global $i, $late; if ($i == 20000) { $i += 5; $late = 'set'; } return 1; }
$t = 0;
for ($i = 0; $i < 30000; $i++) { $t += change(); }
var_dump($i, $t, $late);

function replace() { if ($GLOBALS['k'] == 25000) { $GLOBALS['t'] = 'text'; } return '.'; }
for ($k = 0; $k < 30000; $k++) { $dot = replace(); if (is_string($t)) { $t .= $dot; } else { $t += strlen($dot); } }
echo strlen($t), substr($t, 0, 8), "\n";

function names() { $sum = 0; for ($i = 0; $i < 20000; $i++) { $name = 'sum'; $$name = $sum + step($i, 3); } return [$sum, count(get_defined_vars())]; }
var_dump(names() === [20000 * 19999 / 2 - 60000, 3]);

function fails($i) { if ($i == 15000) { throw new Exception("at $i"); } return $i; }
try { for ($j = 0; ; $j++) { $last = fails($j); } } catch (Exception $e) { var_dump($e->getMessage(), $j, $last, $e->getLine()); }

set_error_handler(function ($no, $text) { global $r; $r = 'handled'; return true; });
for ($r = 0, $m = 0; $m < 20000; $m++) { if ($m == 19000) { echo $undefined; } if ($r === 'handled') { break; } step($m, 1); }
var_dump($r, $m);
--EXPECT--
-7500
int(30000)
int(29995)
string(3) "set"
5004text....
bool(true)
string(8) "at 15000"
int(15000)
int(14999)
int(18)
string(7) "handled"
int(19000)
