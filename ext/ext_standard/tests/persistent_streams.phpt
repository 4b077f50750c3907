--TEST--
Persistent streams: the same resource for the same address, until it is closed or the other side ends it
--FILE--
<?php
$server = stream_socket_server('tcp://127.0.0.1:0');
$address = stream_socket_get_name($server, false);
$port = (int) substr($address, strpos($address, ':') + 1);
$flags = STREAM_CLIENT_CONNECT | STREAM_CLIENT_PERSISTENT;
$connect = fn() => stream_socket_client("tcp://$address", $code, $text, 5, $flags);

$a = $connect();
$other = stream_socket_accept($server);
var_dump($a === $connect(), get_resource_type($a));
// Without a variable it stays open.
fwrite($a, "x");
unset($a);
$a = $connect();
fwrite($a, "y");
var_dump(fread($other, 1) . fread($other, 1));

// The other side ends it.
fclose($other);
$b = $connect();
var_dump($a === $b, is_resource($a), is_resource($b));
$other = stream_socket_accept($server);

// The program ends it.
fclose($b);
var_dump(fread($other, 1), feof($other));
$c = $connect();
$other = stream_socket_accept($server);
var_dump(is_resource($c));

// Another key.
$d = pfsockopen('127.0.0.1', $port);
var_dump($d === $c, $d === pfsockopen('127.0.0.1', $port), get_resource_type($d));
$e = fsockopen('127.0.0.1', $port);
var_dump($e === $d, get_resource_type($e));
var_dump(@pfsockopen('127.0.0.1', 1, $code), $code > 0);
?>
--EXPECT--
bool(true)
string(17) "persistent stream"
string(2) "xy"
bool(false)
bool(false)
bool(true)
string(0) ""
bool(true)
bool(true)
bool(false)
bool(true)
string(17) "persistent stream"
bool(false)
string(6) "stream"
bool(false)
bool(true)
