--TEST--
What constant expressions of const statements may not do
--FILE--
<?php
class Plain { public $prop = 1; }
enum Dial implements ArrayAccess {
    case On;
    public function offsetGet($k): mixed { return 1; }
    public function offsetExists($k): bool { return true; }
    public function offsetSet($k, $v): void {}
    public function offsetUnset($k): void {}
}
class Holds { const ITEM = Dial::On[0]; const NAME = Dial::On->name; }
var_dump(Holds::NAME);
try {
    var_dump(Holds::ITEM);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
try {
    eval('const P = (new Plain)->prop;');
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
var_dump(NAN > '', NAN <=> 'banana');
--EXPECTF--
string(2) "On"
Cannot use [] on objects in constant expression
Fetching properties on non-enums in constant expressions is not allowed
bool(false)
int(1)
