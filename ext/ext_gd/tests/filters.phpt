--TEST--
Filters, convolutions and gamma
--FILE--
<?php
require __DIR__ . '/images.inc';
$filters = [
    [IMG_FILTER_NEGATE], [IMG_FILTER_GRAYSCALE], [IMG_FILTER_BRIGHTNESS, -70], [IMG_FILTER_CONTRAST, 30], [IMG_FILTER_CONTRAST, -50],
    [IMG_FILTER_COLORIZE, 20, -30, 40], [IMG_FILTER_COLORIZE, 20, -30, 40, 50], [IMG_FILTER_EDGEDETECT], [IMG_FILTER_EMBOSS],
    [IMG_FILTER_GAUSSIAN_BLUR], [IMG_FILTER_SELECTIVE_BLUR], [IMG_FILTER_MEAN_REMOVAL], [IMG_FILTER_SMOOTH, 5.5], [IMG_FILTER_SMOOTH, -3],
    [IMG_FILTER_PIXELATE, 5], [IMG_FILTER_PIXELATE, 4, true],
];
foreach ([true, false] as $true) {
    foreach ($filters as $filter) {
        $image = noise(40, 30, $true);
        imagefilter($image, ...$filter);
        show(implode(' ', $filter), $image);
    }
    $image = noise(40, 30, $true);
    imageconvolution($image, [[1, 2, 3], [0.5, -1, 2], [1, 1, -3]], 3.7, 12.5);
    show('convolution', $image);
    imagegammacorrect($image, 1.0, 2.2);
    show('gamma', $image);
}
foreach ([[], [IMG_FILTER_BRIGHTNESS], [IMG_FILTER_COLORIZE, 1], [IMG_FILTER_PIXELATE, 1, 1, 1], [99]] as $filter) {
    try {
        imagefilter($image, ...$filter);
    } catch (Error $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
0: 40x30 7d3ea96dd41d3a76d00b6cd4642a3379
1: 40x30 f8291bdb0c23f276ddf5413c9758104f
2 -70: 40x30 6265f66031c0cb64e7c0a812bb9e78ae
3 30: 40x30 60fdf958add77806c6bc0da4ff616adb
3 -50: 40x30 2a07c6f032451f2cd9bc6f2fbda7c3b1
4 20 -30 40: 40x30 ac5e44f2e58eed799bb79c0e3c9970f8
4 20 -30 40 50: 40x30 b32ded1ce4050644d14565486248d345
5: 40x30 e308a15d2f387741fc66392722bcbee1
6: 40x30 77ee2187567b31683e605fda6b863ca6
7: 40x30 8d8ecb5a2126a262c974d397a07a1e8a
8: 40x30 179b96dc4b8b01533de3944c71783e48
9: 40x30 81219fdbdc5bb7848c79c28a549e2452
10 5.5: 40x30 442e574a4ee1edd78da70c93fb6de50d
10 -3: 40x30 918365ad7c0e288700b3403949aa50c4
11 5: 40x30 3a4efd6d296ccf8f8b59f5c53c01abf7
11 4 1: 40x30 4ee7f257727a0d7620fbdcbe15adb56b
convolution: 40x30 54c56fdc863bc29c60f44eaf0c4a6383
gamma: 40x30 382d11837af9af53a4b52d48d4002879
0: 40x30 266381d5879a4dbacad6e13e54ebdc6e 105d42c6
1: 40x30 6bafd8b675b05603bcfa593de63967ce 42141aa1
2 -70: 40x30 e05b2c75ca140db715e1b46188e5b73b 28cfb244
3 30: 40x30 37afc6e16b2d03f777a37c660b829134 3a17cf88
3 -50: 40x30 ee69b1dc7286292c222889d02bbccb40 2ee369b2
4 20 -30 40: 40x30 1ad186d4e05e51c2540a3994e64ddf87 6cd9414c
4 20 -30 40 50: 40x30 2852510120b02bc8dfc7bd70be246d99 4308b688
5: 40x30 637d5319d681991da3e31e1259e31183 a1aef99b
6: 40x30 a97e4fe482f4e42692eb45649b517845 a03c6bfa
7: 40x30 dc4b5fdea4dd8bd054ce2f807c39e19b 48531df5
8: 40x30 2e8f6685f161446813af88822aabd70c 740e94e9
9: 40x30 d322cac53da20e8c4ce18f30481ed454 4d0fbedc
10 5.5: 40x30 943f1a18738f718098208de437947a56 5c41ab8e
10 -3: 40x30 619d9262c3ded5dde69da556b0403e63 fb01f59e
11 5: 40x30 89d9247485f83831fa413aabfcce46d6 0ecd2bc9
11 4 1: 40x30 01148393cf4c935a6d8cc622aa43be28 ca4ec1ee
convolution: 40x30 d327adb9e49d7950f0bae7dbfb3f3997 0e78b036
gamma: 40x30 d327adb9e49d7950f0bae7dbfb3f3997 785a5818
ArgumentCountError: Wrong parameter count for imagefilter()
ArgumentCountError: imagefilter() expects exactly 3 arguments, 2 given
ArgumentCountError: imagefilter() expects at least 5 arguments, 3 given
ArgumentCountError: imagefilter() expects at most 4 arguments, 5 given
ValueError: imagefilter(): Argument #2 ($filter) must be one of the IMG_FILTER_* filter constants
