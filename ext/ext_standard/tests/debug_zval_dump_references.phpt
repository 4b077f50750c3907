--TEST--
debug_zval_dump(): references, and arrays that are constants
--FILE--
<?php
$list = [1, time(), 3];
$one = &$list[0];
unset($list[1]);
debug_zval_dump($list);
$object = new stdClass;
$object->list = [time() > 0];
$object->same = &$object->list;
debug_zval_dump($object);
debug_zval_dump([[1, 2], ["a" => []]], []);
$round = [time() > 0];
$round[] = &$round;
debug_zval_dump($round);
?>
--EXPECT--
array(2) packed refcount(2){
  [0]=>
  reference refcount(2) {
    int(1)
  }
  [2]=>
  int(3)
}
object(stdClass)#1 (2) refcount(2){
  ["list"]=>
  reference refcount(2) {
    array(1) packed refcount(1){
      [0]=>
      bool(true)
    }
  }
  ["same"]=>
  reference refcount(2) {
    array(1) packed refcount(1){
      [0]=>
      bool(true)
    }
  }
}
array(2) packed refcount(2){
  [0]=>
  array(2) packed refcount(1){
    [0]=>
    int(1)
    [1]=>
    int(2)
  }
  [1]=>
  array(1) refcount(1){
    ["a"]=>
    array(0) interned {
    }
  }
}
array(0) interned {
}
array(2) packed refcount(2){
  [0]=>
  bool(true)
  [1]=>
  reference refcount(2) {
    *RECURSION*
  }
}
