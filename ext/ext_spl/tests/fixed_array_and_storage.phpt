--TEST--
SplFixedArray and SplObjectStorage
--FILE--
<?php
$fixed = new SplFixedArray(3);
$fixed[0] = 'x';
$fixed['1'] = [1];
foreach ($fixed as $index => $value) {
    echo $index, json_encode($value), ' ';
    foreach ($fixed as $_);
}
echo json_encode($fixed), ' ', serialize($fixed), "\n";
foreach ([fn() => $fixed[3], fn() => $fixed['a'], fn() => $fixed[] = 1, fn() => SplFixedArray::fromArray(['k' => 1])] as $wrong) {
    try {
        $wrong();
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
var_dump(isset($fixed[2]), empty($fixed[1]), isset($fixed[9]), $fixed);
$fixed[1][] = 2;
class Loud extends SplFixedArray {
    public function offsetGet($index): mixed { return "<$index>"; }
}
$loud = new Loud(2);
echo $loud[0], implode('', iterator_to_array($loud)), "\n";

$storage = new SplObjectStorage;
$one = new stdClass;
$storage[$one] = 'first';
$storage->attach($two = new stdClass);
var_dump(count($storage), $storage[$one], isset($storage[$two]), $storage->contains(new stdClass));
foreach ($storage as $index => $object) {
    $storage->setInfo("$index: " . $storage->getInfo());
}
echo $storage[$two], ' ', serialize($storage), "\n";
$copy = clone $storage;
unset($storage[$one]);
echo count($storage), count($copy), "\n";
var_dump($copy);
try {
    $storage[$one];
} catch (UnexpectedValueException $e) {
    echo $e->getMessage(), "\n";
}
class ByName extends SplObjectStorage {
    public function getHash(object $object): string { return $object->name; }
}
$names = new ByName;
$names->attach((object) ['name' => 'a']);
$names->attach((object) ['name' => 'a']);
echo count($names), "\n";
--EXPECTF--
0"x" 1[1] 2null ["x",[1],null] O:13:"SplFixedArray":3:{i:0;s:1:"x";i:1;a:1:{i:0;i:1;}i:2;N;}
OutOfBoundsException: Index invalid or out of range
TypeError: Cannot access offset of type string on SplFixedArray
Error: [] operator not supported for SplFixedArray
InvalidArgumentException: array must contain only positive integer keys
bool(false)
bool(false)
bool(false)
object(SplFixedArray)#1 (3) {
  [0]=>
  string(1) "x"
  [1]=>
  array(1) {
    [0]=>
    int(1)
  }
  [2]=>
  NULL
}

Notice: Indirect modification of overloaded element of SplFixedArray has no effect in %s on line 18
<0>
int(2)
string(5) "first"
bool(true)
bool(false)
1:  O:16:"SplObjectStorage":2:{i:0;a:4:{i:0;O:8:"stdClass":0:{}i:1;s:8:"0: first";i:2;O:8:"stdClass":0:{}i:3;s:3:"1: ";}i:1;a:0:{}}
12
object(SplObjectStorage)#8 (1) {
  ["storage":"SplObjectStorage":private]=>
  array(2) {
    [0]=>
    array(2) {
      ["obj"]=>
      object(stdClass)#2 (0) {
      }
      ["inf"]=>
      string(8) "0: first"
    }
    [1]=>
    array(2) {
      ["obj"]=>
      object(stdClass)#6 (0) {
      }
      ["inf"]=>
      string(3) "1: "
    }
  }
}
Object not found
1

