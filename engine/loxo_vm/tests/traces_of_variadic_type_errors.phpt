--TEST--
Traces of a TypeError in a variadic parameter have what was passed, and keep it alive
--FILE--
<?php
class D {
    public function __construct(public $n) {
    }
    public function __destruct() {
        echo "d{$this->n}\n";
    }
}
class S {
    public function __toString(): string {
        return implode(',', array_map(get_debug_type(...), debug_backtrace()[1]['args'])) . ' s';
    }
}
function ints(int ...$x) {
    return $x;
}
function more(int $a, string ...$x) {
    return func_get_args();
}
function refs($a, int &...$x) {
    return func_get_args();
}
function arrays(array ...$x) {
    return func_get_args();
}
function any($a, ...$x) {
    return debug_backtrace()[0]['args'];
}
function generates(int ...$x) {
    yield debug_backtrace()[0]['args'];
}
function t($f) {
    try {
        echo json_encode($f()), "\n";
    } catch (TypeError $e) {
        echo str_replace(__DIR__ . '/', '', $e->getMessage() . "\n" . $e->getTraceAsString()), "\n";
        echo json_encode($e->getTrace()[0]['args'] ?? null), "\n";
    }
    echo "caught\n";
    unset($e);
    echo "--\n";
}
t(fn() => ints(1, 2, 'x', 4, new D(1)));
t(fn() => ints(1, 'x'));
t(fn() => ints('x', 1, 2));
t(fn() => ints(1, '5', 'x', 1.5));
t(fn() => ints(1, new D(2), new D(3)));
t(fn() => more(1, 'a', [], 'b'));
t(fn() => more('z', 'a', [], 'b'));
t(fn() => more(1, 'a', n: [], m: 5));
t(fn() => more(1, 5, n: 7, m: 'x'));
t(fn() => more(1, new S, 2, n: new S, m: []));
t(fn() => more(a: 1, n: 5, m: []));
t(fn() => ints(...[1, 'k' => 'no']));
t(fn() => ints(...[1, 'k' => '5', 'l' => 'no']));
t(function () {
    $p = '7';
    $q = 'x';
    refs(1, $p, $q);
});
t(fn() => arrays([1], [2], 3));
t(fn() => arrays([1, 2]));
t(fn() => arrays([[1], 'k' => 2], 3));
t(fn() => any(1, 2, 3));
t(fn() => any([1], [2], [3], k: 4));
t(fn() => iterator_to_array(generates(1, '2')));
t(fn() => generates(1, 'x'));
t(fn() => (fn(int ...$i) => $i)(1, null));
t(fn() => array_map(fn(string ...$i) => $i, [1, 2], ['a', []]));
t(fn() => call_user_func_array('ints', ['a' => 1, 'b' => 'x']));
--EXPECT--
ints(): Argument #3 must be of type int, string given, called in traces_of_variadic_type_errors.php on line 43
#0 traces_of_variadic_type_errors.php(43): ints(1, 2, 'x', 4, Object(D))
#1 traces_of_variadic_type_errors.php(34): {closure:traces_of_variadic_type_errors.php:43}()
#2 traces_of_variadic_type_errors.php(43): t(Object(Closure))
#3 {main}
[1,2,"x",4,{"n":1}]
caught
d1
--
ints(): Argument #2 must be of type int, string given, called in traces_of_variadic_type_errors.php on line 44
#0 traces_of_variadic_type_errors.php(44): ints(1, 'x')
#1 traces_of_variadic_type_errors.php(34): {closure:traces_of_variadic_type_errors.php:44}()
#2 traces_of_variadic_type_errors.php(44): t(Object(Closure))
#3 {main}
[1,"x"]
caught
--
ints(): Argument #1 must be of type int, string given, called in traces_of_variadic_type_errors.php on line 45
#0 traces_of_variadic_type_errors.php(45): ints('x', 1, 2)
#1 traces_of_variadic_type_errors.php(34): {closure:traces_of_variadic_type_errors.php:45}()
#2 traces_of_variadic_type_errors.php(45): t(Object(Closure))
#3 {main}
["x",1,2]
caught
--
ints(): Argument #3 must be of type int, string given, called in traces_of_variadic_type_errors.php on line 46
#0 traces_of_variadic_type_errors.php(46): ints(1, 5, 'x', 1.5)
#1 traces_of_variadic_type_errors.php(34): {closure:traces_of_variadic_type_errors.php:46}()
#2 traces_of_variadic_type_errors.php(46): t(Object(Closure))
#3 {main}
[1,5,"x",1.5]
caught
--
ints(): Argument #2 must be of type int, D given, called in traces_of_variadic_type_errors.php on line 47
#0 traces_of_variadic_type_errors.php(47): ints(1, Object(D), Object(D))
#1 traces_of_variadic_type_errors.php(34): {closure:traces_of_variadic_type_errors.php:47}()
#2 traces_of_variadic_type_errors.php(47): t(Object(Closure))
#3 {main}
[1,{"n":2},{"n":3}]
caught
d2
d3
--
more(): Argument #3 must be of type string, array given, called in traces_of_variadic_type_errors.php on line 48
#0 traces_of_variadic_type_errors.php(48): more(1, 'a', Array, 'b')
#1 traces_of_variadic_type_errors.php(34): {closure:traces_of_variadic_type_errors.php:48}()
#2 traces_of_variadic_type_errors.php(48): t(Object(Closure))
#3 {main}
[1,"a",[],"b"]
caught
--
more(): Argument #1 ($a) must be of type int, string given, called in traces_of_variadic_type_errors.php on line 49
#0 traces_of_variadic_type_errors.php(49): more('z', 'a', Array, 'b')
#1 traces_of_variadic_type_errors.php(34): {closure:traces_of_variadic_type_errors.php:49}()
#2 traces_of_variadic_type_errors.php(49): t(Object(Closure))
#3 {main}
["z","a",[],"b"]
caught
--
more(): Argument #3 must be of type string, array given, called in traces_of_variadic_type_errors.php on line 50
#0 traces_of_variadic_type_errors.php(50): more(1, 'a', n: Array, m: 5)
#1 traces_of_variadic_type_errors.php(34): {closure:traces_of_variadic_type_errors.php:50}()
#2 traces_of_variadic_type_errors.php(50): t(Object(Closure))
#3 {main}
{"0":1,"1":"a","n":[],"m":5}
caught
--
[1,"5"]
caught
--
more(): Argument #4 must be of type string, array given, called in traces_of_variadic_type_errors.php on line 52
#0 traces_of_variadic_type_errors.php(52): more(1, 'int,S,int,S,arr...', '2', n: 'int,string,stri...', m: Array)
#1 traces_of_variadic_type_errors.php(34): {closure:traces_of_variadic_type_errors.php:52}()
#2 traces_of_variadic_type_errors.php(52): t(Object(Closure))
#3 {main}
{"0":1,"1":"int,S,int,S,array s","2":"2","n":"int,string,string,S,array s","m":[]}
caught
--
more(): Argument #2 must be of type string, array given, called in traces_of_variadic_type_errors.php on line 53
#0 traces_of_variadic_type_errors.php(53): more(1, n: '5', m: Array)
#1 traces_of_variadic_type_errors.php(34): {closure:traces_of_variadic_type_errors.php:53}()
#2 traces_of_variadic_type_errors.php(53): t(Object(Closure))
#3 {main}
{"0":1,"n":"5","m":[]}
caught
--
ints(): Argument #2 must be of type int, string given, called in traces_of_variadic_type_errors.php on line 54
#0 traces_of_variadic_type_errors.php(54): ints(1, k: 'no')
#1 traces_of_variadic_type_errors.php(34): {closure:traces_of_variadic_type_errors.php:54}()
#2 traces_of_variadic_type_errors.php(54): t(Object(Closure))
#3 {main}
{"0":1,"k":"no"}
caught
--
ints(): Argument #2 must be of type int, string given, called in traces_of_variadic_type_errors.php on line 55
#0 traces_of_variadic_type_errors.php(55): ints(1, k: 5, l: 'no')
#1 traces_of_variadic_type_errors.php(34): {closure:traces_of_variadic_type_errors.php:55}()
#2 traces_of_variadic_type_errors.php(55): t(Object(Closure))
#3 {main}
{"0":1,"k":5,"l":"no"}
caught
--
refs(): Argument #3 must be of type int, string given, called in traces_of_variadic_type_errors.php on line 59
#0 traces_of_variadic_type_errors.php(59): refs(1, 7, 'x')
#1 traces_of_variadic_type_errors.php(34): {closure:traces_of_variadic_type_errors.php:56}()
#2 traces_of_variadic_type_errors.php(56): t(Object(Closure))
#3 {main}
[1,7,"x"]
caught
--
arrays(): Argument #3 must be of type array, int given, called in traces_of_variadic_type_errors.php on line 61
#0 traces_of_variadic_type_errors.php(61): arrays(Array, Array, 3)
#1 traces_of_variadic_type_errors.php(34): {closure:traces_of_variadic_type_errors.php:61}()
#2 traces_of_variadic_type_errors.php(61): t(Object(Closure))
#3 {main}
[[1],[2],3]
caught
--
[[1,2]]
caught
--
arrays(): Argument #2 must be of type array, int given, called in traces_of_variadic_type_errors.php on line 63
#0 traces_of_variadic_type_errors.php(63): arrays(Array, 3)
#1 traces_of_variadic_type_errors.php(34): {closure:traces_of_variadic_type_errors.php:63}()
#2 traces_of_variadic_type_errors.php(63): t(Object(Closure))
#3 {main}
[{"0":[1],"k":2},3]
caught
--
[1,2,3]
caught
--
{"0":[1],"1":[2],"2":[3],"k":4}
caught
--
[[1,2]]
caught
--
generates(): Argument #2 must be of type int, string given, called in traces_of_variadic_type_errors.php on line 67
#0 traces_of_variadic_type_errors.php(67): generates(1, 'x')
#1 traces_of_variadic_type_errors.php(34): {closure:traces_of_variadic_type_errors.php:67}()
#2 traces_of_variadic_type_errors.php(67): t(Object(Closure))
#3 {main}
[1,"x"]
caught
--
{closure:{closure:traces_of_variadic_type_errors.php:68}:68}(): Argument #2 must be of type int, null given, called in traces_of_variadic_type_errors.php on line 68
#0 traces_of_variadic_type_errors.php(68): {closure:{closure:traces_of_variadic_type_errors.php:68}:68}(1, NULL)
#1 traces_of_variadic_type_errors.php(34): {closure:traces_of_variadic_type_errors.php:68}()
#2 traces_of_variadic_type_errors.php(68): t(Object(Closure))
#3 {main}
[1,null]
caught
--
{closure:{closure:traces_of_variadic_type_errors.php:69}:69}(): Argument #2 must be of type string, array given
#0 [internal function]: {closure:{closure:traces_of_variadic_type_errors.php:69}:69}('2', Array)
#1 traces_of_variadic_type_errors.php(69): array_map(Object(Closure), Array, Array)
#2 traces_of_variadic_type_errors.php(34): {closure:traces_of_variadic_type_errors.php:69}()
#3 traces_of_variadic_type_errors.php(69): t(Object(Closure))
#4 {main}
["2",[]]
caught
--
ints(): Argument #1 must be of type int, string given, called in traces_of_variadic_type_errors.php on line 70
#0 traces_of_variadic_type_errors.php(70): ints(a: 1, b: 'x')
#1 traces_of_variadic_type_errors.php(34): {closure:traces_of_variadic_type_errors.php:70}()
#2 traces_of_variadic_type_errors.php(70): t(Object(Closure))
#3 {main}
{"a":1,"b":"x"}
caught
--
