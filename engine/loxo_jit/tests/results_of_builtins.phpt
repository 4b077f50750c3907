--TEST--
Results of builtins in functions that name floats, compiled at once: what their declared types say is a guess
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
function lengths(array $texts, $n) { $sum = 0; $share = 0.5; foreach ($texts as $text) { $sum += strlen(strtoupper($text)); $sum += ord($text) - $n; $sum = $sum + substr_count($text, 'a'); } return [$sum, $sum * $share]; }
function places(array $texts) { $sum = 0; $none = 0.0; foreach ($texts as $text) { $at = strpos($text, 'a'); if ($at === false) { $none += 1.0; } else { $sum += $at; } $sum += strpos($text, 'b'); $sum -= strrpos($text, 'z') * 2; if (strpos($text, 'c') > 1) { $sum += 100; } } return [$sum, $none]; }
function added($total, array $list) { $rate = 1.5; foreach ($list as $x) { $total += count(array_unique($x)); $total += array_sum($x); $total += max($x); $total = $total + abs(min($x)); $total -= round($rate) - intdiv(7, 2); } return $total; }
function searched(array $list, $x) { $weight = 0.25; $found = []; foreach ($list as $i) { $at = array_search($i, [1, 2.5, 'a']); $found[] = $at === false ? 'no' : $at + $x; $found[] = $weight * strpos("x$i", '2'); } return $found; }
function big($n) { $f = 0.1; $sum = $n; for ($i = 0; $i < 3; $i++) { $sum += crc32('x') + abs($n); $sum = ord('a') + $sum; } return $sum; }
function texts($n) { $f = 1.0; $t = ''; for ($i = 0; $i < $n; $i++) { $t .= str_repeat('a', $i) . dechex($i); $u = substr($t, -3); $f += $u; } return [$t, $f]; }
for ($i = 0; $i < 12; $i++) {
    $r = [lengths(['abc', 'banana', ''], $i), lengths(['x'], 1.5), places(['abc', 'zab', 'c', 'bcc', "xc$i"]), added(1, [[1, 2, 2], [3, 4]]), added(1.5, [[1, 2.5, 2], [3, 4]]), added('3', [[1]]), searched([1, 2.5, 'b', 2], 1), searched([1], 0.5), big(PHP_INT_MAX - 3), big(1), big(-2.5)];
}
echo json_encode($r), "\n";
function warn(callable $f) { try { return $f(); } catch (Throwable $e) { return get_class($e) . ': ' . $e->getMessage(); } }
for ($i = 0; $i < 4; $i++) { $w = [warn(fn() => added([], [[1]])), warn(fn() => added('x', [[1]])), warn(fn() => added(null, [[1]])), warn(fn() => big('7'))]; }
echo json_encode($w), "\n";
set_error_handler(function ($n, $m) { echo "$m\n"; return true; });
echo json_encode([warn(fn() => texts(3)), warn(fn() => added('3 x', [[1]]))]), "\n";
--EXPECT--
[[175,87.5],[119.5,59.75],[104,3],29,31.5,8,[1,0,2,0.25,"no",0,"no",0.25],[0.5,0],3.689348815450881e+19,7089702064,7089702065]
["TypeError: Unsupported operand types: array + int","TypeError: Unsupported operand types: string + int",5,7089702088]
A non-numeric value encountered
A non-numeric value encountered
["TypeError: Unsupported operand types: float + string",8]
