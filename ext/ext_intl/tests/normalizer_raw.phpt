--TEST--
One step of decomposition is not all steps
--EXTENSIONS--
intl
--FILE--
<?php
$show = fn (?string $s) => $s === null ? '-' : bin2hex(mb_convert_encoding($s, 'UTF-16BE', 'UTF-8'));
foreach (["\u{212b}", "\u{1e69}", "\u{ac01}", "\u{ffa0}", "\u{fb2c}", "\u{c4}", "A"] as $c) {
    foreach ([Normalizer::FORM_C, Normalizer::FORM_KD, Normalizer::FORM_KC_CF] as $form) {
        echo $show(Normalizer::getRawDecomposition($c, $form)), ' ';
    }
    echo "\n";
}
--EXPECT--
00c5 00c5 00e5 
1e630307 1e630307 1e630307 
ac0011a8 ac0011a8 ac0011a8 
- 3164  
fb4905c1 fb4905c1 05e905bc05c1 
00410308 00410308 00e4 
- - 0061 
