--TEST--
Callbacks compiled to calls, magic calls, spreads for by-reference parameters, types in messages
--FILE--
<?php
function by_ref(&$x) { $x++; }
function typed(int ...$rest) {}
function one($a, $b) { var_dump((new Exception)->getTraceAsString()); }
class Magic {
    public function __call($name, $args) { echo $name, ": ", implode(",", $args), "\n"; }
    public static function __callStatic($name, $args) { echo "static $name: ", implode(",", $args), "\n"; }
    public function plain() {}
}
function attempt(callable $f) {
    try {
        $f();
    } catch (Throwable $e) {
        echo get_class($e), ": ", preg_replace('~ in \S+ on line \d+~', '', $e->getMessage()), "\n";
    }
}
$n = 1;
call_user_func('by_ref', $n);
$list = [1, 2];
call_user_func_array('by_ref', [&$list[1]]);
by_ref(...$list);
echo $n, json_encode($list), "\n";
call_user_func('one', 1, 2);
attempt(fn() => call_user_func('one', 1));
attempt(fn() => call_user_func('no_such'));
attempt(fn() => typed(1, "x"));
attempt(fn() => strlen(...5));
attempt(fn() => by_ref(...(function () { yield 1; })()));
$m = new Magic;
$m->two(1, 2);
Magic::both("a", "b");
foreach ([[$m, 'deep'], 'Magic::wide'] as $callback) {
    call_user_func($callback, 3, 4);
}
attempt(function () { $f = 'Magic::plain'; $f(); });
attempt(function () { $f = 'compact'; $f('n'); });
attempt(fn() => parent_less());
class Base { public function who() { return "base"; } }
class Child extends Base {
    public function who() { return "child"; }
    public function ask() { return call_user_func([$this, 'parent::who']); }
}
echo (new Child)->ask(), "\n";
$closure = fn(self $x): static => $x;
attempt(fn() => $closure->bindTo(new Child, Child::class)(1));
attempt(fn() => Closure::bind(fn(self $x): static => new Base, new Child, Child::class)(new Child));
--EXPECTF--

Warning: by_ref(): Argument #1 ($x) must be passed by reference, value given in %s on line 18
1[2,3]
string(%d) "#0 %s(23): one(1, 2)
#1 {main}"
ArgumentCountError: Too few arguments to function one(), 1 passed and exactly 2 expected
TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, function "no_such" not found or invalid function name
TypeError: typed(): Argument #2 must be of type int, string given, called
TypeError: Only arrays and Traversables can be unpacked, int given

Warning: Cannot pass by-reference argument 1 of by_ref() by unpacking a Traversable, passing by-value instead in %s on line 28
two: 1,2
static both: a,b
deep: 3,4
static wide: 3,4
Error: Non-static method Magic::plain() cannot be called statically
Error: Cannot call compact() dynamically
Error: Call to undefined function parent_less()

Deprecated: Callables of the form ["Child", "parent::who"] are deprecated in %s on line 41
base
TypeError: Child::{closure:%s:44}(): Argument #1 ($x) must be of type Child, int given, called
TypeError: Child::{closure:{closure:%s:46}:46}(): Return value must be of type Child, Base returned
