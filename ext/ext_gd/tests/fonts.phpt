--TEST--
The fonts that are built in, and fonts from files
--FILE--
<?php
require __DIR__ . '/images.inc';
foreach ([true, false] as $true) {
    foreach ([1, 2, 3, 4, 5] as $font) {
        $image = sheet($true, 200, 60);
        $black = imagecolorallocate($image, 10, 20, 30);
        imagestring($image, $font, 3, 5, "Hello W\xf6rld!", $black);
        imagestringup($image, $font, 150, 50, 'Up', $black);
        imagechar($image, $font, 195, 50, 'x', $black);
        imagecharup($image, $font, 180, 40, 'Q', $black);
        show(imagefontwidth($font) . 'x' . imagefontheight($font), $image);
    }
}
$file = sys_get_temp_dir() . '/loxo-font-' . getmypid();
file_put_contents($file, pack('l4', 2, 65, 3, 2) . "\1\0\1\1\1\0" . "\0\1\0\1\0\1");
$font = imageloadfont($file);
echo get_class($font), ' ', imagefontwidth($font), 'x', imagefontheight($font), "\n";
$image = imagecreate(7, 2);
imagecolorallocate($image, 0, 0, 0);
imagestring($image, $font, 0, 0, 'ABC', 1);
for ($y = 0; $y < 2; $y++) {
    for ($x = 0; $x < 7; $x++) {
        echo imagecolorat($image, $x, $y);
    }
    echo "\n";
}
foreach ([str_repeat('x', 9), pack('l4', 2, 65, 3, 2) . 'abc', pack('l4', 0, 65, 3, 2), pack('l4', 100000, 65, 100000, 2)] as $bad) {
    file_put_contents($file, $bad);
    var_dump(imageloadfont($file));
}
unlink($file);
?>
--EXPECTF--
5x8: 200x60 dd1ca8c8046cd64aedd9ce6ea2df7f02
6x13: 200x60 a8c6eef442b6ae401d61bd854200f311
7x13: 200x60 2bc94c15f3b66a91c124751df86be337
8x16: 200x60 b147c67d3b7ce0c08d7df809c076de9c
9x15: 200x60 e518ccd7cec369b3222ec0986460ae24
5x8: 200x60 81645d51ab53506718b1dc68c788bcf2 c7ec5057
6x13: 200x60 e6f7803a0c0afaf141fa6a0d82d5682c c7ec5057
7x13: 200x60 2c1e1587b35d86dd00a78515ab5ef8cf c7ec5057
8x16: 200x60 96933159a24c0b8130be21be1b54a930 c7ec5057
9x15: 200x60 da4c0f2a4662670a1c78f50547c3a9bd c7ec5057
GdFont 3x2
1010100
1101010

Warning: imageloadfont(): End of file while reading header in %s on line %d
bool(false)

Warning: imageloadfont(): Product of memory allocation multiplication would exceed INT_MAX, failing operation gracefully
 in %s on line %d

Warning: imageloadfont(): Error reading font, invalid font header in %s on line %d
bool(false)

Warning: imageloadfont(): One parameter to a memory allocation multiplication is negative or zero, failing operation gracefully
 in %s on line %d

Warning: imageloadfont(): Error reading font, invalid font header in %s on line %d
bool(false)

Warning: imageloadfont(): Product of memory allocation multiplication would exceed INT_MAX, failing operation gracefully
 in %s on line %d

Warning: imageloadfont(): Error reading font, invalid font header in %s on line %d
bool(false)
