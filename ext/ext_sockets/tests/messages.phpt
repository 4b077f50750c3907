--TEST--
socket_sendmsg(), socket_recvmsg(), socket_cmsg_space(): data in pieces, addresses, descriptors, credentials and what is wrong with them
--EXTENSIONS--
sockets
posix
--FILE--
<?php
socket_create_pair(AF_UNIX, SOCK_DGRAM, 0, $pair);
[$a, $b] = $pair;
echo "pieces\n";
var_dump(socket_sendmsg($a, ["iov" => ["one ", "two ", 3]]));
$message = ["controllen" => 64];
var_dump(socket_recvmsg($b, $message));
var_dump($message);
var_dump(socket_sendmsg($a, ["iov" => ["too long for it"]]));
$message = ["controllen" => 64, "buffer_size" => 3, "name" => []];
var_dump(socket_recvmsg($b, $message), $message["iov"], ($message["flags"] & MSG_TRUNC) != 0);

echo "descriptors\n";
$file = tmpfile();
fwrite($file, "from the file");
rewind($file);
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $other);
$rights = ["level" => SOL_SOCKET, "type" => SCM_RIGHTS, "data" => [$other[0], $file]];
var_dump(socket_sendmsg($a, ["iov" => ["x"], "control" => [$rights]]));
$message = ["controllen" => socket_cmsg_space(SOL_SOCKET, SCM_RIGHTS, 2)];
var_dump(socket_recvmsg($b, $message));
[$socket, $stream] = $message["control"][0]["data"];
var_dump(get_class($socket), fread($stream, 100));
socket_write($other[1], "over the socket");
var_dump(socket_read($socket, 100));
socket_sendmsg($a, ["iov" => ["x"], "control" => [$rights]]);
$message = ["controllen" => 20];
var_dump(socket_recvmsg($b, $message), count($message["control"][0]["data"]), ($message["flags"] & MSG_CTRUNC) != 0);

echo "credentials\n";
socket_set_option($b, SOL_SOCKET, SO_PASSCRED, 1);
$own = ["pid" => getmypid(), "uid" => posix_getuid(), "gid" => (string) posix_getgid()];
socket_sendmsg($a, ["iov" => ["x"], "control" => [["level" => SOL_SOCKET, "type" => SCM_CREDENTIALS, "data" => $own]]]);
$message = ["controllen" => socket_cmsg_space(SOL_SOCKET, SCM_CREDENTIALS)];
socket_recvmsg($b, $message);
var_dump($message["control"][0]["data"] == $own);

echo "addresses\n";
$udp = socket_create(AF_INET, SOCK_DGRAM, SOL_UDP);
socket_bind($udp, "127.0.0.1", 0);
socket_getsockname($udp, $host, $port);
var_dump(socket_sendmsg($udp, ["name" => ["addr" => "127.0.0.1", "port" => $port], "iov" => ["to myself"]]));
$message = ["name" => [], "controllen" => 1];
socket_recvmsg($udp, $message);
var_dump($message["name"] === ["family" => AF_INET, "addr" => "127.0.0.1", "port" => $port], $message["iov"]);

echo "room\n";
foreach ([[SOL_SOCKET, SCM_RIGHTS, 0], [SOL_SOCKET, SCM_RIGHTS, 3], [SOL_SOCKET, SCM_CREDENTIALS, 9], [IPPROTO_IPV6, IPV6_PKTINFO, 0]] as $of) {
    var_dump(socket_cmsg_space(...$of));
}

