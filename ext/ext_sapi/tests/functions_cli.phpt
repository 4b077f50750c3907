--TEST--
Functions that the command line has, and those that it has not
--FILE--
<?php
var_dump(cli_get_process_title());
var_dump(cli_set_process_title('loxo at work'), cli_get_process_title());
foreach (['getallheaders', 'apache_request_headers', 'fastcgi_finish_request'] as $name) {
    var_dump(function_exists($name));
}
var_dump(in_array('cli_set_process_title', get_extension_funcs('standard')));
?>
--EXPECT--
string(0) ""
bool(true)
string(12) "loxo at work"
bool(false)
bool(false)
bool(false)
bool(true)
