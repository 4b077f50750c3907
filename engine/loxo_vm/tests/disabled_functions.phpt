--TEST--
Disabled functions are not there, not even those that are ops
--INI--
disable_functions=strlen,is_string
--FILE--
<?php
function strlen($x) { return 'mine'; }
var_dump(strlen('abc'), in_array('is_string', get_defined_functions()['internal']));
try {
    var_dump(is_string('x'));
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
--EXPECTF--
string(4) "mine"
bool(false)
Call to undefined function is_string()
