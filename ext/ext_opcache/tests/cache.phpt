--TEST--
The cache of compiled files as opcache's functions show it
--INI--
opcache.enable=1
opcache.enable_cli=1
opcache.validate_timestamps=1
--FILE--
<?php
$file = __DIR__ . '/cache.tmp.inc';
file_put_contents($file, '<?php function from_cache() { return 1; } return 5;');
var_dump(opcache_is_script_cached($file), opcache_compile_file($file), opcache_is_script_cached($file));
var_dump(function_exists('from_cache'));
$row = opcache_get_status()['scripts'][$file];
var_dump($row['full_path'] === $file, $row['hits'], $row['memory_consumption'] > 0);
var_dump(opcache_invalidate($file), opcache_is_script_cached($file));
var_dump(opcache_invalidate($file, true), opcache_is_script_cached($file));
var_dump(opcache_invalidate($file . '.gone'));
file_put_contents($file, '<?php return 6;');
var_dump(include $file);
// As long as the old text, and hardly later.
file_put_contents($file, '<?php return 7;');
var_dump(include $file);
var_dump(opcache_reset(), opcache_reset(), opcache_get_status(false)['restart_pending']);
var_dump(ini_set('opcache.enable', 0), ini_set('opcache.enable', 1), opcache_get_status(false)['opcache_enabled']);
var_dump(opcache_is_script_cached(__FILE__), opcache_get_configuration()['directives']['opcache.memory_consumption']);
?>
--CLEAN--
<?php @unlink(__DIR__ . '/cache.tmp.inc'); ?>
--EXPECTF--
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
int(6)
int(7)
bool(true)
bool(false)
bool(true)

Warning: Zend OPcache can't be temporary enabled (it may be only disabled till the end of request) in %s on line %d
string(1) "1"
bool(false)
bool(false)
bool(false)
int(134217728)
