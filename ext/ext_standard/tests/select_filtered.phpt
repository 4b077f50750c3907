--TEST--
stream_select() does not watch streams that have filters
--FILE--
<?php
[$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
stream_filter_append($one, 'string.rot13', STREAM_FILTER_WRITE);
$read = $except = null;
$write = [$one, $other];
var_dump(stream_select($read, $write, $except, 0), $write === [1 => $other]);
$write = [$one];
try {
    stream_select($read, $write, $except, 0);
} catch (ValueError $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECTF--

Warning: stream_select(): Cannot cast a filtered stream on this system in %s on line %d

Warning: stream_select(): Cannot cast a filtered stream on this system in %s on line %d
int(1)
bool(true)

Warning: stream_select(): Cannot cast a filtered stream on this system in %s on line %d
No stream arrays were passed
