--TEST--
f(...$list), call_user_func() and call_user_func_array(): what is done in one step, and what is not
--FILE--
<?php
function show($a, $b = 'default', ...$rest) { echo json_encode(func_get_args()), "\n"; }
function two(int $a, string $b = 'x') { return "$a$b"; }
function by_ref(&$a) { $a++; }
$calls = [fn($a, $b) => $a . $b, 'two', 'strtoupper', [new class { function m($a, $b = 2) { return $a + $b; } }, 'm']];
for ($i = 0; $i < 2; $i++) {
    show(...[1, 2, 3]);
    show(...['a' => 1, 'b' => 2]);
    echo two(...[7]), two(...[7, 'y']), "\n";
    foreach ($calls as $call) {
        echo call_user_func_array($call, $call === 'strtoupper' ? ['abc'] : ['4', '5']), "\n";
    }
    echo call_user_func('two', 3), call_user_func($calls[0], 1, 2), "\n";
}
$list = [1];
by_ref(...$list);
$shared = [10, 20];
$alias = &$shared[0];
echo two(...[$alias, 'z']), "\n";
show(...$shared);
foreach ([['x'], [1, 2, 3], []] as $args) {
    try {
        echo two(...$args), "\n";
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
function traced() { foreach (debug_backtrace() as $frame) echo $frame['function'], json_encode($frame['args']), "\n"; }
function outer($x) { traced(...[$x, 2]); }
outer(...[1]);
$name = 'compact';
for ($i = 0; $i < 2; $i++) {
    try {
        var_dump($name('i'));
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
print_r(array_map('abs', [-1, '2', -3.5]));
try {
    array_map('strlen', [[]]);
} catch (TypeError $e) {
    echo $e->getMessage(), "\n", $e->getTraceAsString(), "\n";
}
--EXPECTF--
[1,2,3]
[1,2]
7x7y
45
45
ABC
9
3x12
[1,2,3]
[1,2]
7x7y
45
45
ABC
9
3x12
10z
[10,20]
TypeError: two(): Argument #1 ($a) must be of type int, string given, called in %s on line 23
12
ArgumentCountError: Too few arguments to function two(), 0 passed in %s on line 23 and at least 1 expected
traced[1,2]
outer[1]
Cannot call compact() dynamically
Cannot call compact() dynamically
Array
(
    [0] => 1
    [1] => 2
    [2] => 3.5
)
strlen(): Argument #1 ($string) must be of type string, array given
#0 [internal function]: strlen(Array)
#1 %s(41): array_map('strlen', Array)
#2 {main}
