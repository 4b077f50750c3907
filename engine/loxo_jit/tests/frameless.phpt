--TEST--
Functions of numbers that call each other without frames, and what is left of them
--ENV--
LOXO_JIT=functions,hot=6
LOXO_STRESS=jit
--FILE--
<?php
function fibonacci($n) { return $n < 2 ? $n : fibonacci($n - 1) + fibonacci($n - 2); }
function power($x, $n) { return $n == 0 ? 1 : $x * power($x, $n - 1); }
function half(float $x, int $n): float { if ($n == 0) return $x; return half($x * 0.5 + 1.0, $n - 1) + half($x + 1.5, $n - 1); }
function even(int $n): bool { if ($n == 0) return true; return !even($n - 1); }
function takes(int $x, int $y, int $z): int {
    if ($y >= $x) return $z;
    return takes(takes($x - 1, $y, $z), takes($y - 1, $z, $x), takes($z - 1, $x, $y));
}
function sums(int $n) { $sum = 0; for ($i = 0; $i < $n; $i++) { $sum += $i > 0 ? sums($i - 1) + 1 : 2; } return $sum; }
function scaled($n, $by) { return square($n) * $by + ($n > 0 ? scaled($n - 1, $by) : 0); }
function square($n) { $m = $n * $n; for ($i = 0; $i < 2; $i++) { $m = $m + $i; } return $m; }
function deep($n) { return $n == 0 ? 0 : 1 + deep($n - 1); }
for ($i = 0; $i < 40; $i++) { fibonacci(12); power(2, 20); half(1.0, 5); even(9); takes(6, 4, 2); sums(5); square($i); scaled(9, 2); deep(20); }
var_dump(fibonacci(20), power(2, 30), half(1.25, 6), even(7), even(8), takes(9, 6, 3), sums(9), scaled(20, 3), deep(1000));
// Sixty calls deep the product is no int any more.
var_dump(power(3, 60), power(2, 62), power(2, 63), power(-3, 61), power(2.5, 60));
// Nor is the argument.
var_dump(fibonacci(9.5), fibonacci("7"), fibonacci(null));
try { var_dump(power("x", 3)); } catch (TypeError $e) { echo $e->getMessage(), "\n", preg_replace('/#(\d+) .*\.php/', '#$1 file', $e->getTraceAsString()), "\n"; }
var_dump(deep(50000));
try { half([], 1); } catch (TypeError $e) { echo preg_replace('/, called in .*/', '', $e->getMessage()), "\n"; }

function checked($n, $limit) {
    if ($n == $limit) { return fails($n); }
    $kept = $n * 2;
    $m = checked($n + 1, $limit) + $kept;
    return $m;
}
function fails($n) {
    if ($n < 30) return $n;
    foreach (debug_backtrace() as $i => $frame) { if ($i < 4) echo $frame['function'], '(', implode(', ', $frame['args']), ') ', $frame['line'], "\n"; }
    if ($n > 30) throw new Exception("at $n");
    return $n;
}
for ($i = 0; $i < 300; $i++) checked(0, 5);
var_dump(checked(0, 30));
try { checked(0, 31); } catch (Exception $e) { echo $e->getMessage(), ' ', count($e->getTrace()), "\n", implode("\n", array_slice(explode("\n", preg_replace('/#(\d+) .*\.php/', '#$1 file', $e->getTraceAsString())), 0, 5)), "\n"; }
// Results that look like none.
function same($n, $value) { return $n == 0 ? $value : same($n - 1, $value); }
function ratio(float $n, float $value): float { return $n == 0.0 ? $value : ratio($n - 1.0, $value); }
for ($i = 0; $i < 30; $i++) { same(9, 1); ratio(9.0, 1.0); }
var_dump(same(9, -2146290601), same(9, -2146290600), same(9, 2), is_nan(ratio(9.0, NAN)), ratio(9.0, INF), same(9, 2.5), same(9, "text"));
// Once more with numbers that overflow in the middle.
function chain($n) { $a = $n + 1; $b = $n > 40 ? PHP_INT_MAX - 1 : $n; $c = $b + $a; return $n > 45 ? $c : chain($n + 1) + $c - $a; }
for ($i = 0; $i < 30; $i++) var_dump(chain(38));
?>
--EXPECT--
int(6765)
int(1073741824)
float(277.28515625)
bool(false)
bool(true)
int(6)
int(122)
int(8673)
int(1000)
float(4.23911582752162E+28)
int(4611686018427387904)
float(9.223372036854776E+18)
float(-1.2717347482564862E+29)
float(7.523163845262641E+23)
float(61.5)
int(13)
NULL
Unsupported operand types: string * int
#0 file(3): power('x', 1)
#1 file(3): power('x', 2)
#2 file(20): power('x', 3)
#3 {main}
int(50000)
half(): Argument #1 ($x) must be of type float, array given
fails(30) 25
checked(30, 30) 27
checked(29, 30) 27
checked(28, 30) 27
int(900)
fails(31) 25
checked(31, 31) 27
checked(30, 31) 27
checked(29, 31) 27
at 31 33
#0 file(25): fails(31)
#1 file(27): checked(31, 31)
#2 file(27): checked(30, 31)
#3 file(27): checked(29, 31)
#4 file(27): checked(28, 31)
int(-2146290601)
int(-2146290600)
int(2)
bool(true)
float(INF)
float(2.5)
string(4) "text"
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
float(5.5340232221128655E+19)
