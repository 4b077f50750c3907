--TEST--
A TIFF file whose tags share one long value does not take more memory than there may be
--INI--
memory_limit=32M
--FILE--
<?php
$count = 900;
$length = 1 << 20;
$file = "II\x2a\0" . pack('Vv', 8, $count);
for ($i = 0; $i < $count; $i++) {
    $file .= pack('vvVV', 0xc000 + $i, 7, $length, 8 + 2 + $count * 12 + 4);
}
$file .= pack('V', 0) . str_repeat('x', $length);
$path = tempnam(sys_get_temp_dir(), 'exif');
file_put_contents($path, $file);
register_shutdown_function(fn() => unlink($path));
unset($file);
exif_read_data($path);
?>
--EXPECTF--
Fatal error: Allowed memory size of 33554432 bytes exhausted%s in %s on line %d
