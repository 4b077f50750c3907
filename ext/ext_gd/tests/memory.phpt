--TEST--
Pixels count towards the limit
--FILE--
<?php
ini_set('memory_limit', '64M');
$before = memory_get_usage();
$image = imagecreatetruecolor(1000, 1000);
echo memory_get_usage() - $before >= 4000000 ? 'counted' : 'not counted', "\n";
unset($image);
echo memory_get_usage() - $before < 100000 ? 'given back' : 'kept', "\n";
imagecreatetruecolor(10000, 10000);
?>
--EXPECTF--
not counted
given back

Fatal error: Allowed memory size of 67108864 bytes exhausted (tried to allocate 400000000 bytes) in %s on line %d
