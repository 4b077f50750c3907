--TEST--
Lookups that are ops: in_array() in constant lists, array_key_exists(), defined(), function_exists()
--FILE--
<?php
// Constant lists are looked up as keys.
foreach (['a', 'B', '', '0', '00', '1e1', 5, '5', 10, 0, -1, null, true, false, 0.0, 5.0, [], ['a']] as $needle) {
    echo (int) in_array($needle, ['a', 'b', '']), (int) in_array($needle, ['a', 'x', 'a'], true), (int) in_array($needle, [5, '5', 0, ''], true),
        (int) in_array($needle, [5, '10', 'a']), (int) in_array($needle, []), (int) in_array($needle, ['k' => 'a', 'l' => '5'], true), (int) in_array($needle, [true, 'a']), ' ';
}
echo "\n";
class Text { function __toString(): string { echo '<'; return 'b'; } }
var_dump(in_array(new Text, ['a', 'b', 'c']), in_array(new Text, ['a', 'b'], true));
var_dump(@in_array($undefined, ['a', '']), in_array('b' . PHP_INT_SIZE, ['b4', 'b8']));

function &make() { static $a = ['k' => null, 7 => 1]; return $a; }
$a = ['k' => null, 7 => 1, '' => 2];
foreach (['k', '7', 7, 'x', null, '', 7.9, true] as $key) {
    echo (int) @array_key_exists($key, $a), (int) @array_key_exists($key, make()), (int) array_key_exists('k', ['k' => $key]);
}
echo "\n";
foreach ([fn() => array_key_exists('a', 'b'), fn() => array_key_exists([], []), fn() => array_key_exists(new stdClass, [])] as $fails) {
    try { $fails(); } catch (TypeError $e) { echo $e->getMessage(), ' ', count($e->getTrace()), "\n"; }
}
var_dump(@array_key_exists($nothing, []));

var_dump(defined('LATER'), defined('PHP_EOL'), defined('E_STRICT'), defined('TRUE'), defined('\PHP_EOL'), defined('ArrayObject::ARRAY_AS_PROPS'));
define('LATER', 1);
var_dump(defined('LATER'), defined('later'), function_exists('Later'), function_exists('STRLEN'), function_exists('\strlen'));
function later() {}
if (rand() < 0) { function never() {} }
var_dump(function_exists('later'), function_exists('never'));
class Dropped { function __destruct() { echo "dropped\n"; } }
var_dump(array_key_exists('o', ['o' => new Dropped]));
echo "end\n";
?>
--EXPECT--
1101011 0000001 1010000 0000000 0000001 0001001 0011001 0011011 0001001 0010000 0000001 1000000 1001001 1000000 0000000 0001001 0000000 0000001 
<<bool(true)
bool(false)
bool(true)
bool(true)
111111111001101101111001
array_key_exists(): Argument #2 ($array) must be of type array, string given 1
Cannot access offset of type array on array 1
Cannot access offset of type stdClass on array 1
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
dropped
bool(true)
end
