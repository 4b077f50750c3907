--TEST--
Formats: what is written is what libgd writes, and is read again
--FILE--
<?php
require __DIR__ . '/images.inc';
$images = ['noise' => noise(61, 43), 'palette' => noise(61, 43, false), 'one' => noise(1, 1), 'column' => noise(1, 30, false), 'two' => imagecreate(19, 5)];
imagecolorallocate($images['two'], 255, 255, 255);
imageline($images['two'], 0, 0, 18, 4, imagecolorallocate($images['two'], 0, 0, 0));
foreach ($images as $name => $image) {
    foreach ([false, true] as $interlace) {
        imageinterlace($image, $interlace);
        imagesavealpha($image, $interlace);
        $writers = [
            'png' => fn() => imagepng($image),
            'png 9' => fn() => imagepng($image, null, 9),
            'jpeg' => fn() => imagejpeg($image),
            'jpeg 90' => fn() => imagejpeg($image, null, 90),
            'bmp' => fn() => imagebmp($image),
            'bmp plain' => fn() => imagebmp($image, null, false),
            'wbmp' => fn() => imagewbmp($image),
            'xbm' => fn() => imagexbm($image, null),
        ];
        if (!imageistruecolor($image)) {
            $writers['gif'] = fn() => imagegif($image);
        }
        foreach ($writers as $kind => $write) {
            $data = printed($write);
            echo "$name $kind ", strlen($data), ' ', md5($data), "\n";
            if ($kind !== 'xbm' && strlen($data) >= 12) {
                show('  read', imagecreatefromstring($data));
            }
        }
    }
}
$image = noise(30, 20);
show('webp', imagecreatefromstring(printed(fn() => imagewebp($image, null, IMG_WEBP_LOSSLESS))));
imageresolution($image, 300, 200);
foreach (['imagepng', 'imagejpeg'] as $write) {
    echo implode('x', imageresolution(imagecreatefromstring(printed(fn() => $write($image))))), "\n";
}
?>
--EXPECT--
noise png 8001 2b48e02de958f1e3ff52571ec0deb105
  read: 61x43 c33fa3568a0b944aa9247e38ba5fff37
noise png 9 8001 2552b689ec680e95b1dc7fe8519793d3
  read: 61x43 c33fa3568a0b944aa9247e38ba5fff37
noise jpeg 2423 885eb67c8e2790213723f891a7e95b45
  read: 61x43 3c9ab4ce98f2959e96dd099ded386996
noise jpeg 90 6016 5a2df09562ac851e4002dd823ce9452b
  read: 61x43 4a80581ad5c8cfa6ebd45af1766069c8
noise bmp 7966 32587c0af5c03c8256986f6eac0168cc
  read: 61x43 c33fa3568a0b944aa9247e38ba5fff37
noise bmp plain 7966 32587c0af5c03c8256986f6eac0168cc
  read: 61x43 c33fa3568a0b944aa9247e38ba5fff37
noise wbmp 348 09be87514e13b8839ce40ed12d47da87
  read: 61x43 4325e6350584277d3d204e911344149d ae01516b
noise xbm 2236 bf8266e3bbbc26528b5461ee272278d5
noise png 10675 344558863872bc8aa5503a831e9345d4
  read: 61x43 8e39b891bd1698d07206f1d6294742b9
noise png 9 10675 06438019277bcfcd5200882a22ad1757
  read: 61x43 8e39b891bd1698d07206f1d6294742b9
noise jpeg 2254 926bc802adef0b71679889cba11e5875
  read: 61x43 3c9ab4ce98f2959e96dd099ded386996
noise jpeg 90 5428 96a2562ac6be57f46aa0257578d6c16f
  read: 61x43 4a80581ad5c8cfa6ebd45af1766069c8
noise bmp 7966 32587c0af5c03c8256986f6eac0168cc
  read: 61x43 c33fa3568a0b944aa9247e38ba5fff37
noise bmp plain 7966 32587c0af5c03c8256986f6eac0168cc
  read: 61x43 c33fa3568a0b944aa9247e38ba5fff37
noise wbmp 348 09be87514e13b8839ce40ed12d47da87
  read: 61x43 4325e6350584277d3d204e911344149d ae01516b
noise xbm 2236 bf8266e3bbbc26528b5461ee272278d5
palette png 1926 76e54bac715cb356f9959e2c99d9ac19
  read: 61x43 90b00cc1fb913476c1248ad4f3ed0d06 078526ae
palette png 9 1926 f220bc3f9101d28be1c8df9f9df4f50f
  read: 61x43 90b00cc1fb913476c1248ad4f3ed0d06 078526ae
palette jpeg 2532 928911a2ea493d2b61a15ccd891dae16
  read: 61x43 3f20fc69782f04f94c6483e42098d896
palette jpeg 90 6307 61be210e71b20ae13b720602e4c74f35
  read: 61x43 f5940882afea9f7025f8a320f6066d9a
