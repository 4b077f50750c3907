--TEST--
new in a constant expression drops arguments that no constructor takes, in ordinary code named ones are an error
--FILE--
<?php
class C {}
class D { function __construct(public $name = 0) {} }
const K = new C(1, name: 2);
var_dump(K);
function f($x = new C(name: 1), $y = new D(name: 3)) { var_dump($x, $y); }
f();
function g() { static $x = new C(name: 1); }
foreach (['g', fn() => new C(name: 1), fn() => new C(1, 2)] as $try) {
    try {
        var_dump($try());
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
#[Attribute]
class At { function __construct(public $v) {} }
#[At(new C(name: 5))]
class Q {}
var_dump((new ReflectionClass('Q'))->getAttributes()[0]->newInstance()->v);
--EXPECT--
object(C)#1 (0) {
}
object(C)#2 (0) {
}
object(D)#3 (1) {
  ["name"]=>
  int(3)
}
Unknown named parameter $name
Unknown named parameter $name
object(C)#5 (0) {
}
object(C)#3 (0) {
}
