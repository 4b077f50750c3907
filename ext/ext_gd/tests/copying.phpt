--TEST--
Parts of images in others, merged, resized and resampled
--FILE--
<?php
require __DIR__ . '/images.inc';
foreach ([true, false] as $true) {
    foreach ([true, false] as $other) {
        foreach ([IMG_EFFECT_REPLACE, IMG_EFFECT_ALPHABLEND, IMG_EFFECT_OVERLAY, IMG_EFFECT_MULTIPLY] as $effect) {
            $source = noise(40, 30, $other);
            $image = sheet($true);
            imagelayereffect($image, $effect);
            imagecopy($image, $source, 10, 10, 5, 5, 60, 50);
            show("copy $effect", $image);
        }
        $image = sheet($true);
        imagecopymerge($image, $source, 10, 10, 0, 0, 35, 25, 37);
        imagecopymergegray($image, $source, 50, 40, 0, 0, 35, 25, 62);
        show('merge', $image);
        $image = sheet($true);
        imagecopyresized($image, $source, 10, 5, 3, 4, 80, 60, 30, 20);
        show('larger', $image);
        imagecopyresized($image, $source, -5, 5, 0, 0, 23, 17, 40, 30);
        show('smaller', $image);
        $image = sheet($true);
        imagecopyresampled($image, $source, 10, 5, 3, 4, 80, 60, 30, 20);
        show('resampled larger', $image);
        imagecopyresampled($image, $source, -5, 5, 0, 0, 23, 17, 40, 30);
        show('resampled smaller', $image);
    }
    $image = noise(50, 40, $true);
    imagecopy($image, $image, 5, 5, 0, 0, 30, 30);
    imagecopyresized($image, $image, 0, 0, 10, 10, 40, 35, 20, 20);
    show('onto itself', $image);
}
?>
--EXPECT--
copy 0: 100x80 5dc730ba7e5ecd7be5581fb222a91c1d
copy 1: 100x80 5df9b6e691a362f6a0e0f924be4956dd
copy 3: 100x80 8cf62d2c10ad79895decf991708fae09
copy 4: 100x80 6638460067cd1ea89ef429131149b62a
merge: 100x80 ef0133146bc0eaef6beeaf0252e44be2
larger: 100x80 a7937fa083882ebf53565d2a6ac6b1d3
smaller: 100x80 c2c8a570ae031e8102dbc640eb93acc1
resampled larger: 100x80 099bb0931ece765a7a581870323aa5ea
resampled smaller: 100x80 305ab3857ecc3f8f65479b13aac7fc66
copy 0: 100x80 e252d9869134a74124c9fa339c11803d
copy 1: 100x80 10bc287414daed420aee6b41b6a6f2f4
copy 3: 100x80 7218a84745fc12718069a05e779a303d
copy 4: 100x80 22a6211bd17dc0e90b551276111722df
merge: 100x80 e3280ff0fa017241a50970ccdcb41e5e
larger: 100x80 e5bf44bdda37ce2d5753e7ce8062d77f
smaller: 100x80 a0234eac788bd251b5794d0dc4d4dd8f
resampled larger: 100x80 90c68511bac775619816affd5c649572
resampled smaller: 100x80 cbe0c2e474d48550536f79f89f22b333
onto itself: 50x40 c6d22e3040f7c6a45c83331b878ccf3e
copy 0: 100x80 456a4b5d6a3e390c045209f973176812 8d9e12b3
copy 1: 100x80 74402d0127f64d33786c4608c3277abc 005e9090
copy 3: 100x80 f88074af9dce5c35b79b851ee3943c42 98bec954
copy 4: 100x80 6f76535270e853e4e0eb58d4e6b14689 e4bfaf45
merge: 100x80 d3fe5f48b1ad1e22bfa2661ebd3c8d8f 72988a01
larger: 100x80 c08c3eebd01d3536986024722e0b6a10 46354ffe
smaller: 100x80 1c63e3ccce9126fd98d9ee4722c552a3 46354ffe
resampled larger: 100x80 c08c3eebd01d3536986024722e0b6a10 46354ffe
resampled smaller: 100x80 1c63e3ccce9126fd98d9ee4722c552a3 46354ffe
copy 0: 100x80 bba78da7786af0c2bc18f4a33a78109a 69c4b464
copy 1: 100x80 ceef6b1b4a7123f9fcc7482f64cdbc90 e9ab5cae
copy 3: 100x80 2c14cbba92da561187d96c3fb36d074f 611bf116
copy 4: 100x80 f96e340944e7d7a08e6930852febe877 ac90f99f
merge: 100x80 6927755b51985a53585840892b7354fd 84a36118
larger: 100x80 3feec5fd3475a9cfb5c7d16425010d29 16301c42
smaller: 100x80 bcb69a07e22df28ab12e7f3a4b984ef7 16301c42
resampled larger: 100x80 3feec5fd3475a9cfb5c7d16425010d29 16301c42
resampled smaller: 100x80 bcb69a07e22df28ab12e7f3a4b984ef7 16301c42
onto itself: 50x40 44ea72f5b15988678f36faf6c03ae796 c6191641
