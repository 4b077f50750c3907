--TEST--
gd's own formats, whole and in parts
--FILE--
<?php
require __DIR__ . '/images.inc';
$file = sys_get_temp_dir() . '/loxo-gd-' . getmypid();
foreach ([true, false] as $true) {
    $image = noise(150, 90, $true);
    show('image', $image);
    imagegd($image, $file);
    show('gd', imagecreatefromgd($file));
    foreach ([IMG_GD2_RAW, IMG_GD2_COMPRESSED] as $mode) {
        imagegd2($image, $file, 64, $mode);
        show('gd2', imagecreatefromgd2($file));
        show('string', imagecreatefromstring(file_get_contents($file)));
        show('part', imagecreatefromgd2part($file, 50, 40, 70, 60));
        show('crop', imagecrop($image, ['x' => 50, 'y' => 40, 'width' => 70, 'height' => 50]));
    }
}
file_put_contents($file, substr(file_get_contents($file), 0, 3000));
var_dump(imagecreatefromgd2($file));
file_put_contents($file, "\xff\xfe\xff\xff\xff\xff\1\0\0\0\0");
var_dump(imagecreatefromgd($file));
unlink($file);
?>
--EXPECTF--
image: 150x90 d3deda397b1fec5eef814d8c59907241
gd: 150x90 d3deda397b1fec5eef814d8c59907241
gd2: 150x90 d3deda397b1fec5eef814d8c59907241
string: 150x90 d3deda397b1fec5eef814d8c59907241
part: 70x60 3a07de363c7fac37350dbc87f68e535b
crop: 70x50 193c2911e25e815d678942dd3e92a170
gd2: 150x90 d3deda397b1fec5eef814d8c59907241
string: 150x90 d3deda397b1fec5eef814d8c59907241
part: 70x60 3a07de363c7fac37350dbc87f68e535b
crop: 70x50 193c2911e25e815d678942dd3e92a170
image: 150x90 e09e7dc68ce1a9475938291e99b4f764 d1577c02
gd: 150x90 e09e7dc68ce1a9475938291e99b4f764 d1577c02
gd2: 150x90 e09e7dc68ce1a9475938291e99b4f764 d1577c02
string: 150x90 e09e7dc68ce1a9475938291e99b4f764 d1577c02
part: 70x60 c859e443c07598e11d5409aa0627fa9a d1577c02
crop: 70x50 c528b863ddf32f179577de759243f823 ae1a5207
gd2: 150x90 e09e7dc68ce1a9475938291e99b4f764 d1577c02
string: 150x90 e09e7dc68ce1a9475938291e99b4f764 d1577c02
part: 70x60 c859e443c07598e11d5409aa0627fa9a d1577c02
crop: 70x50 c528b863ddf32f179577de759243f823 ae1a5207

Warning: imagecreatefromgd2(): "%s" is not a valid GD2 file in %s on line %d
bool(false)

Warning: imagecreatefromgd(): product of memory allocation multiplication would exceed INT_MAX, failing operation gracefully
 in %s on line %d

Warning: imagecreatefromgd(): "%s" is not a valid GD file in %s on line %d
bool(false)
