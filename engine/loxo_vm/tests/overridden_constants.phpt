--TEST--
What is overridden of a parent: constants are not evaluated, defaults and static properties are
--FILE--
<?php
function attempt(callable $use): void
{
    try {
        var_dump($use());
    } catch (Error $error) {
        echo $error->getMessage(), "\n";
    }
}
abstract class A1 { const V = self::V; }
class B1 extends A1 { const V = '5'; }
attempt(fn() => new B1 instanceof A1 && B1::V === '5');
class A2 { const X = NOPE2; public $p = NOPE3; }
class B2 extends A2 { const X = 3; public $p = 4; }
attempt(fn() => B2::X);
attempt(fn() => new B2);
class A3 { const X = NOPE4; }
class B3 extends A3 { const X = 3; public $q = NOPE5; }
attempt(fn() => new B3);
class A4 { public $p = NOPE6; }
class B4 extends A4 { public $p = 1; }
class C4 extends B4 { }
attempt(fn() => get_class(new C4));
attempt(fn() => new B4);
class A5 { static $p = NOPE7; }
class B5 extends A5 { static $p = 1; }
class C5 extends B5 { }
attempt(fn() => new C5);
attempt(fn() => B5::$p);
interface I6 { const X = NOPE8; }
class B6 implements I6 { const X = 4; static $n = 1; }
attempt(fn() => B6::$n);
class A7 { const X = NOPE9; }
class B7 extends A7 { static $n = 1; }
attempt(fn() => B7::$n);
--EXPECT--
bool(true)
int(3)
Undefined constant "NOPE2"
Undefined constant "NOPE4"
string(2) "C4"
Undefined constant "NOPE6"
Undefined constant "NOPE7"
Undefined constant "NOPE7"
int(1)
Undefined constant "NOPE9"
