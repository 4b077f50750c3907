--TEST--
mb_str_pad() to more than memory
--FILE--
<?php
echo mb_str_pad('ä', 5, 'öü', STR_PAD_BOTH), "\n";
mb_str_pad('a', PHP_INT_MAX, 'b');
--EXPECTF--
öüäöü

Fatal error: Allowed memory size of %d bytes exhausted%S (tried to allocate %d bytes) in %s on line %d
