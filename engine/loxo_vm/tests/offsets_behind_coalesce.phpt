--TEST--
Offsets of a wrong kind on the left of ??, in nested isset; missing arguments before unknown named ones
--FILE--
<?php
$arr = [1];
$s = 'abc';
foreach (['isset($arr[new stdClass]["x"])', '$arr[new stdClass]["x"] ?? 1', 'isset($s[new stdClass]["x"])', '$s[[]]["x"] ?? 1', 'empty($arr[[]]["x"])', 'empty($arr[[]])', '$s[1.7] ?? "d"', '$s[true] ?? "d"', '$s[null] ?? "d"', '$s["x"] ?? "d"', 'max(x: 1)', 'var_dump(1, x: 1)', 'printf(x: 1)', 'array_merge(x: [1])', 'array_push(x: 1)', 'strlen(nope: 1)'] as $e) {
    try { echo $e, ' => '; eval("var_dump($e);"); } catch (Error $x) { echo $x->getMessage(), "\n"; }
}
--EXPECT--
isset($arr[new stdClass]["x"]) => Cannot access offset of type stdClass on array
$arr[new stdClass]["x"] ?? 1 => Cannot access offset of type stdClass on array
isset($s[new stdClass]["x"]) => Cannot access offset of type stdClass on string
$s[[]]["x"] ?? 1 => Cannot access offset of type array on string
empty($arr[[]]["x"]) => Cannot access offset of type array on array
empty($arr[[]]) => Cannot access offset of type array in isset or empty
$s[1.7] ?? "d" => string(1) "b"
$s[true] ?? "d" => string(1) "b"
$s[null] ?? "d" => string(1) "a"
$s["x"] ?? "d" => string(1) "d"
max(x: 1) => max() expects at least 1 argument, 0 given
var_dump(1, x: 1) => var_dump() does not accept unknown named parameters
printf(x: 1) => printf() expects at least 1 argument, 0 given
array_merge(x: [1]) => array_merge() does not accept unknown named parameters
array_push(x: 1) => array_push() expects at least 1 argument, 0 given
strlen(nope: 1) => Unknown named parameter $nope
