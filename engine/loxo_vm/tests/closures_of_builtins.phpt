--TEST--
Closures of builtin functions: results, errors, traces, and those that work on their caller's variables
--FILE--
<?php
function call($f, ...$args)
{
    return $f(...$args);
}

function one($f, $x)
{
    return $f($x);
}

class T
{
    public function __destruct() { echo "~T\n"; }
}

$abs = abs(...);
$sort = sort(...);
for ($i = 0; $i < 3; $i++) {
    $list = [3, 1, $i];
    $sort($list);
    echo one($abs, -$i), ' ', call(max(...), $i, 1), ' ', implode(',', $list), ' ', (strrev(...))("ab$i"), ' ', $abs(num: -4), "\n";
}
foreach ([fn () => one($abs, 'x'), fn () => $abs(), fn () => $abs(1, 2), fn () => one(array_map(...), null)] as $fails) {
    try {
        $fails();
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), ' in ', $e->getTrace()[0]['function'], "\n";
    }
}
one(gettype(...), new T);
$value = 1;
foreach ([compact(...), extract(...), func_get_args(...)] as $f) {
    try {
        $f(['value']);
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
--EXPECT--
0 1 0,1,3 0ba 4
1 1 1,1,3 1ba 4
2 2 1,2,3 2ba 4
TypeError: abs(): Argument #1 ($num) must be of type int|float, string given in abs
ArgumentCountError: abs() expects exactly 1 argument, 0 given in abs
ArgumentCountError: abs() expects exactly 1 argument, 2 given in abs
ArgumentCountError: array_map() expects at least 2 arguments, 1 given in array_map
~T
Cannot call compact() dynamically
Cannot call extract() dynamically
func_get_args() expects exactly 0 arguments, 1 given
