--TEST--
sockets: pairs, listening, options, errors
--FILE--
<?php
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
var_dump(socket_write($pair[0], "line\nmore", 7), socket_read($pair[1], 100, PHP_NORMAL_READ), socket_recv($pair[1], $data, 10, 0), $data);
$read = ['a' => $pair[0], 'b' => $pair[1]];
$write = $except = null;
socket_write($pair[0], 'x');
var_dump(socket_select($read, $write, $except, 0), array_keys($read));
$server = socket_create_listen(0);
socket_getsockname($server, $address, $port);
$client = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
var_dump($address, socket_connect($client, '127.0.0.1', $port));
$accepted = socket_accept($server);
socket_send($client, 'hello', 5, 0);
var_dump(socket_read($accepted, 10), socket_getpeername($client, $address, $port2), $port2 === $port);
var_dump(socket_set_option($client, SOL_SOCKET, SO_LINGER, ['l_onoff' => 1, 'l_linger' => 2]), socket_get_option($client, SOL_SOCKET, SO_LINGER));
$stream = socket_export_stream($client);
fwrite($stream, 'by stream');
var_dump(socket_read($accepted, 20), socket_set_nonblock($accepted), socket_read($accepted, 5), socket_last_error($accepted) === SOCKET_EAGAIN);
$refused = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
socket_close($server);
var_dump(@socket_connect($refused, '127.0.0.1', $port), socket_strerror(socket_last_error()), socket_strerror(-10001));
foreach ([fn() => socket_read($server, 1), fn() => socket_create(99, 1, 0), fn() => socket_connect($refused, '127.0.0.1'), fn() => new Socket,
    fn() => socket_set_option($refused, SOL_SOCKET, SO_LINGER, 1)] as $wrong) {
    try {
        $wrong();
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
$found = socket_addrinfo_lookup('127.0.0.1', '80', ['ai_socktype' => SOCK_STREAM]);
var_dump(socket_addrinfo_explain($found[0])['ai_addr']);
?>
--EXPECT--
int(7)
string(5) "line
"
int(2)
string(2) "mo"
int(1)
array(1) {
  [0]=>
  string(1) "b"
}
string(7) "0.0.0.0"
bool(true)
string(5) "hello"
bool(true)
bool(true)
bool(true)
array(2) {
  ["l_onoff"]=>
  int(1)
  ["l_linger"]=>
  int(2)
}
string(9) "by stream"
bool(true)
bool(false)
bool(true)
bool(false)
string(18) "Connection refused"
string(12) "Unknown host"
Error: socket_read(): Argument #1 ($socket) has already been closed
ValueError: socket_create(): Argument #1 ($domain) must be one of AF_UNIX, AF_INET6, or AF_INET
ValueError: socket_connect(): Argument #3 ($port) cannot be null when the socket type is AF_INET
Error: Cannot directly construct Socket, use socket_create() instead
TypeError: socket_set_option(): Argument #4 ($value) must be of type array when argument #3 ($option) is SO_LINGER, int given
array(2) {
  ["sin_port"]=>
  int(80)
  ["sin_addr"]=>
  string(9) "127.0.0.1"
}
