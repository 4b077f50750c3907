--TEST--
gd2: chunks beside the image cost nothing; the kind of colours is said twice, equally
--FILE--
<?php
set_error_handler(fn(int $level, string $text) => print(trim($text) . "\n"));
$head = fn(int $chunks) => "gd2\0" . pack('n7', 2, 1, 1, 64, 3, $chunks, $chunks);
$image = imagecreatefromstring($head(0x4444) . "\1" . pack('N2', -1 & 0xffffffff, 0x112233));
echo imagesx($image), ' ', dechex(imagecolorat($image, 0, 0)), "\n";
var_dump(imagecreatefromstring($head(0x4444) . "\x44" . pack('N2', -1 & 0xffffffff, 0x112233)));
$file = tempnam(sys_get_temp_dir(), 'gd2');
$large = imagecreatetruecolor(130, 70);
imagefilledrectangle($large, 100, 60, 129, 69, 0x445566);
foreach ([IMG_GD2_RAW, IMG_GD2_COMPRESSED] as $mode) {
    imagegd2($large, $file, 64, $mode);
    $read = imagecreatefromgd2($file);
    echo imagesx($read), ' ', dechex(imagecolorat($read, 129, 69)), ' ', dechex(imagecolorat($read, 99, 60)), "\n";
}
unlink($file);
?>
--EXPECT--
1 112233
imagecreatefromstring(): Passed data is not in "GD2" format
imagecreatefromstring(): Couldn't create GD Image Stream out of Data
bool(false)
130 445566 0
130 445566 0
