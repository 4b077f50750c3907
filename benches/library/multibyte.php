<?php
// mbstring over ASCII and UTF-8, short and long.

require __DIR__ . '/data.php';
$latin = mb_convert_encoding($article, 'ISO-8859-1', 'UTF-8');
$accented = 'naïve CAFÉ';
mb_internal_encoding('UTF-8');
$tests = [];
foreach (['ASCII' => $line, 'UTF-8' => $utf8Line, 'ASCII page' => $page, 'UTF-8 page' => $article] as $kind => $text) {
    $needle = mb_substr($text, -4);
    $tests += [
        "mb_strlen $kind" => static function (int $n) use ($text) { while ($n--) { $r = mb_strlen($text); } return $r; },
        "mb_substr $kind" => static function (int $n) use ($text) { while ($n--) { $r = mb_substr($text, 20, 15); } return $r; },
        "mb_substr from the end $kind" => static function (int $n) use ($text) { while ($n--) { $r = mb_substr($text, -5, 3); } return $r; },
        "mb_strpos $kind" => static function (int $n) use ($text, $needle) { while ($n--) { $r = mb_strpos($text, $needle); } return $r; },
        "mb_stripos $kind" => static function (int $n) use ($text, $needle) { while ($n--) { $r = mb_stripos($text, $needle); } return $r; },
        "mb_strtolower $kind" => static function (int $n) use ($text) { while ($n--) { $r = mb_strtolower($text); } return $r; },
        "mb_strtoupper $kind" => static function (int $n) use ($text) { while ($n--) { $r = mb_strtoupper($text); } return $r; },
        "mb_convert_case $kind" => static function (int $n) use ($text) { while ($n--) { $r = mb_convert_case($text, MB_CASE_TITLE); } return $r; },
        "mb_check_encoding $kind" => static function (int $n) use ($text) { while ($n--) { $r = mb_check_encoding($text, 'UTF-8'); } return $r; },
        "mb_detect_encoding $kind" => static function (int $n) use ($text) { while ($n--) { $r = mb_detect_encoding($text, ['ASCII', 'UTF-8', 'ISO-8859-1'], true); } return $r; },
        "mb_str_split $kind" => static function (int $n) use ($text) { while ($n--) { $r = mb_str_split($text); } return $r; },
        "mb_strwidth $kind" => static function (int $n) use ($text) { while ($n--) { $r = mb_strwidth($text); } return $r; },
        "mb_substr_count $kind" => static function (int $n) use ($text) { while ($n--) { $r = mb_substr_count($text, 'e'); } return $r; },
        "mb_strimwidth $kind" => static function (int $n) use ($text) { while ($n--) { $r = mb_strimwidth($text, 0, 30, '…'); } return $r; },
        "mb_convert_encoding to UTF-16 $kind" => static function (int $n) use ($text) { while ($n--) { $r = mb_convert_encoding($text, 'UTF-16LE', 'UTF-8'); } return $r; },
        "mb_convert_encoding to itself $kind" => static function (int $n) use ($text) { while ($n--) { $r = mb_convert_encoding($text, 'UTF-8', 'UTF-8'); } return $r; },
        "mb_strrpos $kind" => static function (int $n) use ($text) { while ($n--) { $r = mb_strrpos($text, 'e'); } return $r; },
    ];
}

return $tests + [
    'mb_convert_encoding from Latin 1' => static function (int $n) use ($latin) { while ($n--) { $r = mb_convert_encoding($latin, 'UTF-8', 'ISO-8859-1'); } return $r; },
    'mb_convert_encoding to Latin 1' => static function (int $n) use ($article) { while ($n--) { $r = mb_convert_encoding($article, 'ISO-8859-1', 'UTF-8'); } return $r; },
    'mb_ord, mb_chr' => static function (int $n) { $s = given('é'); while ($n--) { $r = mb_chr(mb_ord($s) + 1); } return $r; },
    'mb_str_pad' => static function (int $n) use ($accented) { while ($n--) { $r = mb_str_pad($accented, 20, '-', STR_PAD_BOTH); } return $r; },
    'mb_trim' => static function (int $n) use ($accented) { $s = "  $accented \u{a0}"; while ($n--) { $r = mb_trim($s); } return $r; },
    'mb_ucfirst' => static function (int $n) use ($accented) { while ($n--) { $r = mb_ucfirst($accented); } return $r; },
    'mb_encode_mimeheader' => static function (int $n) use ($accented) { while ($n--) { $r = mb_encode_mimeheader($accented, 'UTF-8', 'B'); } return $r; },
    'mb_encode_numericentity' => static function (int $n) use ($article) { while ($n--) { $r = mb_encode_numericentity($article, [0x80, 0x10ffff, 0, 0x1fffff]); } return $r; },
    'mb_scrub' => static function (int $n) use ($article) { while ($n--) { $r = mb_scrub($article); } return $r; },
    'iconv' => static function (int $n) use ($latin) { while ($n--) { $r = iconv('ISO-8859-1', 'UTF-8', $latin); } return $r; },
    'iconv_strlen' => static function (int $n) use ($utf8Line) { while ($n--) { $r = iconv_strlen($utf8Line, 'UTF-8'); } return $r; },
];
