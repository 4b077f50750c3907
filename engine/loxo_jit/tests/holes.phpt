--TEST--
Where an element is missing in a list compiled functions make one, in its order
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
function bound($a) { unset($a[1]); $c = &$a[1]; $c = 5; return [count($a), $a]; }
function nested($a) { $a['k'] = [1, 2, 3]; unset($a['k'][1]); $c = &$a['k'][1]; $c = 5; return [count($a['k']), $a]; }
class Holder { public array $list = [1, 2, 3]; }
function property($o) { unset($o->list[1]); $c = &$o->list[1]; $c = 5; return [count($o->list), $o->list]; }
function stepped($a) { unset($a[1]); $x = @$a[1]++; return [count($a), $a, $x]; }
function deeper($a) { unset($a[1]); $a[1][2] = 7; return [count($a), $a]; }
function written($a) { unset($a[1]); $a[1] = 9; $a[] = 4; return [count($a), $a]; }
function defaulted($a) { unset($a[1]); $a[1] ??= 3; return [count($a), $a]; }
for ($i = 0; $i < 3; $i++) {
    foreach (['bound', 'nested', 'stepped', 'deeper', 'written', 'defaulted'] as $f) { $all[$f] = $f([1, 2, $i]); }
    $all['property'] = property(new Holder);
}
foreach ($all as $f => $result) { echo $f, ' ', json_encode($result), "\n"; }
--EXPECT--
bound [3,{"0":1,"2":2,"1":5}]
nested [3,{"0":1,"1":2,"2":2,"k":{"0":1,"2":3,"1":5}}]
stepped [3,{"0":1,"2":2,"1":1},null]
deeper [3,{"0":1,"2":2,"1":{"2":7}}]
written [4,{"0":1,"2":2,"1":9,"3":4}]
defaulted [3,{"0":1,"2":2,"1":3}]
property [3,{"0":1,"2":3,"1":5}]
