--TEST--
is_callable() and method_exists() ask the inner iterator
--FILE--
<?php
class Inner extends ArrayIterator { function own($x) { return "own $x"; } private function hidden() {} }
$it = new IteratorIterator(new Inner([1, 2]));
var_dump(is_callable([$it, 'own']), is_callable([$it, 'count']), is_callable([$it, 'hidden']), is_callable([$it, 'no']), method_exists($it, 'own'), method_exists($it, 'hidden'), method_exists($it, 'no'), method_exists('IteratorIterator', 'own'));
var_dump(call_user_func([$it, 'own'], 1), array_map([$it, 'own'], [2]), call_user_func([$it, 'count']));
class Magic extends ArrayIterator { function __call($n, $a) { return "magic $n"; } }
$it = new IteratorIterator(new Magic([]));
var_dump(is_callable([$it, 'any']), method_exists($it, 'any'), call_user_func([$it, 'any']));
?>
--EXPECT--
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
bool(false)
bool(false)
string(5) "own 1"
array(1) {
  [0]=>
  string(5) "own 2"
}
int(2)
bool(true)
bool(false)
string(9) "magic any"
