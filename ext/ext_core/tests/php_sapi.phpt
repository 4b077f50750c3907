--TEST--
PHP_SAPI and PHP_BINARY are constants of Core
--FILE--
<?php
var_dump(PHP_SAPI === php_sapi_name(), is_executable(PHP_BINARY));
var_dump(isset(get_defined_constants(true)['Core']['PHP_SAPI']));
--EXPECT--
bool(true)
bool(true)
bool(true)