palette bmp 3166 46b4c3eee82377e729d590e4dd22395a
  read: 61x43 90b00cc1fb913476c1248ad4f3ed0d06 203ac3c9
palette bmp plain 2926 169d6ad4b9ae1799b70cb64e26726f6b
  read: 61x43 90b00cc1fb913476c1248ad4f3ed0d06 203ac3c9
palette wbmp 348 09be87514e13b8839ce40ed12d47da87
  read: 61x43 4325e6350584277d3d204e911344149d ae01516b
palette xbm 2236 bf8266e3bbbc26528b5461ee272278d5
palette gif 2222 6ff24327212daf841de76f9d3738bbe1
  read: 61x43 90b00cc1fb913476c1248ad4f3ed0d06 203ac3c9
palette png 1949 5fdba01c9982bc0cd6274014e10f8249
  read: 61x43 90b00cc1fb913476c1248ad4f3ed0d06 078526ae
palette png 9 1949 16be82ae5954a6c2f6376425026d85b0
  read: 61x43 90b00cc1fb913476c1248ad4f3ed0d06 078526ae
palette jpeg 2365 3fd7b8bcf4d05626a697ca6918cb9fc2
  read: 61x43 3f20fc69782f04f94c6483e42098d896
palette jpeg 90 5688 7ae81ef2edc71a29848f26056b33198f
  read: 61x43 f5940882afea9f7025f8a320f6066d9a
palette bmp 3166 46b4c3eee82377e729d590e4dd22395a
  read: 61x43 90b00cc1fb913476c1248ad4f3ed0d06 203ac3c9
palette bmp plain 2926 169d6ad4b9ae1799b70cb64e26726f6b
  read: 61x43 90b00cc1fb913476c1248ad4f3ed0d06 203ac3c9
palette wbmp 348 09be87514e13b8839ce40ed12d47da87
  read: 61x43 4325e6350584277d3d204e911344149d ae01516b
palette xbm 2236 bf8266e3bbbc26528b5461ee272278d5
palette gif 2223 56a9d9a49c0c1c2deb3772ecb34b4e09
  read: 61x43 90b00cc1fb913476c1248ad4f3ed0d06 203ac3c9
one png 90 21e143bbeb4ef6b46144cc5a24261111
  read: 1x1 611f75824a56035e970bcfccfb77804b
one png 9 90 5453e77fc53107f80270856fda310d89
  read: 1x1 611f75824a56035e970bcfccfb77804b
one jpeg 696 e764a5e85b1922e4411a882fd9243896
  read: 1x1 edd20b6f275c340be862af661ac70e18
one jpeg 90 691 9b38fd76b2922d68dfcbbecfb71a980a
  read: 1x1 edd20b6f275c340be862af661ac70e18
one bmp 58 ffb24e00f3966dc2c617b084c1978908
  read: 1x1 611f75824a56035e970bcfccfb77804b
one bmp plain 58 ffb24e00f3966dc2c617b084c1978908
  read: 1x1 611f75824a56035e970bcfccfb77804b
one wbmp 5 54d923a55cf1308a86890a775a55fab3
one xbm 92 478191090a50ffc72bee283512fa3fc3
one png 91 e0009d3fbe727d902ce259217c39ecfb
  read: 1x1 96fccc2f17428c4da62c0897a879b059
one png 9 91 a973a54f4a88902ffa9537505f028cc3
  read: 1x1 96fccc2f17428c4da62c0897a879b059
one jpeg 582 5ed8e080def15d39a548213b2736cdaa
  read: 1x1 edd20b6f275c340be862af661ac70e18
one jpeg 90 582 78aa58b8068716391af89e8edce7b037
  read: 1x1 edd20b6f275c340be862af661ac70e18
one bmp 58 ffb24e00f3966dc2c617b084c1978908
  read: 1x1 611f75824a56035e970bcfccfb77804b
one bmp plain 58 ffb24e00f3966dc2c617b084c1978908
  read: 1x1 611f75824a56035e970bcfccfb77804b
one wbmp 5 54d923a55cf1308a86890a775a55fab3
one xbm 92 478191090a50ffc72bee283512fa3fc3
column png 275 a3811c564a1715ac2f3500d781513aae
  read: 1x30 738a801ad5c5bb6db75b1a816e25c954 73de9bf2
column png 9 275 3d91f83222bf9137265e340783f507e5
  read: 1x30 738a801ad5c5bb6db75b1a816e25c954 73de9bf2
column jpeg 793 c485b2121302cfac0460a7dbd77e4920
  read: 1x30 ce84996200c0876a5bb60cfc3a441c63
column jpeg 90 872 c01a1549f42b51d882926f4c1c5687ef
  read: 1x30 b9b07a4607f4456fdc46d010ef4da013
column bmp 296 1dc02e147c5d02fa4b37412cea3dc516
  read: 1x30 738a801ad5c5bb6db75b1a816e25c954 c7f37974
