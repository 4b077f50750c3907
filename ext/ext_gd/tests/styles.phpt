--TEST--
Styles, brushes and tiles
--FILE--
<?php
require __DIR__ . '/images.inc';
foreach ([true, false] as $true) {
    foreach ([true, false] as $other) {
        $brush = noise(7, 5, $other);
        $tile = noise(13, 11, $other, false);
        imagecolortransparent($tile, imagecolorat($tile, 3, 3));
        $image = sheet($true);
        $red = imagecolorallocate($image, 200, 20, 10);
        $green = imagecolorallocate($image, 20, 200, 10);
        imagesetstyle($image, [$red, $red, $green, IMG_COLOR_TRANSPARENT, IMG_COLOR_TRANSPARENT]);
        imageline($image, 0, 0, 99, 50, IMG_COLOR_STYLED);
        imagerectangle($image, 5, 5, 60, 70, IMG_COLOR_STYLED);
        imagesetbrush($image, $brush);
        imageline($image, 10, 70, 80, 10, IMG_COLOR_BRUSHED);
        imagesetstyle($image, [1, 0, 0, 0, 1, 0, 0]);
        imageline($image, 0, 10, 99, 30, IMG_COLOR_STYLEDBRUSHED);
        show('brush', $image);
        imagesettile($image, $tile);
        imagefilledrectangle($image, 20, 30, 90, 75, IMG_COLOR_TILED);
        imagefill($image, 2, 78, IMG_COLOR_TILED);
        show('tile', $image);
    }
}
// A style of styles draws nothing, and an image can be its own tile.
$image = sheet(true, 20, 20);
imagesetstyle($image, [IMG_COLOR_STYLED, IMG_COLOR_STYLEDBRUSHED]);
imageline($image, 0, 0, 19, 19, IMG_COLOR_STYLED);
imagesettile($image, $image);
imagesetbrush($image, $image);
imagefilledrectangle($image, 3, 3, 9, 9, IMG_COLOR_TILED);
imagesetpixel($image, 5, 5, IMG_COLOR_BRUSHED);
unset($image);
gc_collect_cycles();
echo "done
";
?>
--EXPECT--
brush: 100x80 4f425d8ac742803c0db8119f9a76042f
tile: 100x80 0493a23a96ca09e555661fda731767cd
brush: 100x80 c068a752e427506f643da44f07950403
tile: 100x80 c38b53e196c840c3a72db3012c75440f
brush: 100x80 597bcfc8f307501eb1f9e01e54de3134 adf592ae
tile: 100x80 e46720713b0d2334b2df1f358a813f99 d5b5b24a
brush: 100x80 21ed8d9916cf0fc9dd891f4163094a68 b953f868
tile: 100x80 d92301d2b55a035ed1b4648284a1abc2 860de527
done