echo "errors\n";
foreach ([[SOL_SOCKET, SCM_RIGHTS, -1], [SOL_SOCKET, 77], [1 << 40, 1]] as $of) {
    try {
        socket_cmsg_space(...$of);
    } catch (ValueError $e) {
        echo $e->getMessage(), "\n";
    }
}
set_error_handler(function ($level, $text) { echo $text, "\n"; return true; });
foreach ([
    ["iov" => "text"],
    ["name" => 5],
    ["name" => ["family" => AF_INET]],
    ["name" => ["path" => ""]],
    ["name" => ["path" => str_repeat("x", 200)]],
    ["name" => ["family" => "abc"]],
    ["name" => ["family" => []]],
    ["name" => ["family" => 99]],
    ["control" => [["level" => 5, "type" => 6]]],
    ["control" => [["level" => SOL_SOCKET, "type" => SCM_RIGHTS]]],
    ["control" => [["level" => SOL_SOCKET, "type" => SCM_RIGHTS, "data" => []]]],
    ["control" => [["level" => SOL_SOCKET, "type" => SCM_RIGHTS, "data" => [7]]]],
    ["control" => [["level" => SOL_SOCKET, "type" => SCM_CREDENTIALS, "data" => ["pid" => -1]]]],
    ["control" => [["level" => SOL_SOCKET, "type" => SCM_CREDENTIALS, "data" => ["pid" => 1, "uid" => 1]]]],
    ["control" => [["level" => 1 << 33, "type" => 6]]],
] as $wrong) {
    var_dump(socket_sendmsg($a, $wrong));
}
foreach ([[], ["controllen" => 0], ["controllen" => -1], ["controllen" => 8, "buffer_size" => 1 << 30]] as $wrong) {
    var_dump(socket_recvmsg($a, $wrong));
}
try {
    socket_sendmsg($a, [], 1 << 40);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
pieces
int(9)
int(9)
array(4) {
  ["name"]=>
  NULL
  ["control"]=>
  array(0) {
  }
  ["iov"]=>
  array(1) {
    [0]=>
    string(9) "one two 3"
  }
  ["flags"]=>
  int(0)
}
int(15)
int(3)
array(1) {
  [0]=>
  string(3) "too"
}
bool(true)
descriptors
int(1)
int(1)
string(6) "Socket"
string(13) "from the file"
string(15) "over the socket"
int(1)
int(1)
bool(true)
credentials
bool(true)
addresses
int(9)
bool(true)
array(1) {
  [0]=>
  string(9) "to myself"
}
room
int(16)
int(32)
int(32)
int(40)
errors
socket_cmsg_space(): Argument #3 ($num) must be greater than or equal to 0
Pair level 1 and/or type 77 is not supported
socket_cmsg_space(): Argument #1 ($level) must be between -2147483648 and 2147483647
socket_sendmsg(): error converting user data (path: msghdr > iov): expected an array here
bool(false)
socket_sendmsg(): error converting user data (path: msghdr > name): expected an array here
bool(false)
socket_sendmsg(): error converting user data (path: msghdr > name): the specified family (number 2) is not supported on this socket
bool(false)
socket_sendmsg(): error converting user data (path: msghdr > name > path): the path is must not be empty
bool(false)
socket_sendmsg(): error converting user data (path: msghdr > name > path): the path is too long, the maximum permitted length is 107
bool(false)
socket_sendmsg(): error converting user data (path: msghdr > name > family): expected an integer, but got a non numeric string (possibly from a converted object): 'abc'
bool(false)
socket_sendmsg(): error converting user data (path: msghdr > name > family): expected an integer, either of a PHP integer type or of a convertible type
bool(false)
socket_sendmsg(): error converting user data (path: msghdr > name): the only families currently supported are AF_INET, AF_INET6 and AF_UNIX
bool(false)
socket_sendmsg(): error converting user data (path: msghdr > control > element #0): cmsghdr with level 5 and type 6 not supported
bool(false)
socket_sendmsg(): error converting user data (path: msghdr > control > element #0): cmsghdr should have a 'data' element here
bool(false)
socket_sendmsg(): error converting user data (path: msghdr > control > element #0): expected at least one element in this array
bool(false)
socket_sendmsg(): error converting user data (path: msghdr > control > element #0 > data > element #1): expected a Socket object or a stream resource
bool(false)
socket_sendmsg(): error converting user data (path: msghdr > control > element #0 > data > pid): given PHP integer is out of bounds for a pid_t value
bool(false)
socket_sendmsg(): error converting user data (path: msghdr > control > element #0 > data): The key 'gid' is required
bool(false)
socket_sendmsg(): error converting user data (path: msghdr > control > element #0 > level): given PHP integer is out of bounds for a native int
bool(false)
socket_recvmsg(): error converting user data (path: msghdr): The key 'controllen' is required
bool(false)
socket_recvmsg(): error converting user data (path: msghdr > controllen): controllen cannot be 0
bool(false)
socket_recvmsg(): error converting user data (path: msghdr > controllen): given PHP integer is out of bounds for an unsigned 32-bit integer
bool(false)
socket_recvmsg(): error converting user data (path: msghdr > buffer_size): the buffer size must be between 1 and 104857600; given 1073741824
bool(false)
socket_sendmsg(): Argument #3 ($flags) must be between -2147483648 and 2147483647
