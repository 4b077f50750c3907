--TEST--
A host that cannot be looked up: a warning, and the code of the lookup
--EXTENSIONS--
sockets
--FILE--
<?php
$socket = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
var_dump(socket_connect($socket, 'no-such-host.invalid', 80));
var_dump(socket_last_error($socket));
?>
--EXPECTF--

Warning: socket_connect(): Host lookup failed [-%d]: %s in %s on line %d
bool(false)
int(-%d)
