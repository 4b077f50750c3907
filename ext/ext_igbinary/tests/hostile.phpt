--TEST--
Memory and stack are not taken for what data only claims to hold
--DESCRIPTION--
PHP's extension runs out of memory or stack here.
--INI--
memory_limit=128M
--FILE--
<?php
$head = "\0\0\0\2";
$before = memory_get_usage();
var_dump(@igbinary_unserialize($head . str_repeat("\x15\xff\xff\6\0", 20000)));
var_dump(memory_get_peak_usage() - $before < 20 << 20);
try {
    igbinary_unserialize($head . str_repeat("\x14\1\6\0", 3000000) . "\0");
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
var_dump(is_null(igbinary_unserialize($head . str_repeat("\x25", 3000000) . "\0")));
$nested = [];
for ($i = 0; $i < 1000000; $i++) {
    $nested = [$nested];
}
try {
    igbinary_serialize($nested);
} catch (Error) {
    // Where there is less stack.
}
echo "alive\n";
--EXPECT--
NULL
bool(true)
Maximum call stack size reached. Infinite recursion?
bool(true)
alive
