--TEST--
What is shared, and what is a reference, stays so
--FILE--
<?php
function bytes(mixed $value): string {
    $bytes = igbinary_serialize($value);
    echo bin2hex(substr($bytes, 4)), "\n";
    return $bytes;
}
$number = 1;
$list = [1, 2];
$object = new stdClass();

$again = igbinary_unserialize(bytes([$number, &$number, 'x' => &$number]));
$again[1] = 'new';
echo json_encode($again), "\n";

$again = igbinary_unserialize(bytes([$list, $list, &$list, &$list]));
$again[0][] = 3;
$again[2][] = 4;
echo json_encode($again), "\n";

$again = igbinary_unserialize(bytes([$object, $object, &$object, [&$object]]));
$again[0]->seen = true;
$again[2] = 'other';
echo json_encode($again), "\n";

// Empty arrays are one.
bytes([[], [[], []]]);
// A reference that nobody shares is none.
$alone = [&$other];
unset($other);
bytes($alone);

$tree = ['name' => 'root'];
$tree['self'] = &$tree;
$tree['children'] = [&$tree['name'], &$tree];
$again = igbinary_unserialize(bytes($tree));
$again['self']['name'] = 'changed';
var_dump($again['self']['self']['children'][0], count($again['children'][1]));

$object->self = $object;
$object->list = [$object];
$again = igbinary_unserialize(bytes($object));
var_dump($again->self === $again, $again->list[0] === $again);

// An array that holds itself without a reference.
$loop = [5];
$loop[1] = &$loop;
$copy = [$loop];
unset($loop);
$again = igbinary_unserialize(bytes($copy));
var_dump($again[0][1][1][1][0]);
bytes($again);

// Told by number as something to refer to, from then on.
$again = igbinary_unserialize("\0\0\0\2\x14\4\6\0\x14\1\6\0\6\7\6\1\x25\1\1\6\2\1\1\6\3\x25\1\1");
$again[1][] = 8;
echo json_encode($again), "\n";
// The same key twice: the first value still has its number.
echo json_encode(igbinary_unserialize("\0\0\0\2\x14\3\6\0\x14\1\6\0\6\7\6\0\6\1\6\1\1\1")), "\n";
// A reference to a reference.
var_dump(igbinary_unserialize("\0\0\0\2\x14\2\6\0\x25\x25\6\5\6\1\x25\1\1"));

// Many numbers.
$many = [];
for ($i = 0; $i < 66000; $i++) {
    $many[] = [$i];
}
$bytes = igbinary_serialize([$many, $many[200], $many[300], $many[65999]]);
var_dump(bin2hex(substr($bytes, -15)), igbinary_unserialize($bytes)[3]);
--EXPECT--
1403060006010601250601110178250101
{"0":1,"1":"new","x":"new"}
140406001402060006010601060206010101060225140206000601060106020603250102
[[1,2,3],[1,2],[1,2,4],[1,2,4]]
140406001708737464436c6173731400060122010602252201060314010600252201
[{"seen":true},{"seen":true},"other",["other"]]
140206001400060114020600010106010101
1401060000
140311046e616d65251104726f6f74110473656c662514030e002501010e0225010211086368696c6472656e1402060025010106012501020e030103
string(7) "changed"
int(3)
1708737464436c6173731402110473656c66220011046c697374140106002200
bool(true)
bool(true)
1401060014020600060506010101
int(5)
1401060014020600060506010101
[[7],[7,8],[7],[7,8]]
[1,[7]]
array(2) {
  [0]=>
  &int(5)
  [1]=>
  &int(5)
}
string(30) "0101ca060202012e060303000101d1"
array(1) {
  [0]=>
  int(65999)
}
