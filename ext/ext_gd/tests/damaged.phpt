--TEST--
Damaged files are told from whole ones
--FILE--
<?php
require __DIR__ . '/images.inc';
$image = noise(64, 48, true, false);
foreach (['png', 'jpeg', 'webp', 'bmp'] as $kind) {
    $data = printed(fn() => ("image$kind")($image));
    foreach ([5, 20, 100, strlen($data) - 10] as $length) {
        set_error_handler(function (int $level, string $text) {
            echo '  ', trim($text), "\n";
        });
        echo "$kind ", $length > 100 ? 'nearly whole' : $length, "\n";
        $read = imagecreatefromstring(substr($data, 0, $length));
        echo $read ? imagesx($read) . 'x' . imagesy($read) : 'none', "\n";
        restore_error_handler();
    }
}
?>
--EXPECT--
png 5
  imagecreatefromstring(): Data is not in a recognized format
none
png 20
  imagecreatefromstring(): gd-png: fatal libpng error: Read Error: truncated data
  imagecreatefromstring(): gd-png error: setjmp returns error condition 1
  imagecreatefromstring(): Passed data is not in "PNG" format
  imagecreatefromstring(): Couldn't create GD Image Stream out of Data
none
png 100
  imagecreatefromstring(): gd-png: fatal libpng error: Read Error: truncated data
  imagecreatefromstring(): gd-png error: setjmp returns error condition 3
  imagecreatefromstring(): Passed data is not in "PNG" format
  imagecreatefromstring(): Couldn't create GD Image Stream out of Data
none
png nearly whole
  imagecreatefromstring(): gd-png: fatal libpng error: Read Error: truncated data
  imagecreatefromstring(): gd-png error: setjmp returns error condition 3
  imagecreatefromstring(): Passed data is not in "PNG" format
  imagecreatefromstring(): Couldn't create GD Image Stream out of Data
none
jpeg 5
  imagecreatefromstring(): Data is not in a recognized format
none
jpeg 20
  imagecreatefromstring(): gd-jpeg: JPEG library reports unrecoverable error: JPEG datastream contains no image
  imagecreatefromstring(): Passed data is not in "JPEG" format
  imagecreatefromstring(): Couldn't create GD Image Stream out of Data
none
jpeg 100
  imagecreatefromstring(): gd-jpeg: JPEG library reports unrecoverable error: JPEG datastream contains no image
  imagecreatefromstring(): Passed data is not in "JPEG" format
  imagecreatefromstring(): Couldn't create GD Image Stream out of Data
none
jpeg nearly whole
64x48
webp 5
  imagecreatefromstring(): Data is not in a recognized format
none
webp 20
  imagecreatefromstring(): gd-webp cannot get webp info
  imagecreatefromstring(): Passed data is not in "WEBP" format
  imagecreatefromstring(): Couldn't create GD Image Stream out of Data
none
webp 100
  imagecreatefromstring(): gd-webp cannot allocate temporary buffer
  imagecreatefromstring(): Passed data is not in "WEBP" format
  imagecreatefromstring(): Couldn't create GD Image Stream out of Data
none
webp nearly whole
  imagecreatefromstring(): gd-webp cannot allocate temporary buffer
  imagecreatefromstring(): Passed data is not in "WEBP" format
  imagecreatefromstring(): Couldn't create GD Image Stream out of Data
none
bmp 5
  imagecreatefromstring(): Data is not in a recognized format
none
bmp 20
  imagecreatefromstring(): Passed data is not in "BMP" format
  imagecreatefromstring(): Couldn't create GD Image Stream out of Data
none
bmp 100
  imagecreatefromstring(): Passed data is not in "BMP" format
  imagecreatefromstring(): Couldn't create GD Image Stream out of Data
none
bmp nearly whole
  imagecreatefromstring(): Passed data is not in "BMP" format
  imagecreatefromstring(): Couldn't create GD Image Stream out of Data
none
