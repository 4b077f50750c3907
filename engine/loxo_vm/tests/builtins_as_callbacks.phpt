--TEST--
Builtins and functions that builtins call: their frames in traces, their errors, their arguments
--FILE--
<?php
function shown(callable $work): void
{
    try {
        echo json_encode($work()), "\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n", $e->getTrace()[0]['function'], ' < ', $e->getTrace()[1]['function'], "\n";
    }
}
set_error_handler(function (int $level, string $message) {
    echo $message, ' in ', debug_backtrace()[1]['function'], "\n";
    return true;
});
shown(fn() => array_map('intdiv', [7, 1], [2, 0]));
shown(fn() => array_filter(['a', 1, null, [], 2.5], 'is_scalar'));
shown(fn() => array_map('strlen', ['abc', []]));
shown(fn() => array_map('trim', [' a ', 5, null]));
shown(fn() => array_map('array_sum', [[1, 2], [3, 'x']]));
shown(fn() => array_map([new ArrayObject([1, 2]), 'offsetGet'], [1, 0, 9]));
shown(fn() => array_map('array_map', ['strtoupper', 'strrev'], [['a'], ['bc']]));
shown(fn() => call_user_func('call_user_func', 'call_user_func', 'max', 3, 9));
shown(fn() => array_reduce([3, 9, 4], 'max', 5));
shown(fn() => preg_replace_callback('/\w/', 'count', 'a'));
function under(string $prefix) { return function (string $s, string ...$more) use ($prefix) { static $n = 0; return $prefix . $s . ++$n . implode($more); }; }
shown(fn() => array_map(under('p'), ['a', 'b'], ['c', 'd']));
class Caller
{
    private int $sum = 0;
    public function add(int $n, ?int $m = null): static { $this->sum += $n + ($m ?? 100); return $this; }
    public static function twice(int $n): int { return $n * 2; }
    public function all(): array { array_map([$this, 'add'], [1, 2]); return [$this->sum, array_map('self::twice', [4]), array_map([static::class, 'twice'], [5])]; }
}
shown(fn() => (new Caller)->all());
shown(fn() => array_map([new Caller, 'add'], ['x']));
--EXPECT--
DivisionByZeroError: Division by zero
intdiv < array_map
{"0":"a","1":1,"4":2.5}
TypeError: strlen(): Argument #1 ($string) must be of type string, array given
strlen < array_map
trim(): Passing null to parameter #1 ($string) of type string is deprecated in trim
["a","5",""]
array_sum(): Addition is not supported on type string in array_sum
[3,3]
Undefined array key 9 in offsetGet
[2,1,null]
[["A"],["cb"]]
9
9
"1"
["pa1c","pb2d"]
Use of "self" in callables is deprecated in array_map
[203,[8],[10]]
TypeError: Caller::add(): Argument #1 ($n) must be of type int, string given
add < array_map