column bmp plain 294 46ecb32c2cc39e5bc80fdf5306449336
  read: 1x30 738a801ad5c5bb6db75b1a816e25c954 c7f37974
column wbmp 34 a5ae6db20bcee66cfd6f4a23941ae0ec
  read: 1x30 222f7d881ded1871724a1b9a1cb94247 ae01516b
column xbm 273 621bd447bc24039d699e7ad87c8da328
column gif 147 6ea4d1742728eb769d33ba9b1468b696
  read: 1x30 738a801ad5c5bb6db75b1a816e25c954 c7f37974
column png 276 f091fa2694334a548534b5d995ecfc7b
  read: 1x30 738a801ad5c5bb6db75b1a816e25c954 73de9bf2
column png 9 276 f6d11b458dbdc3f9f98a799c112c43cd
  read: 1x30 738a801ad5c5bb6db75b1a816e25c954 73de9bf2
column jpeg 676 1a70334c1458df14982ed3b071b46033
  read: 1x30 ce84996200c0876a5bb60cfc3a441c63
column jpeg 90 727 f0e5046eff8ddb22b1267ab68a48db01
  read: 1x30 b9b07a4607f4456fdc46d010ef4da013
column bmp 296 1dc02e147c5d02fa4b37412cea3dc516
  read: 1x30 738a801ad5c5bb6db75b1a816e25c954 c7f37974
column bmp plain 294 46ecb32c2cc39e5bc80fdf5306449336
  read: 1x30 738a801ad5c5bb6db75b1a816e25c954 c7f37974
column wbmp 34 a5ae6db20bcee66cfd6f4a23941ae0ec
  read: 1x30 222f7d881ded1871724a1b9a1cb94247 ae01516b
column xbm 273 621bd447bc24039d699e7ad87c8da328
column gif 147 f9fef626192cbc3619b157ec1aeaffa4
  read: 1x30 738a801ad5c5bb6db75b1a816e25c954 c7f37974
two png 120 8fff028d6f6458428ffd34102ab1169a
  read: 19x5 7b6ae9a35a2c16c49af6372a70399a0f ae01516b
two png 9 120 dc431aa2699f838bcb86edd9041d0d68
  read: 19x5 7b6ae9a35a2c16c49af6372a70399a0f ae01516b
two jpeg 775 c427f6326ac51b6d70f218d01c431451
  read: 19x5 ba86b66fbb65dd3eb22b6f30e04e8f6d
two jpeg 90 797 dfee55840502b1e56056c46fb1066866
  read: 19x5 067e83c3dd659cc4c56dcd394648466f
two bmp 100 3248caa1ad3937434ef84de02ff6f5f5
  read: 19x5 7b6ae9a35a2c16c49af6372a70399a0f ae01516b
two bmp plain 162 0fc67cb4cb1a50c1eee6bd8196dcc468
  read: 19x5 7b6ae9a35a2c16c49af6372a70399a0f ae01516b
two wbmp 19 2a9ae9f53022bcae55a2a0e7c87b2351
  read: 19x5 7b6ae9a35a2c16c49af6372a70399a0f ae01516b
two xbm 180 03776d3425eec5daf76ff8c3a27c4aed
two gif 46 ee32b62ea1cd3a5494ccecfb40db20ac
  read: 19x5 7b6ae9a35a2c16c49af6372a70399a0f ae01516b
two png 127 d438c7d917cf06929018bbf862fba7b6
  read: 19x5 7b6ae9a35a2c16c49af6372a70399a0f ae01516b
two png 9 127 056ab5f75b3e14abfb42cf668a3776bd
  read: 19x5 7b6ae9a35a2c16c49af6372a70399a0f ae01516b
two jpeg 680 b19dccd25d0e49270a2cd67905d11e9d
  read: 19x5 ba86b66fbb65dd3eb22b6f30e04e8f6d
two jpeg 90 701 9c54218280f4ac65a25781705cc3b718
  read: 19x5 067e83c3dd659cc4c56dcd394648466f
two bmp 100 3248caa1ad3937434ef84de02ff6f5f5
  read: 19x5 7b6ae9a35a2c16c49af6372a70399a0f ae01516b
two bmp plain 162 0fc67cb4cb1a50c1eee6bd8196dcc468
  read: 19x5 7b6ae9a35a2c16c49af6372a70399a0f ae01516b
two wbmp 19 2a9ae9f53022bcae55a2a0e7c87b2351
  read: 19x5 7b6ae9a35a2c16c49af6372a70399a0f ae01516b
two xbm 180 03776d3425eec5daf76ff8c3a27c4aed
two gif 47 9cc5d3a9a9209eacef638d70c230d1e6
  read: 19x5 7b6ae9a35a2c16c49af6372a70399a0f ae01516b
webp: 30x20 e2f7748df0b8e48409650c835b5e3a85
300x200
300x200
