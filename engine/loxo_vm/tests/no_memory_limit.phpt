--TEST--
What no limit forbids, the system does
--INI--
memory_limit=-1
--FILE--
<?php
echo strlen(str_repeat('ab', PHP_INT_MAX >> 2));
--EXPECTF--
%AFatal error: Out of memory (allocated %d bytes) (tried to allocate %d bytes) in %s on line 2
