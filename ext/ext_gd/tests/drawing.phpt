--TEST--
Lines, rectangles, arcs, ellipses and polygons have libgd's pixels
--FILE--
<?php
require __DIR__ . '/images.inc';
foreach ([true, false] as $true) {
    foreach ([1, 2, 5] as $thick) {
        $image = sheet($true);
        imagesetthickness($image, $thick);
        $blue = imagecolorallocatealpha($image, 10, 20, 200, 40);
        $red = imagecolorallocate($image, 200, 20, 10);
        for ($i = 0; $i < 20; $i++) {
            imageline($image, number(140) - 20, number(120) - 20, number(140) - 20, number(120) - 20, $i % 2 ? $blue : $red);
        }
        show("lines $thick", $image);
        imagerectangle($image, 10, 60, 80, 20, $blue);
        imagedashedline($image, 5, 5, 95, 40, $red);
        imagearc($image, 50, 40, 70, 50, -30, 200, $red);
        imageellipse($image, 40, 45, 61, 40, $blue);
        show("shapes $thick", $image);
        imageantialias($image, true);
        imageline($image, 3, 70, 90, 10, $red);
        imagepolygon($image, [10, 10, 90, 30, 50, 75], $blue);
        show("smooth $thick", $image);
    }
    foreach ([IMG_ARC_PIE, IMG_ARC_CHORD, IMG_ARC_NOFILL, IMG_ARC_EDGED | IMG_ARC_NOFILL, IMG_ARC_CHORD | IMG_ARC_EDGED] as $style) {
        $image = sheet($true);
        $blue = imagecolorallocatealpha($image, 10, 20, 200, 40);
        imagefilledarc($image, 50, 40, 80, 60, 30, 200, $blue, $style);
        imagefilledarc($image, 40, 30, 50, 70, 300, 20, $blue, $style);
        show("arc $style", $image);
    }
    $image = sheet($true);
    $blue = imagecolorallocatealpha($image, 10, 20, 200, 40);
    imagefilledellipse($image, 30, 30, 50, 41, $blue);
    imagefilledpolygon($image, [-10, 5, 90, 20, 30, 85, 60, -8, 20, 60], $blue);
    imageopenpolygon($image, [5, 5, 90, 8, 50, 70, 9, 33], $blue);
    imagesetclip($image, 10, 10, 60, 50);
    imagefilledrectangle($image, 0, 0, 99, 79, $blue);
    imagefill($image, 15, 12, imagecolorallocate($image, 1, 2, 3));
    imagesetclip($image, 0, 0, 99, 79);
    imagefilltoborder($image, 50, 45, $blue, imagecolorallocate($image, 9, 200, 3));
    show('filled', $image);
}
?>
--EXPECT--
lines 1: 100x80 347e62eaafec09c6331446d70f120a5a
shapes 1: 100x80 243de3a53758d2f3722cfd1a78aecd8a
smooth 1: 100x80 3e6aae01da25a8d61cd9d7059c1b3b38
lines 2: 100x80 e3718227161aeaf4758d062995eacc6f
shapes 2: 100x80 2954841b4eee87b5c784f5066515bb98
smooth 2: 100x80 a31d58978c66208b97ff373ca2f8976f
lines 5: 100x80 092d50742de6af8b849ffcbd89272a56
shapes 5: 100x80 8d3c0f47c4bdd20ffe7cca1848c0a0fd
smooth 5: 100x80 8ae815246f8220a963a8b14477adf57a
arc 0: 100x80 5dbecd56327d7a004a6d837f0dbea820
arc 1: 100x80 8dc051937ed2d97d10c819c51ac4c5c7
arc 2: 100x80 ad6010836bef1f0d2a2a4d02a3b1838f
arc 6: 100x80 bf51b21cc688c4c43d92ea8741175268
arc 5: 100x80 8dc051937ed2d97d10c819c51ac4c5c7
filled: 100x80 abbedb684a1ba8849a067a6248a9c97d
lines 1: 100x80 384d2abbe51661a1711266051d9c06ae 9df7a69b
shapes 1: 100x80 6764398d0ebb71aa8b7feb1c1efe42ef 9df7a69b
smooth 1: 100x80 4264efddf95e5c8463825b1d6c68bf5d 9df7a69b
lines 2: 100x80 e0d5d8a85834b929dde0506ba463b181 9df7a69b
shapes 2: 100x80 b8f8320cf7157e897ed6561fbdd10274 9df7a69b
smooth 2: 100x80 0444c57cd7dfce74f7866b618da8e2a5 9df7a69b
lines 5: 100x80 2f03b7aab33901ed9f2014aacf2da747 9df7a69b
shapes 5: 100x80 fa993ecec6dfb4f349a8008fd5b5acbc 9df7a69b
smooth 5: 100x80 3a551e534de1eb6ae2850cb84045d702 9df7a69b
arc 0: 100x80 deefe31649cc98fb803e0e31f1c97cd2 1b3be677
arc 1: 100x80 18712a41c6ef4d933199b5cb6eb2f5b6 1b3be677
arc 2: 100x80 a13363667b5b521722d996e413d2121e 1b3be677
arc 6: 100x80 816fe09ae796bff43f29063f686e181e 1b3be677
arc 5: 100x80 18712a41c6ef4d933199b5cb6eb2f5b6 1b3be677
filled: 100x80 5ac35ff8ea86299bb0d8932891f5e7c2 1b5c37ff
