--TEST--
Values are kept as they are when they are stored
--INI--
apc.enable_cli=1
--FILE--
<?php
$object = new stdClass();
$object->list = [1, 2.5, null, "text"];
$object->self = $object;
apcu_store('object', $object);
$object->list[] = 'later';
$copy = apcu_fetch('object');
var_dump($copy->self === $copy, count($copy->list));

$one = 1;
apcu_store('reference', ['a' => &$one, 'b' => &$one, 'c' => [[], [[]]]]);
$one = 2;
$array = apcu_fetch('reference');
$array['a'] = 3;
echo json_encode($array), "\n";

var_dump(apcu_fetch(['object', 'nothing', 'reference'], $found)['reference']['b'], $found, apcu_fetch('nothing', $found), $found);
var_dump(apcu_store(['x' => 1, 'y' => 2]), apcu_add(['y' => 3, 'z' => 4]), apcu_exists(['x', 'y', 'q']), apcu_delete(['x', 'q']));
try {
    apcu_store('closure', fn () => 1);
} catch (Exception $error) {
    echo $error->getMessage(), "\n";
}
var_dump(apcu_exists('closure'), apcu_clear_cache(), apcu_exists('object'));
--EXPECTF--
bool(true)
int(4)
{"a":3,"b":3,"c":[[],[[]]]}
int(1)
bool(true)
bool(false)
bool(false)
array(0) {
}
array(1) {
  ["y"]=>
  int(-1)
}
array(2) {
  ["x"]=>
  bool(true)
  ["y"]=>
  bool(true)
}
array(1) {
  [0]=>
  string(1) "q"
}
Serialization of 'Closure' is not allowed
bool(false)
bool(true)
bool(false)
