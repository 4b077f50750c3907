--TEST--
SID by its name
--FILE--
<?php
ob_start();
session_start();
var_dump(defined('SID'), is_string(constant('SID')), is_string(constant('\SID')));
?>
--EXPECTF--

Deprecated: Constant SID is deprecated in %s on line 4

Deprecated: Constant SID is deprecated in %s on line 4
bool(true)
bool(true)
bool(true)
