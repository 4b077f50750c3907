--TEST--
SplFixedArray larger than memory
--FILE--
<?php
echo (new SplFixedArray(3))->getSize(), "\n";
new SplFixedArray(1 << 30);
--EXPECTF--
3

Fatal error: Allowed memory size of %d bytes exhausted%S (tried to allocate %d bytes) in %s on line %d
