--TEST--
Closures that capture nothing: variadic, by reference, constant, bound, generators, too few and too many arguments; what they hold goes when they go
--FILE--
<?php
class D {
    public $n = 3;
    function one() { return 1; }
    function adder() { return fn (int $x): int => $this->n + $x; }
    static function two() { return 2; }
    function __destruct() { echo "gone "; }
}
function constant_one() { return 1; }
function held() {
    $d = new D;
    $one = $d->one(...);
    $add = $d->adder();
    $const = fn () => 5;
    echo $one() + $one() + $add(4) + $const() + (constant_one(...))() + (D::two(...))(), ' ';
    unset($one, $add, $d);
    echo "behind\n";
}
held();
held();
$all = fn (...$all) => count($all) . json_encode($all);
$rest = function ($a, ...$more) { return "$a+" . implode(',', $more); };
$set = function (&$x, $y = 5) { $x = $y; return func_num_args(); };
$static = function () { static $n = 0; return ++$n; };
$gen = function (int $n) { for ($i = 0; $i < $n; $i++) { yield $i => func_get_args(); } };
$copy = clone $static;
for ($round = 0; $round < 3; $round++) {
    echo $all(), $all(1, 2), $rest(1), $rest(1, 2, 3), $rest(more: 2, a: 1), ' ';
    echo $set($v), $v, $set($v, 7), $v, $set($list[], 'x'), json_encode($list), ' ';
    echo $static(), $static(), $copy(), ' ';
    foreach ($gen(2, 'more') as $i => $args) { echo $i, json_encode($args); }
    try { $rest(); } catch (ArgumentCountError $e) { echo get_class($e); }
    echo array_sum(array_map(fn ($x) => $x * 2, [1, 2, 3])), ' ', (fn (int $x = 3) => $x)(), "\n";
}
$bound = Closure::bind(function () { return $this->n ?? 'none'; }, new D, D::class);
echo $bound(), ' ', $bound->call(new D), ' ', (fn () => isset($this))(), "|\n";
echo "end ";
--EXPECT--
17 gone behind
17 gone behind
0[]2[1,2]1+1+2,31+2 15272["x"] 121 0[2,"more"]1[2,"more"]ArgumentCountError12 3
0[]2[1,2]1+1+2,31+2 15272["x","x"] 342 0[2,"more"]1[2,"more"]ArgumentCountError12 3
0[]2[1,2]1+1+2,31+2 15272["x","x","x"] 563 0[2,"more"]1[2,"more"]ArgumentCountError12 3
3 gone 3 |
end gone 