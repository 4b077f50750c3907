--TEST--
Variadic parameters with types: what they take as it is, coerce and refuse; behind parameters by reference; functions that return references
--FILE--
<?php
set_error_handler(function ($n, $m) { echo "[$m] "; return true; });
class D { public $n = 1; function __destruct() { echo '~ '; } }
function ints(int ...$n) { return json_encode($n); }
function texts($first, ?string ...$rest) { return json_encode([$first, $rest]); }
function objects(D|array ...$all) { return count($all); }
function callables(callable ...$all) { return count($all); }
function many(iterable|bool $a, float ...$f) { return json_encode([$a, $f]); }
function by_reference(array &$tree, string ...$path) { foreach ($path as $key) { $tree[] = $key; } $path[] = 1; return count($path); }
function references(&$a, int &...$rest) { $a++; foreach ($rest as &$one) { $one .= '7'; } return json_encode($rest); }
function &slot(array &$tree, string ...$path) { $at = &$tree; foreach ($path as $key) { $at = &$at[$key]; } return $at; }
function &plain(...$n) { return $n[0]; }
function &counter() { static $x = 1; return $x; }
function takes(&$x) { $x = 'taken'; }
function all($i) {
    $one = 1; $two = '2'; $list = [3, 4]; $tree = [];
    $text = ints() . ints(1, $one, 3) . ints('5', 1.0, true) . ints(...$list) . ints($two, ...$list);
    foreach ([[1.5], ['x'], [null], [[]]] as $wrong) { try { echo ints(1, ...$wrong); } catch (TypeError $e) { echo substr($e->getMessage(), 0, 60), ' '; } }
    $text .= texts(1) . texts($one, 'a', null) . texts([], $i) . objects(new D, []) . objects() . callables('strlen', 'ints') . many([1], 1, 2.5) . many(false);
    try { objects([], 1); } catch (TypeError $e) { echo substr($e->getMessage(), 0, 60), ' '; }
    try { callables('strlen', 'nothing'); } catch (TypeError $e) { echo substr($e->getMessage(), 0, 60), ' '; }
    $text .= by_reference($tree, 'a', $two) . by_reference($tree) . by_reference($list, 7) . json_encode([$tree, $list]);
    try { by_reference($one, 'a'); } catch (TypeError $e) { echo substr($e->getMessage(), 0, 60), ' '; }
    $x = 1; $y = 2; $text .= references($one, $x, $y) . references($one) . json_encode([$one, $x, $y]);
    $deep = []; $slot = &slot($deep, 'a', 'b'); $slot = ($slot ?? 0) + $i; unset($slot); $copy = slot($deep, 'a'); $copy['b'] = 'own'; takes(slot($deep, 'c', '0')); $whole = &slot($deep); $whole[] = 1;
    $r = &counter(); $r += 1; $s = counter(); $s = 5; $p = &plain($i, 2); $p++; $n = &ints($i);
    return $text . json_encode([$deep, $whole, $r, $s, $p, $n]) . "\n";
}
for ($i = 0; $i < 2; $i++) { echo all($i); }
echo ints(n: 1), texts(first: 1, other: 'x');
?>
--EXPECT--
[Implicit conversion from float 1.5 to int loses precision] [1,1]ints(): Argument #2 must be of type int, string given, calle ints(): Argument #2 must be of type int, null given, called  ints(): Argument #2 must be of type int, array given, called ~ objects(): Argument #2 must be of type D|array, int given, c callables(): Argument #2 must be of type callable, string gi by_reference(): Argument #1 ($tree) must be of type array, i [Only variables should be assigned by reference] [][1,1,3][5,1,1][3,4][2,3,4][1,[]][1,["a",null]][[],["0"]]202[[1],[1,2.5]][false,[]]312[["a","2"],[3,4,"7"]]["17","27"][][3,"17","27"][{"a":{"b":0},"c":["taken"],"0":1},{"a":{"b":0},"c":["taken"],"0":1},2,5,1,"[0]"]
[Implicit conversion from float 1.5 to int loses precision] [1,1]ints(): Argument #2 must be of type int, string given, calle ints(): Argument #2 must be of type int, null given, called  ints(): Argument #2 must be of type int, array given, called ~ objects(): Argument #2 must be of type D|array, int given, c callables(): Argument #2 must be of type callable, string gi by_reference(): Argument #1 ($tree) must be of type array, i [Only variables should be assigned by reference] [][1,1,3][5,1,1][3,4][2,3,4][1,[]][1,["a",null]][[],["1"]]202[[1],[1,2.5]][false,[]]312[["a","2"],[3,4,"7"]]["17","27"][][3,"17","27"][{"a":{"b":1},"c":["taken"],"0":1},{"a":{"b":1},"c":["taken"],"0":1},3,5,2,"[1]"]
{"n":1}[1,{"other":"x"}]