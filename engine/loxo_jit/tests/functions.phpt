--TEST--
Functions that are compiled as a whole: calls of each other, exceptions, generators, destructors, recursion
--ENV--
LOXO_JIT=functions
LOXO_STRESS=jit
--FILE--
<?php
function fib($n) { return $n < 2 ? $n : fib($n - 1) + fib($n - 2); }
echo fib(15), " ", fib(10.0), "\n";

// Numbers that become others: overflow leaves the code and comes back.
function sum($from, $count) { $sum = $from; for ($i = 0; $i < $count; $i++) { $sum += one($sum); } return $sum; }
function one($of) { return $of > 0 ? 1 : -1; }
var_dump(sum(0, 10), sum(PHP_INT_MAX - 3, 5), sum(1.5, 3));

// What is thrown in a callee is caught here, or further up.
function thrower($i) { if ($i % 3 == 0) { throw new Exception("x$i"); } return $i; }
function catcher($n) {
    $sum = 0;
    for ($i = 0; $i < $n; $i++) {
        try { $sum += thrower($i); } catch (Exception $e) { $sum += strlen($e->getMessage()); } finally { $sum++; }
    }
    return $sum;
}
function passes_on($i) { return 1 + thrower($i); }
echo catcher(30), "\n";
for ($i = 1; $i < 4; $i++) {
    try { echo passes_on($i), "\n"; } catch (Exception $e) { echo $e->getMessage(), " ", $e->getTrace()[0]["function"], " ", $e->getTrace()[1]["line"], "\n"; }
}

// Generators are run by compiled loops.
function numbers($n) { for ($i = 0; $i < $n; $i++) { yield $i => $i * 2; } }
function products($n) { $sum = 0; foreach (numbers($n) as $key => $value) { $sum += $key * $value; } return $sum; }
echo products(10), "\n";

// Destructors run where they would in the interpreter.
class Noisy {
    public function __construct(public $name) {}
    public function __destruct() { echo "-", $this->name, " "; }
    public function name() { return $this->name; }
}
function make($name) { $a = new Noisy($name); $b = new Noisy("{$name}b"); $a = null; echo "after "; return $b->name(); }
function unwanted($name) { return new Noisy($name); }
echo make("x"), " "; unwanted("y"); echo "behind\n";

// Arguments that are missing, too many, references, by name.
function defaults($a, $b = 5, ...$rest) { return "$a $b " . count($rest); }
function change(&$x) { $x++; return $x; }
function all() { $v = 1; change($v); change($v); return defaults(1) . "|" . defaults(1, 2, 3, 4) . "|" . defaults(b: 7, a: 6) . "|$v"; }
echo all(), "\n";
try { one(); } catch (ArgumentCountError $e) { echo get_class($e), "\n"; }

// Deeper than the native stack.
function deep($n) { return $n == 0 ? 0 : 1 + deep($n - 1); }
echo deep(200000), "\n";
$fiber = new Fiber(function () { echo deep(100000), "\n"; Fiber::suspend(1); return suspends(3); });
function suspends($n) { return $n == 0 ? Fiber::suspend(2) : suspends($n - 1) + 1; }
var_dump($fiber->start(), $fiber->resume(), $fiber->resume(10), $fiber->getReturn());
?>
--EXPECT--
610 55
int(-10)
float(9.223372036854776E+18)
float(4.5)
356
2
3
x3 thrower 22
570
-x after -xb xb -y behind
1 5 0|1 2 2|6 7 0|3
ArgumentCountError
200000
100000
int(1)
int(2)
NULL
int(13)
