--TEST--
number_format() with more decimals than memory
--FILE--
<?php
echo number_format(5, 3), "\n";
number_format(1, PHP_INT_MAX);
--EXPECTF--
5.000

Fatal error: Allowed memory size of %d bytes exhausted%S (tried to allocate %d bytes) in %s on line %d
