--TEST--
What lists and heaps hold counts towards the limit
--INI--
memory_limit=32M
--FILE--
<?php
$list = new SplDoublyLinkedList();
register_shutdown_function(function () use ($list) {
    echo count($list) > 100000 ? "many\n" : "few\n";
});
for (;;) {
    $list[] = 1;
}
--EXPECTF--
Fatal error: Allowed memory size of 33554432 bytes exhausted%S (tried to allocate %d bytes) in %s on line 7
many
