--TEST--
Core: arguments of calls, errors and their handlers
--FILE--
<?php
function t($f) { try { var_dump($f()); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; } }
function f() { var_dump(func_num_args(), func_get_args()); try { var_dump(func_get_arg(1)); var_dump(func_get_arg(9)); } catch (Error $e) { echo $e->getMessage(), "\n"; } }
f(1, 2, 3);
function g($a, $b = 5) { $a = 9; return func_get_args(); }
var_dump(g(1, 2, 3));
function h() { $x = 1; $y = &$x; return get_defined_vars(); }
var_dump(h());
t(fn() => trigger_error("hi"));
t(fn() => trigger_error("hi", E_USER_WARNING));
t(fn() => trigger_error("hi", E_USER_DEPRECATED));
t(fn() => trigger_error("hi", 5));
set_error_handler(function ($no, $msg, $file, $line) { echo "H[$no] $msg\n"; return true; });
t(fn() => trigger_error("handled", E_USER_WARNING));
t(fn() => trigger_error("handled", E_USER_ERROR));
t(fn() => restore_error_handler());
t(fn() => set_error_handler('nope'));
t(fn() => set_error_handler(null));
t(fn() => set_error_handler('strlen'));
t(fn() => set_error_handler(null));
t(fn() => set_exception_handler('strlen'));
t(fn() => set_exception_handler(null));
t(fn() => restore_exception_handler());
class A { function m($x) { debug_print_backtrace(); return debug_backtrace(); } static function s() { return (new A)->m([1,2]); } }
foreach (A::s() as $fr) { unset($fr['object'], $fr['file']); var_dump($fr); }
$e = new Exception("msg", 3, new Error("inner"));
var_dump($e->getMessage(), $e->getCode(), $e->getLine(), get_class($e->getPrevious()), $e->getTraceAsString());
--EXPECTF--
int(3)
array(3) {
  [0]=>
  int(1)
  [1]=>
  int(2)
  [2]=>
  int(3)
}
int(2)
func_get_arg(): Argument #1 ($position) must be less than the number of the arguments passed to the currently executed function
array(3) {
  [0]=>
  int(9)
  [1]=>
  int(2)
  [2]=>
  int(3)
}
array(2) {
  ["x"]=>
  &int(1)
  ["y"]=>
  &int(1)
}

Notice: hi in %s on line 9
bool(true)

Warning: hi in %s on line 10
bool(true)

Deprecated: hi in %s on line 11
bool(true)
ValueError: trigger_error(): Argument #2 ($error_level) must be one of E_USER_ERROR, E_USER_WARNING, E_USER_NOTICE, or E_USER_DEPRECATED
H[512] handled
bool(true)
H[8192] Passing E_USER_ERROR to trigger_error() is deprecated since 8.4, throw an exception or call exit with a string message instead
H[256] handled
bool(true)
bool(true)
TypeError: set_error_handler(): Argument #1 ($callback) must be a valid callback or null, function "nope" not found or invalid function name
NULL
NULL
string(6) "strlen"
NULL
string(6) "strlen"
bool(true)
#0 %s(24): A->m(Array)
#1 %s(25): A::s()
array(5) {
  ["line"]=>
  int(24)
  ["function"]=>
  string(1) "m"
  ["class"]=>
  string(1) "A"
  ["type"]=>
  string(2) "->"
  ["args"]=>
  array(1) {
    [0]=>
    array(2) {
      [0]=>
      int(1)
      [1]=>
      int(2)
    }
  }
}
array(5) {
  ["line"]=>
  int(25)
  ["function"]=>
  string(1) "s"
  ["class"]=>
  string(1) "A"
  ["type"]=>
  string(2) "::"
  ["args"]=>
  array(0) {
  }
}
string(3) "msg"
int(3)
int(26)
string(5) "Error"
string(9) "#0 {main}"
