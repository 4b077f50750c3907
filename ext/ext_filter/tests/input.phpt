--TEST--
What came in stays what filter_input() sees, and $_ENV and $_SERVER are the program's to change
--ENV--
LOXO_TEST=from outside
--INI--
variables_order=EGPCS
--FILE--
<?php
$_ENV['LOXO_TEST'] = 'changed';
$_SERVER['LOXO_TEST'] = 'changed';
unset($_SERVER['argv']);
var_dump($_ENV['LOXO_TEST'], $_SERVER['LOXO_TEST']);
var_dump(filter_input(INPUT_ENV, 'LOXO_TEST'), getenv('LOXO_TEST'));
$server = filter_input_array(INPUT_SERVER);
var_dump(isset($server['argv']), isset($server['REQUEST_TIME']), isset($_SERVER['REQUEST_TIME']));
--EXPECT--
string(7) "changed"
string(7) "changed"
string(12) "from outside"
string(12) "from outside"
bool(false)
bool(false)
bool(true)
