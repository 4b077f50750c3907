--TEST--
Code that evaluates itself for ever runs out of memory
--INI--
memory_limit=32M
--FILE--
<?php
$code = '$depth++; eval($code);';
$depth = 0;
eval($code);
--EXPECTF--

Fatal error: Allowed memory size of %d bytes exhausted%S (tried to allocate %d bytes) in %seval()'d code on line %d
