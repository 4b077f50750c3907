--TEST--
php://memory counts towards the limit
--INI--
memory_limit=32M
--FILE--
<?php
$stream = fopen('php://memory', 'w+');
fwrite($stream, str_repeat('ab', 1 << 20));
var_dump(ftell($stream), ftruncate($stream, 1 << 21), strlen(stream_get_contents($stream, null, 0)));
stream_copy_to_stream(fopen('/dev/zero', 'r'), $stream);
--EXPECTF--
int(2097152)
bool(true)
int(2097152)

Fatal error: Allowed memory size of 33554432 bytes exhausted%S (tried to allocate %d bytes) in %s on line 5
