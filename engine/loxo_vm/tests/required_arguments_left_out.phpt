--TEST--
A required parameter that arguments by name leave out: the callee's line and its entry in the trace
--FILE--
<?php
function h($a, $b, $c = 3) {
    return "$a $b $c";
}
function early(int $b, ?string $c = null, $d = PHP_INT_MAX) {
}
function types(int $a, int $b, int $c) {
}
class K {
    function __construct($a, $b = 2, $c = 3) {
    }
    function m($a, $b, $c = 1) {
    }
    function __invoke($a, &$b, ...$rest) {
    }
    function generates($a, $b, $c = 1) {
        yield $a;
    }
    function __destruct() {
        echo "gone\n";
    }
}
function t($f) {
    try {
        $f();
    } catch (Error $e) {
        echo get_class($e), ': ', str_replace(__DIR__ . '/', '', $e->getMessage()), ' line ', $e->getLine(), "\n";
        echo str_replace(__DIR__ . '/', '', $e->getTraceAsString()), "\n";
        unset($e);
    }
    echo "--\n";
}
set_error_handler(fn($n, $m) => print("$m\n"));
t(fn() => h(1, c: 5));
t(fn() => h(c: 1));
t(fn() => h(b: 1));
t(fn() => h(...['c' => 1, 'a' => 1]));
t(fn() => h(...['c' => new K(1), 'a' => 1]));
t(fn() => early(b: 1));
t(fn() => early(c: 'x'));
t(fn() => early(d: 5));
t(fn() => types('x', c: 1));
t(fn() => types(b: 'x', c: 1));
t(fn() => new K(c: 2));
t(fn() => (new K(1))->m(1, c: 2));
t(fn() => (new K(1))(1, other: 2));
t(fn() => (new K(1))(b: 1, other: 2));
t(fn() => (new K(1))->generates(1, c: 2));
t(fn() => (function ($x, $y, $z = 1) {})(1, z: 3));
t(fn() => call_user_func_array('h', [1, 'c' => 2]));
t(fn() => array_map(fn($x) => h($x, c: 1), [1, 2]));
t(fn() => str_replace('a', subject: 'b'));
t(fn() => array_slice(offset: 1));
t(fn() => (new ArrayObject)->offsetSet(value: 1));
t(fn() => new DateTimeZone());
t(fn() => h(1, 2, c: new K(1)));
t(fn() => h(1, c: new K(1)));
--EXPECT--
ArgumentCountError: h(): Argument #2 ($b) not passed line 2
#0 required_arguments_left_out.php(34): h(1, NULL, 5)
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:34}()
#2 required_arguments_left_out.php(34): t(Object(Closure))
#3 {main}
--
ArgumentCountError: h(): Argument #1 ($a) not passed line 2
#0 required_arguments_left_out.php(35): h(NULL, NULL, 1)
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:35}()
#2 required_arguments_left_out.php(35): t(Object(Closure))
#3 {main}
--
ArgumentCountError: h(): Argument #1 ($a) not passed line 2
#0 required_arguments_left_out.php(36): h(NULL, 1)
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:36}()
#2 required_arguments_left_out.php(36): t(Object(Closure))
#3 {main}
--
ArgumentCountError: h(): Argument #2 ($b) not passed line 2
#0 required_arguments_left_out.php(37): h(1, NULL, 1)
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:37}()
#2 required_arguments_left_out.php(37): t(Object(Closure))
#3 {main}
--
ArgumentCountError: h(): Argument #2 ($b) not passed line 2
#0 required_arguments_left_out.php(38): h(1, NULL, Object(K))
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:38}()
#2 required_arguments_left_out.php(38): t(Object(Closure))
#3 {main}
gone
--
--
ArgumentCountError: early(): Argument #1 ($b) not passed line 5
#0 required_arguments_left_out.php(40): early(NULL, 'x')
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:40}()
#2 required_arguments_left_out.php(40): t(Object(Closure))
#3 {main}
--
ArgumentCountError: early(): Argument #1 ($b) not passed line 5
#0 required_arguments_left_out.php(41): early(NULL, NULL, 5)
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:41}()
#2 required_arguments_left_out.php(41): t(Object(Closure))
#3 {main}
--
ArgumentCountError: types(): Argument #2 ($b) not passed line 7
#0 required_arguments_left_out.php(42): types('x', NULL, 1)
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:42}()
#2 required_arguments_left_out.php(42): t(Object(Closure))
#3 {main}
--
ArgumentCountError: types(): Argument #1 ($a) not passed line 7
#0 required_arguments_left_out.php(43): types(NULL, 'x', 1)
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:43}()
#2 required_arguments_left_out.php(43): t(Object(Closure))
#3 {main}
--
ArgumentCountError: K::__construct(): Argument #1 ($a) not passed line 10
#0 required_arguments_left_out.php(44): K->__construct(NULL, NULL, 2)
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:44}()
#2 required_arguments_left_out.php(44): t(Object(Closure))
#3 {main}
--
gone
ArgumentCountError: K::m(): Argument #2 ($b) not passed line 12
#0 required_arguments_left_out.php(45): K->m(1, NULL, 2)
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:45}()
#2 required_arguments_left_out.php(45): t(Object(Closure))
#3 {main}
--
gone
ArgumentCountError: Too few arguments to function K::__invoke(), 1 passed in required_arguments_left_out.php on line 46 and exactly 2 expected line 14
#0 required_arguments_left_out.php(46): K->__invoke(1, other: 2)
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:46}()
#2 required_arguments_left_out.php(46): t(Object(Closure))
#3 {main}
--
gone
Error: K::__invoke(): Argument #2 ($b) could not be passed by reference line 47
#0 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:47}()
#1 required_arguments_left_out.php(47): t(Object(Closure))
#2 {main}
--
gone
ArgumentCountError: K::generates(): Argument #2 ($b) not passed line 16
#0 required_arguments_left_out.php(48): K->generates(1, NULL, 2)
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:48}()
#2 required_arguments_left_out.php(48): t(Object(Closure))
#3 {main}
--
ArgumentCountError: {closure:{closure:required_arguments_left_out.php:49}:49}(): Argument #2 ($y) not passed line 49
#0 required_arguments_left_out.php(49): {closure:{closure:required_arguments_left_out.php:49}:49}(1, NULL, 3)
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:49}()
#2 required_arguments_left_out.php(49): t(Object(Closure))
#3 {main}
--
ArgumentCountError: h(): Argument #2 ($b) not passed line 2
#0 required_arguments_left_out.php(50): h(1, NULL, 2)
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:50}()
#2 required_arguments_left_out.php(50): t(Object(Closure))
#3 {main}
--
ArgumentCountError: h(): Argument #2 ($b) not passed line 2
#0 required_arguments_left_out.php(51): h(1, NULL, 1)
#1 [internal function]: {closure:{closure:required_arguments_left_out.php:51}:51}(1)
#2 required_arguments_left_out.php(51): array_map(Object(Closure), Array)
#3 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:51}()
#4 required_arguments_left_out.php(51): t(Object(Closure))
#5 {main}
--
ArgumentCountError: str_replace(): Argument #2 ($replace) not passed line 52
#0 required_arguments_left_out.php(52): str_replace('a', NULL, 'b')
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:52}()
#2 required_arguments_left_out.php(52): t(Object(Closure))
#3 {main}
--
ArgumentCountError: array_slice(): Argument #1 ($array) not passed line 53
#0 required_arguments_left_out.php(53): array_slice(NULL, 1)
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:53}()
#2 required_arguments_left_out.php(53): t(Object(Closure))
#3 {main}
--
ArgumentCountError: ArrayObject::offsetSet(): Argument #1 ($key) not passed line 54
#0 required_arguments_left_out.php(54): ArrayObject->offsetSet(NULL, 1)
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:54}()
#2 required_arguments_left_out.php(54): t(Object(Closure))
#3 {main}
--
ArgumentCountError: DateTimeZone::__construct() expects exactly 1 argument, 0 given line 55
#0 required_arguments_left_out.php(55): DateTimeZone->__construct()
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:55}()
#2 required_arguments_left_out.php(55): t(Object(Closure))
#3 {main}
--
Error: Object of class K could not be converted to string line 3
#0 required_arguments_left_out.php(56): h(1, 2, Object(K))
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:56}()
#2 required_arguments_left_out.php(56): t(Object(Closure))
#3 {main}
gone
--
ArgumentCountError: h(): Argument #2 ($b) not passed line 2
#0 required_arguments_left_out.php(57): h(1, NULL, Object(K))
#1 required_arguments_left_out.php(25): {closure:required_arguments_left_out.php:57}()
#2 required_arguments_left_out.php(57): t(Object(Closure))
#3 {main}
gone
--
