--TEST--
On the command line opcache has to be asked for
--INI--
opcache.enable_cli=0
--FILE--
<?php
var_dump(extension_loaded('Zend OPcache'), opcache_get_status(), opcache_reset(), opcache_is_script_cached(__FILE__));
var_dump(opcache_compile_file(__FILE__));
var_dump(is_array(opcache_get_configuration()), ini_set('opcache.jit', 'on'));
?>
--EXPECTF--
bool(true)
bool(false)
bool(false)
bool(false)

Notice: Zend OPcache has not been properly started, can't compile file in %s on line %d
bool(false)

Warning: Cannot change opcache.jit setting at run-time (JIT is disabled) in %s on line %d
bool(true)
bool(false)
