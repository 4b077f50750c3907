--TEST--
Output that began with the report of an uncaught exception began at no place
--INI--
output_buffering=0
--FILE--
<?php
register_shutdown_function(function () {
    var_dump(headers_sent($name, $line), $name, $line);
    header('X: y');
    http_response_code(404);
});
throw new Exception('x');
?>
--EXPECTF--
Fatal error: Uncaught Exception: x in %soutput_started_at_the_end.php:7
Stack trace:
#0 {main}
  thrown in %soutput_started_at_the_end.php on line 7
bool(true)
string(0) ""
int(0)

Warning: Cannot modify header information - headers already sent in %soutput_started_at_the_end.php on line 4

Warning: http_response_code(): Cannot set response code - headers already sent in %soutput_started_at_the_end.php on line 5
