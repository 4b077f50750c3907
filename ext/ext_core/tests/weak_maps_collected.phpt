--TEST--
Entries of weak maps whose values lead back to their keys
--FILE--
<?php
class Node { public $other; public function __construct(public string $name) {} }
$map = new WeakMap;
$key = new Node('key');
$map[$key] = $key;
gc_collect_cycles();
var_dump(count($map));
$key = null;
gc_collect_cycles();
var_dump(count($map));
// Through another object, and an array.
$key = new Node('a');
$map[$key] = [new Node('b')];
$map[$key][0]->other = $key;
$value = $map[$key][0];
$key = null;
gc_collect_cycles();
var_dump(count($map));
$value = null;
gc_collect_cycles();
var_dump(count($map));
// The map is the garbage.
$key = new Node('stays');
$cycle = new WeakMap;
$cycle[$key] = $cycle;
$cycle = null;
gc_collect_cycles();
$two = new WeakMap;
$keys = [new Node('1'), new Node('2')];
$two[$keys[0]] = $keys[1];
$two[$keys[1]] = $keys[0];
$map[$keys[0]] = 1;
gc_collect_cycles();
var_dump(count($two), count($map));
$keys = null;
gc_collect_cycles();
var_dump(count($two), count($map), $key->name);
// Many, with destructors.
class Loud { public $self; public function __destruct() { $this->self = null; } }
for ($i = 0; $i < 3; $i++) {
    $loud = new Loud;
    $loud->self = $loud;
    $map[$loud] = [$loud, $map];
}
$loud = null;
var_dump(gc_collect_cycles() > 0, count($map));
--EXPECTF--
int(1)
int(0)
int(1)
int(0)
int(2)
int(1)
int(0)
int(0)
string(5) "stays"
bool(true)
int(0)
