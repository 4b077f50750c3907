--TEST--
ArrayObject: an element becomes a reference, by its key or as a property
--FILE--
<?php
class D
{
    public function __construct(public string $name) {}
    public function __destruct() { echo "~{$this->name}\n"; }
}

set_error_handler(function ($number, $message) { echo $message, "\n"; return true; });

$a = new ArrayObject(['k' => new D('old'), 2]);
$x = 1;
$a['k'] = &$x;
echo "after\n";
$x++;
$a['new'] = &$x;
$x++;
var_dump($a);

// What a function gives by value is written through the element's reference.
function value() { return 'value'; }
$held = &$a[0];
$a[0] = &value();
var_dump($held);

// Bound again: the other holders keep what they had.
$y = 5;
$a['k'] = &$y;
var_dump($a['k'], $a['new']);

// Through another ArrayObject, nested, in list() and foreach.
$b = new ArrayObject($a);
$b['k'] = &$x;
$x = 'by the outer';
var_dump($a['k']);
$n = new ArrayObject(['in' => ['x' => 1]]);
$n['in']['x'] = &$x;
$pair = [1, 2];
[&$n['first'], $n['second']] = $pair;
$n['first'] = 'by list';
foreach ($pair as &$n['loop']) {
    $n['loop'] .= '!';
}
var_dump($pair, $n['in'], $n['second']);

// Keys are what they are for reading: null is "", not the end.
$u = new ArrayObject;
$u[null] = &$x;
$u[1.5] = &$x;
$u[true] = &$y;
var_dump(array_keys($u->getArrayCopy()));
try {
    $u[[]] = &$x;
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
try {
    $u[] = &$x;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}

// offsetSet() is not asked, offsetGet() is, and gives no place.
class Sets extends ArrayObject
{
    public function offsetSet($key, $value): void { echo "set $key\n"; }
}
$s = new Sets(['a' => 1]);
$s['a'] = &$x;
var_dump($s['a']);
class Gets extends ArrayObject
{
    public function offsetGet($key): mixed { echo "get $key\n"; return parent::offsetGet($key); }
}
$g = new Gets(['a' => 1]);
try {
    $g['a'] = &$x;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}

// Elements as properties.
$p = new ArrayObject([], ArrayObject::ARRAY_AS_PROPS);
$p->prop = &$x;
$x = 'property';
var_dump($p->prop, $p['prop']);

// An object's properties as elements.
class P
{
    public $plain = 1;
    public int $typed = 2;
}
$o = new P;
$w = new ArrayObject($o);
$w['plain'] = &$x;
$x = 'both';
$i = 7;
$w['typed'] = &$i;
$i = 8;
var_dump($o->plain, $o->typed);

// While sorting, nothing is bound.
$sorted = new ArrayObject([3, 1, 2]);
try {
    $sorted->uasort(function ($l, $r) use ($sorted, $x) {
        $sorted[0] = &$x;
        return $l <=> $r;
    });
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}

function loop()
{
    $a = new ArrayObject;
    for ($i = 0; $i < 5; $i++) {
        $v = "v$i";
        $a[$i] = &$v;
        $v .= '!';
        unset($v);
    }
    echo implode(' ', $a->getArrayCopy()), "\n";
}
loop();
--EXPECT--
~old
after
object(ArrayObject)#2 (1) {
  ["storage":"ArrayObject":private]=>
  array(3) {
    ["k"]=>
    &int(3)
    [0]=>
    int(2)
    ["new"]=>
    &int(3)
  }
}
Only variables should be assigned by reference
string(5) "value"
int(5)
int(3)
string(12) "by the outer"
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(2)
}
array(1) {
  ["x"]=>
  &string(12) "by the outer"
}
int(2)
Implicit conversion from float 1.5 to int loses precision
array(2) {
  [0]=>
  string(0) ""
  [1]=>
  int(1)
}
Cannot access offset of type array on ArrayObject
Indirect modification of overloaded element of ArrayObject has no effect
Cannot assign by reference to an array dimension of an object
string(12) "by the outer"
get a
Indirect modification of overloaded element of Gets has no effect
Cannot assign by reference to an array dimension of an object
string(8) "property"
string(8) "property"
string(4) "both"
int(8)
Modification of ArrayObject during sorting is prohibited
v0! v1! v2! v3! v4!
