--TEST--
Images are objects that only functions make
--FILE--
<?php
$image = imagecreatetruecolor(2, 2);
$font = imageloadfont(...);
foreach ([
    fn() => new GdImage, fn() => new GdFont, fn() => clone $image, fn() => serialize($image), fn() => $image->x = 1,
    fn() => imagecreate(0, 1), fn() => imagecreatetruecolor(1, -1), fn() => imagecolorallocate($image, 256, 0, 0),
    fn() => imagecolorallocatealpha($image, 0, 0, 0, 128), fn() => imagecolorsforindex($image, -1), fn() => imagesetstyle($image, []),
    fn() => imagepng($image, 'x', 10), fn() => imagejpeg($image, null, 101), fn() => imagegif($image, 1.5), fn() => imagepng($image, "a\0b"),
    fn() => imagefilledpolygon($image, [1, 2, 3], 1), fn() => imagefilledpolygon($image, [1, 2, 3, 4], 1),
    fn() => imagescale($image, -1, -1), fn() => imagescale($image, 5, 5, 99), fn() => imagerotate($image, 1e9, 0),
    fn() => imagecrop($image, ['x' => 1]), fn() => imageresolution($image, -1), fn() => imageconvolution($image, [[1]], 1, 1),
    fn() => imageaffine($image, [1]), fn() => imageaffinematrixget(7, 1), fn() => imageflip($image, 0),
    fn() => imagetruecolortopalette($image, false, 0), fn() => imagecolormatch($image, $image), fn() => imagecolorat($image, 5, 5),
    fn() => imagecreatetruecolor(100000, 100000), fn() => imagecreatefromstring('nothing of the kind'),
    fn() => imagecreatefromstring("\x89PNG\r\n\x1a\n\0\0\0\0"), fn() => imagecreatefromstring("GIF89a\1\0\1\0\0\0\0"),
] as $work) {
    try {
        var_dump(@$work());
    } catch (Throwable $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}
@unlink('x');
var_dump($image == imagecreatetruecolor(2, 2), $image == $image, $image);
?>
--EXPECT--
Error: You cannot initialize a GdImage object except through helper functions
Error: You cannot initialize a GdFont object except through helper functions
Error: Trying to clone an uncloneable object of class GdImage
Exception: Serialization of 'GdImage' is not allowed
Error: Cannot create dynamic property GdImage::$x
ValueError: imagecreate(): Argument #1 ($width) must be greater than 0
ValueError: imagecreatetruecolor(): Argument #2 ($height) must be greater than 0
ValueError: imagecolorallocate(): Argument #2 ($red) must be between 0 and 255 (inclusive)
ValueError: imagecolorallocatealpha(): Argument #5 ($alpha) must be between 0 and 127 (inclusive)
ValueError: imagecolorsforindex(): Argument #2 ($color) is out of range
ValueError: imagesetstyle(): Argument #2 ($style) must not be empty
ValueError: imagepng(): Argument #3 ($quality) must be between -1 and 9
ValueError: imagejpeg(): Argument #3 ($quality) must be at between -1 and 100
TypeError: imagegif(): Argument #2 ($file) must be a file name or a stream resource, float given
TypeError: imagepng(): Argument #2 ($file) must not contain null bytes
ValueError: imagefilledpolygon(): Argument #2 ($points) must have an even number of elements
ValueError: imagefilledpolygon(): Argument #3 ($num_points_or_color) must be greater than or equal to 3
ValueError: Argument #2 ($width) and argument #3 ($height) cannot be both negative
ValueError: imagescale(): Argument #4 ($mode) must be one of the GD_* constants
ValueError: imagerotate(): Argument #2 ($angle) must be between -21474836 and 21474836
ValueError: imagecrop(): Argument #2 ($rectangle) must have a "y" key
ValueError: imageresolution(): Argument #2 ($resolution_x) must be between 0 and 4294967295
ValueError: imageconvolution(): Argument #2 ($matrix) must be a 3x3 array
ValueError: imageaffine(): Argument #2 ($affine) must have 6 elements
ValueError: imageaffinematrixget(): Argument #1 ($type) must be a valid element type
ValueError: imageflip(): Argument #2 ($mode) must be one of IMG_FLIP_VERTICAL, IMG_FLIP_HORIZONTAL, or IMG_FLIP_BOTH
ValueError: imagetruecolortopalette(): Argument #3 ($num_colors) must be greater than 0 and less than 2147483647
ValueError: imagecolormatch(): Argument #2 ($image2) must be Palette
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(true)
object(GdImage)#1 (0) {
}
