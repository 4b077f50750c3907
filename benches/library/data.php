<?php
// What the families work on: the same in every run, of several shapes.

/** What it is given; that no optimizer knows. */
function given(mixed $value): mixed
{
    return $value;
}

$seed = 12345;
$random = static function (int $below) use (&$seed): int {
    $seed = ($seed * 1103515245 + 12345) & 0x7fffffff;
    return ($seed >> 8) % $below;
};

$syllables = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'je', 'ki', 'lo', 'mu', 'na', 'pe', 'qui', 'ro', 'su', 'ta', 've', 'wi', 'xo', 'zy'];
$words = []; // 1,024 short strings
for ($i = 0; $i < 1024; $i++) {
    $word = '';
    for ($j = 2 + $random(3); $j > 0; $j--) {
        $word .= $syllables[$random(20)];
    }
    $words[] = $random(5) === 0 ? ucfirst($word) : $word;
}
$line = implode(' ', array_slice($words, 0, 12)) . '.'; // about 80 bytes
$padded = "  \t$line \r\n";
$page = ''; // about 40 KB of markup, ASCII
$article = ''; // about 40 KB, a tenth of it outside ASCII
for ($i = 0; $i < 400; $i++) {
    $some = implode(' ', array_slice($words, $i * 2, 11));
    $page .= "<p class=\"c$i\">$some & \"more\" of <b>no. $i</b>, $i.5 %</p>\n";
    $article .= "Ünïcode №$i: $some, «naïve» café – ½ Größe 日本\n";
}
$utf8Line = 'Die Größe des Cafés ist naïv – Ärger über Öl, 日本語 и русский текст';

$ints = $sorted = $floats = []; // 1,000 numbers
for ($i = 0; $i < 1000; $i++) {
    $ints[] = $random(1000000);
    $sorted[] = $i * 3;
    $floats[] = $random(1000000) / 64;
}
$small = array_slice($ints, 0, 8);
$strings = array_slice($words, 0, 1000);
$numerics = array_map(strval(...), $ints);
$map = []; // 1,000 string keys
foreach ($ints as $i => $int) {
    $map["key_$i"] = $int;
}
$smallMap = array_slice($map, 0, 8);
$sparse = []; // 1,000 int keys, not a list
foreach ($ints as $i => $int) {
    $sparse[$i * 7 + 1] = $int;
}
$mixed = [1, 2.5, 'three', null, true, [1, 2], 'seven', 8];
$rows = []; // 200 records
for ($i = 0; $i < 200; $i++) {
    $rows[] = ['id' => $i, 'name' => $words[$i], 'price' => $floats[$i], 'tags' => array_slice($words, $i, 3), 'active' => $i % 3 === 0, 'note' => null];
}
