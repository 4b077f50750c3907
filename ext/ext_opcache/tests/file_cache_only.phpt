--TEST--
opcache.file_cache_only: programs are told of no files in memory
--INI--
opcache.enable=1
opcache.enable_cli=1
opcache.file_cache=/tmp
opcache.file_cache_only=1
--FILE--
<?php
var_dump(opcache_get_status(), opcache_is_script_cached(__FILE__), opcache_invalidate(__FILE__, true), opcache_reset());
?>
--EXPECT--
array(3) {
  ["opcache_enabled"]=>
  bool(false)
  ["file_cache"]=>
  string(4) "/tmp"
  ["file_cache_only"]=>
  bool(true)
}
bool(false)
bool(false)
bool(false)
