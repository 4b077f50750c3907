--TEST--
get_class() and get_called_class() without arguments are in no trace when they are called by name
--FILE--
<?php
namespace {
    function show($f) {
        try {
            $f();
        } catch (Error $e) {
            echo $e->getMessage(), "\n", str_replace(__DIR__ . '/', '', $e->getTraceAsString()), "\n";
        }
    }
    show(function () {
        get_class();
    });
    show(fn() => get_called_class());
    show(fn() => \get_class());
    show(fn() => 'get_class'());
    show(fn() => call_user_func('get_class'));
    show(fn() => (get_class(...))());
    class A {
        static function f() {
            set_error_handler(function ($n, $m) {
                echo "$m\n";
                debug_print_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS, 1);
            });
            return get_class();
        }
    }
    ob_start();
    A::f();
    echo str_replace(__DIR__ . '/', '', ob_get_clean());
    restore_error_handler();
    set_error_handler(function ($n, $m) {
        throw new ErrorException($m);
    });
    class B {
        static function f() {
            try {
                return get_class();
            } catch (ErrorException $e) {
                echo count($e->getTrace()), ' ', $e->getTrace()[1]['function'], "\n";
            }
        }
    }
    B::f();
}
namespace N {
    \show(fn() => get_class());
    \show(fn() => \get_class());
}
--EXPECT--
get_class() without arguments must be called from within a class
#0 get_class_makes_no_frame.php(5): {closure:get_class_makes_no_frame.php:10}()
#1 get_class_makes_no_frame.php(10): show(Object(Closure))
#2 {main}
get_called_class() must be called from within a class
#0 get_class_makes_no_frame.php(5): {closure:get_class_makes_no_frame.php:13}()
#1 get_class_makes_no_frame.php(13): show(Object(Closure))
#2 {main}
get_class() without arguments must be called from within a class
#0 get_class_makes_no_frame.php(5): {closure:get_class_makes_no_frame.php:14}()
#1 get_class_makes_no_frame.php(14): show(Object(Closure))
#2 {main}
get_class() without arguments must be called from within a class
#0 get_class_makes_no_frame.php(5): {closure:get_class_makes_no_frame.php:15}()
#1 get_class_makes_no_frame.php(15): show(Object(Closure))
#2 {main}
get_class() without arguments must be called from within a class
#0 get_class_makes_no_frame.php(16): get_class()
#1 get_class_makes_no_frame.php(5): {closure:get_class_makes_no_frame.php:16}()
#2 get_class_makes_no_frame.php(16): show(Object(Closure))
#3 {main}
get_class() without arguments must be called from within a class
#0 get_class_makes_no_frame.php(17): get_class()
#1 get_class_makes_no_frame.php(5): {closure:get_class_makes_no_frame.php:17}()
#2 get_class_makes_no_frame.php(17): show(Object(Closure))
#3 {main}
Calling get_class() without arguments is deprecated
#0 get_class_makes_no_frame.php(24): A::{closure:A::f():20}()
2 f
get_class() without arguments must be called from within a class
#0 get_class_makes_no_frame.php(46): get_class()
#1 get_class_makes_no_frame.php(5): {closure:get_class_makes_no_frame.php:46}()
#2 get_class_makes_no_frame.php(46): show(Object(Closure))
#3 {main}
get_class() without arguments must be called from within a class
#0 get_class_makes_no_frame.php(5): {closure:get_class_makes_no_frame.php:47}()
#1 get_class_makes_no_frame.php(47): show(Object(Closure))
#2 {main}
