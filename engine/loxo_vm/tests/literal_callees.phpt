--TEST--
A literal that names a builtin is called as the name is: without "dynamically", and by its op where it has one
--FILE--
<?php
namespace A;
function t($f) {
    try {
        var_dump($f());
    } catch (\Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n", $e->getTraceAsString(), "\n";
    }
}
t(function () { $x = 1; $y = 2; return ('compact')('x', 'y'); });
t(function ($a = 1) { return ['func_get_args'(), ("\\func_num_args")()]; });
t(function () { ('extract')(['q' => 3]); return $q; });
t(fn() => (('strlen'))([]));
t(fn() => 'STRLEN'([]));
t(fn() => 'call_user_func'('strlen', []));
t(fn() => 'strlen'(...)('abc'));
t(fn() => 'str_replace'(subject: 'abc', search: 'b', replace: 'x'));
t(fn() => 'max'(...[1, 2]));
t(fn() => 'A\t'(fn() => 5));
t(fn() => 'nope'(5));
t(function () { $a = [3, 1]; 'sort'($a); return $a; });
class Q {
    static function s() { return static::class; }
    static function r() { return 'get_called_class'(); }
}
class R extends Q {}
t(fn() => 'A\R::s'());
t(fn() => R::r());
t(function () { $f = 'compact'; return $f('x'); });
?>
--EXPECTF--
array(2) {
  ["x"]=>
  int(1)
  ["y"]=>
  int(2)
}
array(2) {
  [0]=>
  array(0) {
  }
  [1]=>
  int(0)
}
int(3)
TypeError: strlen(): Argument #1 ($string) must be of type string, array given
#0 %sliteral_callees.php(5): {closure:%sliteral_callees.php:13}()
#1 %sliteral_callees.php(13): A\t(Object(Closure))
#2 {main}
TypeError: strlen(): Argument #1 ($string) must be of type string, array given
#0 %sliteral_callees.php(5): {closure:%sliteral_callees.php:14}()
#1 %sliteral_callees.php(14): A\t(Object(Closure))
#2 {main}
TypeError: strlen(): Argument #1 ($string) must be of type string, array given
#0 %sliteral_callees.php(15): strlen(Array)
#1 %sliteral_callees.php(5): {closure:%sliteral_callees.php:15}()
#2 %sliteral_callees.php(15): A\t(Object(Closure))
#3 {main}
int(3)
string(3) "axc"
int(2)
int(5)
NULL
Error: Call to undefined function nope()
#0 %sliteral_callees.php(5): {closure:%sliteral_callees.php:20}()
#1 %sliteral_callees.php(20): A\t(Object(Closure))
#2 {main}
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(3)
}
string(3) "A\R"
string(3) "A\R"
Error: Cannot call compact() dynamically
#0 %sliteral_callees.php(29): compact('x')
#1 %sliteral_callees.php(5): {closure:%sliteral_callees.php:29}()
#2 %sliteral_callees.php(29): A\t(Object(Closure))
#3 {main}
