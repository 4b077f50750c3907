--TEST--
AVIF: what is read is what was written, as near as the quality says; broken files are told from whole ones
--FILE--
<?php
require __DIR__ . '/images.inc';
$image = imagecreatetruecolor(21, 10);
imagealphablending($image, false);
imagefill($image, 0, 0, 0x10ff8040);
imagefilledrectangle($image, 4, 2, 9, 8, 0x7f0000ff);
function near(int $one, int $other): bool
{
    foreach ([24, 16, 8, 0] as $shift) {
        if (abs(($one >> $shift & 255) - ($other >> $shift & 255)) > 12) {
            return false;
        }
    }
    return true;
}
foreach ([[-1, -1], [100, 10], [90, 8], [60, 10]] as [$quality, $speed]) {
    $data = printed(fn() => imageavif($image, null, $quality, $speed));
    $read = imagecreatefromstring($data);
    [$width, $height] = getimagesizefromstring($data);
    echo "$quality: {$width}x$height ", getimagesizefromstring($data)['mime'], ' ', imagesx($read), 'x', imagesy($read);
    foreach ([[0, 0], [7, 5], [20, 9]] as [$x, $y]) {
        $colors = [imagecolorat($image, $x, $y), imagecolorat($read, $x, $y)];
        echo $colors[0] === $colors[1] ? ' same' : (near(...$colors) ? ' near' : ' far: ' . dechex($colors[1]));
    }
    echo "\n";
}
set_error_handler(function (int $level, string $text) {
    echo '  ', trim(str_replace(__DIR__, '', $text)), "\n";
});
foreach ([40, 200, strlen($data) - 5] as $length) {
    var_dump(imagecreatefromstring(substr($data, 0, $length)));
}
$file = __DIR__ . '/avif.tmp';
file_put_contents($file, 'abc');
var_dump(imagecreatefromavif($file));
unlink($file);
var_dump(printed(fn() => var_dump(imageavif(noise(5, 5, false)))));
foreach ([[-2, 1], [101, 1], [5, -2], [5, 11]] as [$quality, $speed]) {
    try {
        imageavif($image, null, $quality, $speed);
    } catch (ValueError $error) {
        echo $error->getMessage(), "\n";
    }
}
// The file's boxes claim more pixels than there may be.
$huge = preg_replace('/(?<=ispe\0{4}).{8}/s', "\0\0\x3f\xff\0\0\x3f\xff", $data);
ini_set('memory_limit', '64M');
imagecreatefromstring($huge);
?>
--EXPECTF--
-1: 21x10 image/avif 21x10 near near near
100: 21x10 image/avif 21x10 same same same
90: 21x10 image/avif 21x10 near near near
60: 21x10 image/avif 21x10 near near near
  imagecreatefromstring(): avif error - Could not parse image: Truncated data
  imagecreatefromstring(): Passed data is not in "AVIF" format
  imagecreatefromstring(): Couldn't create GD Image Stream out of Data
bool(false)
  imagecreatefromstring(): avif error - Could not parse image: Truncated data
  imagecreatefromstring(): Passed data is not in "AVIF" format
  imagecreatefromstring(): Couldn't create GD Image Stream out of Data
bool(false)
  imagecreatefromstring(): avif error - Could not decode image: Truncated data
  imagecreatefromstring(): Passed data is not in "AVIF" format
  imagecreatefromstring(): Couldn't create GD Image Stream out of Data
bool(false)
  imagecreatefromavif(): avif error - Could not parse image: BMFF parsing failed
  imagecreatefromavif(): "/avif.tmp" is not a valid AVIF file
bool(false)
string(62) "  imageavif(): avif doesn't support palette images
bool(true)
"
imageavif(): Argument #3 ($quality) must be between -1 and 100
imageavif(): Argument #3 ($quality) must be between -1 and 100
imageavif(): Argument #4 ($speed) must be between -1 and 10
imageavif(): Argument #4 ($speed) must be between -1 and 10

Fatal error: Allowed memory size of 67108864 bytes exhausted (tried to allocate 4294443024 bytes) in %s on line %d
