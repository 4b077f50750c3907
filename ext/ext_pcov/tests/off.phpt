--TEST--
Nothing is noted without pcov.enabled
--INI--
pcov.enabled=0
--FILE--
<?php
var_dump(extension_loaded('pcov'), ini_get('pcov.enabled'), \pcov\version, ini_set('pcov.enabled', 1));
var_dump(\pcov\start(), \pcov\stop(), \pcov\clear(), \pcov\waiting(), \pcov\memory(), \pcov\collect());
--EXPECT--
bool(true)
string(1) "0"
string(6) "1.0.12"
bool(false)
NULL
NULL
NULL
NULL
NULL
NULL
