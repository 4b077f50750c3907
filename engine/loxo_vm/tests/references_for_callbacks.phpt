--TEST--
Builtins give callbacks references where they want some
--FILE--
<?php
// References are given to parameters that want some, values to the others.
$numbers = ['a' => 1, 'b' => 2];
array_walk($numbers, function (&$value, $key, $more) { $value = "$key$value$more"; $key = 'lost'; }, '!');
array_walk($numbers, function ($value, $key) { $value = 'lost'; });
echo json_encode($numbers), "\n";
$list = [1, 2, 3];
$second = &$list[1];
array_walk($list, function (&$value) { $value *= 2; });
echo json_encode([$list, $second]), "\n";
array_walk($list, function (&$value, $key) use (&$list) { if ($key === 0) { unset($list[1]); } $value = -$value; });
echo json_encode([$list, $second]), "\n";
echo json_encode(@array_map(fn (&$x) => ++$x, [1, 2])), "\n";
$pair = [3, 1, 2];
@usort($pair, function (&$x, $y) { return $x <=> $y; });
echo json_encode($pair), "\n";
--EXPECT--
{"a":"a1!","b":"b2!"}
[[2,4,6],4]
[{"0":-2,"2":-6},4]
[2,3]
[1,2,3]
