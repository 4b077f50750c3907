--TEST--
A preload script leaves functions and classes, and nothing else
--INI--
opcache.enable=1
opcache.enable_cli=1
opcache.preload={PWD}/preload.inc
--FILE--
<?php
var_dump(preloaded(), Kept::$count, isset($left), defined('LEFT'), get_included_files() === [__FILE__]);
// Running the file again is no second declaration.
include __DIR__ . '/preload.inc';
var_dump(preloaded(), Kept::$count);
var_dump(opcache_get_status(false)['preload_statistics']['functions']);
?>
--EXPECTF--
once

Warning: Can't preload unlinked class Missing@anonymous: Unknown interface Missing in %spreload.inc on line %d
int(1)
int(0)
bool(false)
bool(false)
bool(true)
once
int(2)
int(1)
array(1) {
  [0]=>
  string(9) "preloaded"
}
