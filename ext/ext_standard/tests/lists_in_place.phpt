--TEST--
Functions on lists: values put before others, parts, what is joined and replaced
--FILE--
<?php
function show(string $what, array $a): void { echo $what, ' ', json_encode($a), ' ', json_encode(key($a)), "\n"; }

$a = [1, 2, 3]; next($a);
echo array_unshift($a, 'x', ['y']), "\n"; show('own', $a); $a[] = 4; show('next key', $a);
$b = $a; array_unshift($b, 0); show('copy', $b); show('original', $a);
$empty = []; array_unshift($empty, 1); show('empty', $empty);
$gap = [1, 2, 3]; unset($gap[1]); array_unshift($gap, 0); show('gap', $gap);
$names = ['k' => 1, 7 => 2]; array_unshift($names, 0); show('names', $names);
$r = [1, 2]; $alias = &$r[0]; array_unshift($r, 0); $alias = 9; show('reference', $r);
$s = [1, 2]; $t = &$s[1]; unset($t); array_unshift($s, 0); $u = $s; $u[2] = 'u'; show('reference of its own', $s);
$self = [1]; array_unshift($self, $self); show('itself', $self);
$seen = []; $walk = [1, 2, 3];
foreach ($walk as $k => &$v) { $seen[] = $v; if (count($seen) === 1) { array_unshift($walk, 0); } if (count($seen) > 6) { break; } }
unset($v); show('walked', $seen);
$q = [1, 2, 3]; $w = $q; next($q);
var_dump(array_pop($q), array_pop($w)); show('popped', $q); $q[] = 7; show('appended', $q);
$z = [5 => 'a', 6 => 'b']; array_pop($z); $z[] = 'c'; show('keys', $z);
$one = [1]; array_pop($one); $one[] = 2; show('one', $one); $none = []; var_dump(array_pop($none));
$p = [1, 2]; $alias2 = &$p[1]; var_dump(array_pop($p)); $alias2 = 5; show('popped reference', $p);
$seen = []; $walk = [1, 2, 3]; foreach ($walk as &$v) { $seen[] = $v; array_pop($walk); } unset($v); show('popped while walked', $seen);

$list = [1, 'two', [3], 4.5, null, 'six', 'seven', 'eight', 'nine', 'ten', (object) []];
$ref = &$list[1];
$part = array_slice($list, 1, 3); $ref = 'changed'; show('slice', $part);
show('long slice', array_slice($list, 0, 10)); show('kept keys', array_slice($list, 2, 2, true)); show('nothing', array_slice($list, 20));
unset($ref); $own = array_slice($list, 1, 2); $own[0] = 'mine'; show('list', array_slice($list, 0, 3));
show('difference', array_diff_key(['a' => 1, 'b' => 2], ['c' => 1])); show('difference of lists', array_diff_key([1, 2, 3], [1 => 0]));
$moved = ['a' => 1, 'b' => 2]; next($moved); show('from the start', array_diff_key($moved, [])); show('common', array_intersect_key($moved, $moved));
$d = array_diff_key([1, 2], [5 => 0]); $d[] = 3; show('appended to a difference', $d);
echo implode(', ', ['a', 'b', '']), '|', implode('', ['', '']), '|', implode('x', ['', '']), '|', implode('-', ['a', 1, 2.5, true, null]), '|', implode([]), "\n";
var_dump(str_replace(['a', 'b', 'c', 'd', 'e', 'xx'], ['b', 'c', 'd', '1', 'yy'], 'abcxx', $n), $n);
var_dump(str_replace(['a', '', 'b'], ['', 'q', 'z'], 'ab'), str_replace(['ab', 'ba', 'aa', 'zz', 'x'], ['x', 'y', 'z'], 'abba'), str_ireplace(['A', 'q', 'b', 'c'], 'n', 'abc'));
var_dump(in_array('core/abc', ['core/abd', 'core/xbc', 'core/abc'], true), in_array('', ['a', ''], true), in_array('a', ['b', 'a']), array_search('', ['x', '']));
$keys = ['b' => 1, '10' => 2, '9a' => 3, 'a' => 4, '' => 5, ' 1' => 6, '1.0' => 7]; ksort($keys); show('sorted keys', $keys);
$objects = [(object) ['a' => 1, '5' => 2]]; var_dump((array) $objects[0]);
class P { public $x = 1; protected $y = 2; private $z = 3; public ?int $unset; }
class Q extends P { public $x = 4; private $z = 5; }
echo json_encode(array_map(fn($k) => str_replace("\0", '~', $k), array_keys((array) new Q))), "\n";
$dynamic = new stdClass; $dynamic->{'12'} = 'n'; $dynamic->s = 1; var_dump((array) $dynamic);
--EXPECT--
5
own ["x",["y"],1,2,3] 0
next key ["x",["y"],1,2,3,4] 0
copy [0,"x",["y"],1,2,3,4] 0
original ["x",["y"],1,2,3,4] 0
empty [1] 0
gap [0,1,3] 0
names {"0":0,"k":1,"1":2} 0
reference [0,9,2] 0
reference of its own [0,1,2] 0
itself [[1],1] 0
walked [1,2,3] 0
int(3)
int(3)
popped [1,2] 0
appended [1,2,7] 0
keys {"5":"a","6":"c"} 5
one [2] 0
NULL
int(2)
popped reference [1] 0
popped while walked [1,2] 0
slice ["changed",[3],4.5] 0
long slice [1,"changed",[3],4.5,null,"six","seven","eight","nine","ten"] 0
kept keys {"2":[3],"3":4.5} 2
nothing [] null
list [1,"mine",[3]] 0
difference {"a":1,"b":2} "a"
difference of lists {"0":1,"2":3} 0
from the start {"a":1,"b":2} "a"
common {"a":1,"b":2} "a"
appended to a difference [1,2,3] 0
a, b, ||x|a-1-2.5-1-|
string(3) "111"
int(10)
string(1) "z"
string(1) "y"
string(3) "nnn"
bool(true)
bool(true)
bool(true)
int(1)
sorted keys {"":5," 1":6,"1.0":7,"10":2,"9a":3,"a":4,"b":1} ""
array(2) {
  ["a"]=>
  int(1)
  [5]=>
  int(2)
}
["x","~*~y","~P~z","~Q~z"]
array(2) {
  [12]=>
  string(1) "n"
  ["s"]=>
  int(1)
}
