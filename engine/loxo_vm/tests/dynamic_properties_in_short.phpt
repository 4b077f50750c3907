--TEST--
Undeclared properties: read, written and made on the fast paths, with references, copies, magic methods and warnings
--FILE--
<?php
$o = new stdClass;
for ($i = 0; $i < 3; $i++) {
    $o->n = ($o->n ?? 0) + $i;
    $o->s = "v$i";
    $o->list[] = $i;
}
$copy = (array) $o;
$o->n = 'changed';
var_dump($copy['n'], $o->n, $o->s, $o->list);
$ref = &$o->r;
$o->r = 5;
$ref++;
var_dump($o->r, isset($o->r), isset($o->missing), $o->missing);
$clone = clone $o;
$clone->s = 'clone';
var_dump($o->s);
class Magic
{
    public function __get($name) { return "got $name"; }
    public function __set($name, $value) { echo "set $name\n"; $this->$name = $value; }
    public function __isset($name) { echo "isset $name\n"; return false; }
}
#[AllowDynamicProperties]
class Magical extends Magic {}
$m = new Magical;
for ($i = 0; $i < 2; $i++) {
    var_dump($m->x, isset($m->x));
    $m->x = $i;
}
class Plain {}
$p = new Plain;
$p->a = 1;
$p->a = 2;
$p->{'12'} = 'twelve';
var_dump($p->a, $p->{'12'}, (array) $p);
unset($p->a);
var_dump($p->a);
--EXPECTF--
int(3)
string(7) "changed"
string(2) "v2"
array(3) {
  [0]=>
  int(0)
  [1]=>
  int(1)
  [2]=>
  int(2)
}

Warning: Undefined property: stdClass::$missing in %s on line 14
int(6)
bool(true)
bool(false)
NULL
string(2) "v2"
isset x
string(5) "got x"
bool(false)
set x
int(0)
bool(true)

Deprecated: Creation of dynamic property Plain::$a is deprecated in %s on line 33

Deprecated: Creation of dynamic property Plain::$12 is deprecated in %s on line 35
int(2)
string(6) "twelve"
array(2) {
  ["a"]=>
  int(2)
  [12]=>
  string(6) "twelve"
}

Warning: Undefined property: Plain::$a in %s on line 38
NULL
