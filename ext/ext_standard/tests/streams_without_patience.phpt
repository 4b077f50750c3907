--TEST--
No time to connect, and streams that never wait
--FILE--
<?php
foreach (['php://temp', 'php://memory', 'php://output'] as $path) {
    var_dump(stream_set_blocking(fopen($path, 'r+'), false));
}
$server = stream_socket_server('udp://127.0.0.1:0', $number, $message, STREAM_SERVER_BIND);
$client = stream_socket_client('udp://' . stream_socket_get_name($server, false), $number, $message, 0);
var_dump(is_resource($client), $number, $message);
$server = stream_socket_server('tcp://127.0.0.1:0');
var_dump(is_resource(stream_socket_client('tcp://' . stream_socket_get_name($server, false), $number, $message, 0)));
?>
--EXPECTF--
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
string(0) ""
bool(true)
