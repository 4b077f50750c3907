<?php
// Draws the 256 characters of each of the five fonts that gd has built in, and packs their pixels: eight to a byte, first the highest bit,
// row by row, characters and fonts one after the other. `php84 examples/glyphs.php > data/glyphs.bin`
foreach (range(1, 5) as $font) {
    [$width, $height] = [imagefontwidth($font), imagefontheight($font)];
    $bits = '';
    for ($code = 0; $code < 256; $code++) {
        $image = imagecreate($width, $height);
        imagecolorallocate($image, 255, 255, 255);
        $black = imagecolorallocate($image, 0, 0, 0);
        imagechar($image, $font, 0, 0, chr($code), $black);
        for ($y = 0; $y < $height; $y++) {
            for ($x = 0; $x < $width; $x++) {
                $bits .= imagecolorat($image, $x, $y) === $black ? '1' : '0';
            }
        }
    }
    fprintf(STDERR, "%d: %dx%d\n", $font, $width, $height);
    foreach (str_split($bits, 8) as $byte) {
        echo chr(bindec($byte));
    }
}
