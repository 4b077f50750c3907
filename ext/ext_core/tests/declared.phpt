--TEST--
Core: what a program has declared
--FILE--
<?php
class A implements Serializable { function serialize() {} function unserialize($x) {} }
var_dump(get_included_files() == [__FILE__], in_array('A', get_declared_classes()), in_array('Countable', get_declared_interfaces()), get_declared_traits());
function userfn() {} define('UC', 1); const UD = 2;
var_dump(get_defined_functions()['user'], get_defined_constants(true)['user']);
var_dump(count(get_defined_constants()) > 60, get_defined_constants(true)['Core']['E_ALL']);

class A2 { public $x = 1; }
echo E_STRICT;
--EXPECTF--

Deprecated: A implements the Serializable interface, which is deprecated. Implement __serialize() and __unserialize() instead (or in addition, if support for old PHP versions is necessary) in %s on line 2
bool(true)
bool(true)
bool(true)
array(0) {
}
array(1) {
  [0]=>
  string(6) "userfn"
}
array(2) {
  ["UC"]=>
  int(1)
  ["UD"]=>
  int(2)
}
bool(true)
int(30719)

Deprecated: Constant E_STRICT is deprecated in %s on line 9
2048
