--TEST--
Code that runs in several scopes (bound closures, methods of traits) sees the members that each scope may see
--FILE--
<?php
class A { private $x = 1; private const K = 3; private function m() { return 2; } private function __construct() {} static function make() { return new self; } }
class B {}
$code = [
    fn($o) => $o->x,
    function ($o) { return A::K; },
    function ($o) { return $o->m(); },
    function ($o) { return get_class(new A); },
    function ($o) { return $o->x = 5; },
];
foreach ([A::class, B::class, A::class, null, A::class] as $scope) {
    foreach ($code as $c) {
        try {
            echo Closure::bind($c, null, $scope)(A::make()), "\n";
        } catch (Error $e) {
            echo $e->getMessage(), "\n";
        }
    }
}
trait T { function peek($o) { return $o->secret; } function call($o) { return $o->hidden(); } }
class C { use T; private $secret = 'C'; private function hidden() { return 'hidden C'; } }
class D { use T; private $secret = 'D'; private function hidden() { return 'hidden D'; } }
foreach ([[new C, new C], [new D, new D], [new D, new C], [new C, new D]] as [$who, $whom]) {
    foreach (['peek', 'call'] as $method) {
        try {
            echo $who->$method($whom), "\n";
        } catch (Error $e) {
            echo $e->getMessage(), "\n";
        }
    }
}
?>
--EXPECT--
1
3
2
A
5
Cannot access private property A::$x
Cannot access private constant A::K
Call to private method A::m() from scope B
Call to private A::__construct() from scope B
Cannot access private property A::$x
1
3
2
A
5
Cannot access private property A::$x
Cannot access private constant A::K
Call to private method A::m() from global scope
Call to private A::__construct() from global scope
Cannot access private property A::$x
1
3
2
A
5
C
hidden C
D
hidden D
Cannot access private property C::$secret
Call to private method C::hidden() from scope D
Cannot access private property D::$secret
Call to private method D::hidden() from scope C
