--TEST--
Named arguments of iterators, of literals, of classes without constructor
--FILE--
<?php
function keys() { yield '7' => 'first'; yield '8' => 'second'; yield 'z' => 'third'; }
function all(...$args) { var_dump($args); }
all(...keys());
var_dump([...keys()]);
function by_ref($a, &$b) {}
class Bare {}
foreach ([fn() => by_ref(b: 1, a: 2), fn() => new Bare(x: 1)] as $f) {
    try {
        $f();
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
--EXPECTF--
array(3) {
  [0]=>
  string(5) "first"
  [1]=>
  string(6) "second"
  ["z"]=>
  string(5) "third"
}
array(3) {
  [0]=>
  string(5) "first"
  [1]=>
  string(6) "second"
  ["z"]=>
  string(5) "third"
}
by_ref(): Argument #2 ($b) could not be passed by reference
Unknown named parameter $x
