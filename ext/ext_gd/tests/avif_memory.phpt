--TEST--
AVIF: memory is asked for what the coded data says, not for what the boxes say
--FILE--
<?php
require __DIR__ . '/images.inc';
ini_set('memory_limit', '256M');
$image = imagecreatetruecolor(2000, 1500);
$data = printed(fn() => imageavif($image, null, 0, 10));
unset($image);
var_dump(imagesx(imagecreatefromstring($data)));
ini_set('memory_limit', '32M');
imagecreatefromstring(preg_replace('/(?<=ispe\0{4}).{8}/s', "\0\0\0\x10\0\0\0\x10", $data));
?>
--EXPECTF--
int(2000)

Fatal error: Allowed memory size of 33554432 bytes exhausted (tried to allocate 48000000 bytes) in %s on line %d
