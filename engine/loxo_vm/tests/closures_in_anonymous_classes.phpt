--TEST--
Names of closures in anonymous classes have the class's whole name; messages and traces end at its NUL byte
--FILE--
<?php
namespace N;
function shown(string $name): string { return str_replace([__FILE__, "\0"], ['FILE', '|'], $name); }
function run(\Closure $f): void {
    try {
        $f();
    } catch (\Throwable $e) {
        echo $e->getMessage(), "\n", strstr($e->getTraceAsString(), 'N\I'), "\n";
    }
}
interface I {}
$o = new class implements I {
    function int() { return function (int $x): int { return 'a'; }; }
    function never() { return fn(): never => 1; }
    function nested() { return static fn() => fn() => throw new \Exception('nested'); }
    function names() { return fn() => [__FUNCTION__, __METHOD__, debug_backtrace()[0]['function']]; }
};
run(fn() => str_replace('', '', ($o->int())()));
run($o->int()->bindTo($o));
run($o->never());
run(($o->nested())());
run(fn() => array_map($o->int(), [1]));
echo implode("\n", array_map('N\shown', ($o->names())())), "\n";
echo shown((new \ReflectionFunction($o->int()))->getName()), "\n";
echo shown((new \ReflectionFunction(($o->nested())()))->getShortName()), "\n";
try {
    ($o->int())(1);
} catch (\TypeError $e) {
    echo shown($e->getTrace()[0]['function']), "\n";
}
--EXPECTF--
Too few arguments to function N\I@anonymous::{closure:N\I@anonymous(), 0 passed in %s on line 18 and exactly 1 expected
N\I@anonymous->{closure:N\I@anonymous()
#1 %s(6): {closure:%s:18}()
#2 %s(18): N\run(Object(Closure))
#3 {main}
Too few arguments to function N\I@anonymous::{closure:N\I@anonymous(), 0 passed in %s on line 6 and exactly 1 expected
N\I@anonymous->{closure:N\I@anonymous()
#1 %s(19): N\run(Object(Closure))
#2 {main}
N\I@anonymous(): never-returning method must not implicitly return
N\I@anonymous->{closure:N\I@anonymous()
#1 %s(20): N\run(Object(Closure))
#2 {main}
nested
N\I@anonymous::{closure:{closure:N\I@anonymous()
#1 %s(21): N\run(Object(Closure))
#2 {main}
N\I@anonymous::{closure:N\I@anonymous(): Return value must be of type int, string returned
N\I@anonymous->{closure:N\I@anonymous(1)
#1 %s(22): array_map(Object(Closure), Array)
#2 %s(6): {closure:%s:22}()
#3 %s(22): N\run(Object(Closure))
#4 {main}
{closure:N\I@anonymous|FILE:12$0::names():16}
{closure:N\I@anonymous|FILE:12$0::names():16}
{closure:N\I@anonymous|FILE:12$0::names():16}
{closure:N\I@anonymous|FILE:12$0::int():13}
{closure:{closure:N\I@anonymous|FILE:12$0::nested():15}:15}
{closure:N\I@anonymous|FILE:12$0::int():13}
