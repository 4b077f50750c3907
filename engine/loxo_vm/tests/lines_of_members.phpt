--TEST--
Calls, reads and assignments of members happen on the line of the member's name
--FILE--
<?php
class R { public readonly int $ro; public int $in = 1; function m() { return $this; } private static function ps() {} }
set_error_handler(function ($number, $message, $file, $line) { echo "$message $line\n"; });
function t($f) { try { $f(); } catch (Error $e) { echo $e->getMessage(), ' ', $e->getLine(), "\n"; } }
t(function () { $r = new R; $r
    ->m()
    ->zap(1,
       2); });
t(function () { $n = null; $n
    ->foo(); });
t(function () { $r = new R; return $r
    ->nope; });
t(function () { return R
    ::
    ps(); });
t(function () { return R::
    BAR; });
t(function () { $r = new R;
    $r->in = trim(
        'abc'
    ); });
t(function () { $n = null;
    $n->x = trim(
        'abc'
    ); });
t(function () { $r = [];
    $r[[]] = trim(
        'abc'
    ); });
t(function () { $n = 1;
    $n
    ->b
    ++; });
t(function () {
    R::$none = trim(
        'abc'); });
t(function () { $r = new R;
    $r
    ->in .= trim(
        'abc'); });
?>
--EXPECTF--
Call to undefined method R::zap() 7
Call to a member function foo() on null 10
Undefined property: R::$nope 12
Call to private method R::ps() from global scope 15
Undefined constant R::BAR 17
Cannot assign string to property R::$in of type int 19
Attempt to assign property "x" on null 23
Cannot access offset of type array on array 27
Attempt to increment/decrement property "b" on int 32
Access to undeclared static property R::$none 35
Cannot assign string to property R::$in of type int 39
