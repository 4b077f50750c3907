--TEST--
Without a cache nothing is kept
--INI--
apc.enable_cli=0
--FILE--
<?php
var_dump(apcu_enabled(), apcu_store('a', 1), apcu_fetch('a', $found), $found, apcu_add('a', 1), apcu_exists('a'), apcu_delete('a'), apcu_inc('a', 1, $ok), apcu_cache_info(), apcu_sma_info());
try {
    new APCUIterator();
} catch (Error $error) {
    echo get_class($error), ': ', $error->getMessage(), "\n";
}
--EXPECTF--

Warning: apcu_cache_info(): No APC info available.  Perhaps APC is not enabled? Check apc.enabled in your ini file in %s on line 2

Warning: apcu_sma_info(): No APC SMA info available.  Perhaps APC is disabled via apc.enabled? in %s on line 2
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
Error: APC must be enabled to use APCUIterator
