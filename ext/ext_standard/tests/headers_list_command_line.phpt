--TEST--
The command line keeps no header fields
--FILE--
<?php
header('X-One: 1');
header('Content-Type: text/plain');
setcookie('a', 'b');
var_dump(headers_list(), headers_sent());
?>
--EXPECT--
array(0) {
}
bool(false)
