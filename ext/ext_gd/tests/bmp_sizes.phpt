--TEST--
BMP files that claim more pixels than numbers of 64 bits can count bits
--FILE--
<?php
set_error_handler(fn(int $level, string $text) => print(trim($text) . "\n"));
$head = 'BM' . str_repeat("\0", 8) . pack('V', 54);
var_dump(imagecreatefromstring($head . pack('V3v2V6', 40, 0x4902_0044, 0x4100_0200, 0x4400, 0x18, 0, 0, 0, 0, 0, 0) . 'abcdef'));
var_dump(imagecreatefromstring($head . pack('V3v2V6', 40, 0x7fff_ffff, 0x7fff_ffff, 1, 0x7fff, 0, 0, 0, 0, 0, 0) . 'abcdef'));
?>
--EXPECT--
imagecreatefromstring(): product of memory allocation multiplication would exceed INT_MAX, failing operation gracefully
imagecreatefromstring(): Passed data is not in "BMP" format
imagecreatefromstring(): Couldn't create GD Image Stream out of Data
bool(false)
imagecreatefromstring(): product of memory allocation multiplication would exceed INT_MAX, failing operation gracefully
imagecreatefromstring(): Passed data is not in "BMP" format
imagecreatefromstring(): Couldn't create GD Image Stream out of Data
bool(false)
