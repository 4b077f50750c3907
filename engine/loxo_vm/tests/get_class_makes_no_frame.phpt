--TEST--
get_class() that is an op makes no frame in traces; what is called at run time does
--FILE--
<?php
namespace N {
    function f($value)
    {
        $name = 'get_class';
        foreach ([fn() => \get_class($value), fn() => get_class($value), fn() => \get_class(...[$value]), fn() => $name($value), fn() => \get_class($value, 2)] as $i => $call) {
            try {
                $call();
            } catch (\Error $e) {
                echo $i, ': ', $e->getMessage(), "\n", preg_replace('~/\S+\.php~', 'FILE', $e->getTraceAsString()), "\n";
            }
        }
    }
    f(5);
    f(null);
}
namespace {
    set_error_handler(function ($number, $message) { echo $message, "\n"; return true; });
    try {
        get_class($undefined);
    } catch (Error $e) {
        echo $e->getMessage(), "\n", preg_replace('~/\S+\.php~', 'FILE', $e->getTraceAsString()), "\n";
    }
}
--EXPECT--
0: get_class(): Argument #1 ($object) must be of type object, int given
#0 FILE(8): {closure:N\f():6}()
#1 FILE(14): N\f(5)
#2 {main}
1: get_class(): Argument #1 ($object) must be of type object, int given
#0 FILE(6): get_class(5)
#1 FILE(8): {closure:N\f():6}()
#2 FILE(14): N\f(5)
#3 {main}
2: get_class(): Argument #1 ($object) must be of type object, int given
#0 FILE(6): get_class(5)
#1 FILE(8): {closure:N\f():6}()
#2 FILE(14): N\f(5)
#3 {main}
3: get_class(): Argument #1 ($object) must be of type object, int given
#0 FILE(6): get_class(5)
#1 FILE(8): {closure:N\f():6}()
#2 FILE(14): N\f(5)
#3 {main}
4: get_class() expects at most 1 argument, 2 given
#0 FILE(6): get_class(5, 2)
#1 FILE(8): {closure:N\f():6}()
#2 FILE(14): N\f(5)
#3 {main}
0: get_class(): Argument #1 ($object) must be of type object, null given
#0 FILE(8): {closure:N\f():6}()
#1 FILE(15): N\f(NULL)
#2 {main}
1: get_class(): Argument #1 ($object) must be of type object, null given
#0 FILE(6): get_class(NULL)
#1 FILE(8): {closure:N\f():6}()
#2 FILE(15): N\f(NULL)
#3 {main}
2: get_class(): Argument #1 ($object) must be of type object, null given
#0 FILE(6): get_class(NULL)
#1 FILE(8): {closure:N\f():6}()
#2 FILE(15): N\f(NULL)
#3 {main}
3: get_class(): Argument #1 ($object) must be of type object, null given
#0 FILE(6): get_class(NULL)
#1 FILE(8): {closure:N\f():6}()
#2 FILE(15): N\f(NULL)
#3 {main}
4: get_class() expects at most 1 argument, 2 given
#0 FILE(6): get_class(NULL, 2)
#1 FILE(8): {closure:N\f():6}()
#2 FILE(15): N\f(NULL)
#3 {main}
Undefined variable $undefined
get_class(): Argument #1 ($object) must be of type object, null given
#0 {main}
