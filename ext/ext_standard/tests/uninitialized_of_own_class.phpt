--TEST--
var_dump() of properties without a value whose types are self and parent
--FILE--
<?php
class Base {}
class Node extends Base {
    public self $next;
    public ?parent $base;
    protected self|int $either;
}
var_dump(new Node);
--EXPECT--
object(Node)#1 (0) {
  ["next"]=>
  uninitialized(self)
  ["base"]=>
  uninitialized(?parent)
  ["either":protected]=>
  uninitialized(self|int)
}
