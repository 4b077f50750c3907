--TEST--
Unsetting a property of what is no object does nothing
--FILE--
<?php
foreach ([null, true, 5, 1.5, 'text', [1], STDIN] as $value) {
    unset($value->property);
    echo gettype($value), ' ';
}
$array = ['x' => [1]];
unset($array['x']->property, $array['y']->property, $array->x);
$name = 'x';
unset($array->$name);
$object = new stdClass;
$object->list = [1];
unset($object->list->property);
function byReference(&$value) { unset($value->property); }
byReference($array);
echo json_encode([$array, $object]), "\n";
--EXPECT--
NULL boolean integer double string array resource [{"x":[1]},{"list":[1]}]
