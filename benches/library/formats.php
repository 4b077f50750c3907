<?php
// Numbers and text made for others: printf, numbers, HTML, URLs, base64 and the like.

require __DIR__ . '/data.php';
$html = htmlspecialchars($page);
$url = 'https://user:secret@example.org:8080/path/to/page.php?id=5&name=value#part';
$query = ['id' => 5, 'name' => 'A value & more', 'list' => [1, 2, 3], 'map' => ['a' => 'b']];
$queryText = http_build_query($query);
$base64 = base64_encode($page);
$hex = bin2hex($page);
$binary = md5('x', true) . sha1('y', true);
$percent = rawurlencode($page);

return [
    'sprintf strings' => static function (int $n) use ($words) { while ($n--) { $r = sprintf('%s has "%s" of %s', $words[$n & 1023], $words[$n & 63], $words[5]); } return $r; },
    'sprintf ints' => static function (int $n) { while ($n--) { $r = sprintf('%d: %05d, %x, %d%%', $n, $n & 255, $n & 4095, 50); } return $r; },
    'sprintf floats' => static function (int $n) use ($floats) { while ($n--) { $r = sprintf('%.2f and %8.3f', $floats[$n % 1000], $floats[5]); } return $r; },
    'sprintf positions' => static function (int $n) use ($words) { while ($n--) { $r = sprintf('%2$s-%1$-10s|%2$\'*12s', $words[$n & 1023], $words[3]); } return $r; },
    'vsprintf' => static function (int $n) use ($words) { $a = [$words[1], 5, 2.5]; while ($n--) { $r = vsprintf('%s %d %f', $a); } return $r; },
    'number_format' => static function (int $n) use ($floats) { while ($n--) { $r = number_format($floats[$n % 1000] * 1000, 2); } return $r; },
    'number_format of ints' => static function (int $n) { while ($n--) { $r = number_format($n * 1000, 0, ',', '.'); } return $r; },
    'round' => static function (int $n) use ($floats) { $r = 0.0; while ($n--) { $r += round($floats[$n % 1000], 2); } return $r; },
    'floor, ceil, abs' => static function (int $n) use ($floats) { $r = 0.0; while ($n--) { $f = $floats[$n % 1000]; $r += floor($f) + ceil($f) + abs($f); } return $r; },
    'intdiv, fmod, sqrt' => static function (int $n) use ($floats) { $r = 0.0; while ($n--) { $f = $floats[$n % 1000]; $r += intdiv($n, 7) + fmod($f, 3.5) + sqrt($f); } return $r; },
    'pow, log, sin' => static function (int $n) use ($floats) { $r = 0.0; while ($n--) { $f = $floats[$n % 1000] + 1; $r += pow($f, 1.5) + log($f) + sin($f); } return round($r, 3); },
    'base_convert' => static function (int $n) { while ($n--) { $r = base_convert((string) ($n & 65535), 10, 36) . dechex($n) . bindec((string) ($n & 1) . '01101'); } return $r; },
    'mt_rand, seeded' => static function (int $n) { mt_srand(5); $r = 0; while ($n--) { $r += mt_rand(1, 100); } return $r; },
    'shuffle, array_rand' => static function (int $n) use ($ints) { mt_srand(5); while ($n--) { $a = $ints; shuffle($a); $r = array_rand($a, 3); } return [$a, $r]; },
    'float to text' => static function (int $n) use ($floats) { while ($n--) { $r = (string) $floats[$n % 1000] . ($floats[$n % 1000] / 3); } return $r; },
    'int to text' => static function (int $n) use ($ints) { while ($n--) { $r = 'n' . $ints[$n % 1000] . strval($n); } return $r; },
    'htmlspecialchars' => static function (int $n) use ($page) { while ($n--) { $r = htmlspecialchars($page); } return $r; },
    'htmlspecialchars line' => static function (int $n) use ($line) { while ($n--) { $r = htmlspecialchars($line); } return $r; },
    'htmlspecialchars word' => static function (int $n) use ($words) { while ($n--) { $r = htmlspecialchars($words[$n & 1023], ENT_QUOTES, 'UTF-8'); } return $r; },
    'htmlspecialchars UTF-8' => static function (int $n) use ($article) { while ($n--) { $r = htmlspecialchars($article); } return $r; },
    'htmlspecialchars once' => static function (int $n) use ($html) { while ($n--) { $r = htmlspecialchars($html, double_encode: false); } return $r; },
    'htmlspecialchars_decode' => static function (int $n) use ($html) { while ($n--) { $r = htmlspecialchars_decode($html); } return $r; },
    'htmlentities' => static function (int $n) use ($article) { while ($n--) { $r = htmlentities($article); } return $r; },
    'html_entity_decode' => static function (int $n) use ($html) { while ($n--) { $r = html_entity_decode($html); } return $r; },
    'strip_tags' => static function (int $n) use ($page) { while ($n--) { $r = strip_tags($page); } return $r; },
    'strip_tags line' => static function (int $n) use ($line) { while ($n--) { $r = strip_tags($line); } return $r; },
    'parse_url' => static function (int $n) use ($url) { while ($n--) { $r = parse_url($url); } return $r; },
    'parse_url of a part' => static function (int $n) use ($url) { while ($n--) { $r = parse_url($url, PHP_URL_HOST); } return $r; },
    'http_build_query' => static function (int $n) use ($query) { while ($n--) { $r = http_build_query($query); } return $r; },
    'parse_str' => static function (int $n) use ($queryText) { while ($n--) { parse_str($queryText, $r); } return $r; },
    'urlencode' => static function (int $n) use ($page) { while ($n--) { $r = urlencode($page); } return $r; },
    'rawurlencode short' => static function (int $n) use ($line) { while ($n--) { $r = rawurlencode($line); } return $r; },
    'rawurldecode' => static function (int $n) use ($percent) { while ($n--) { $r = rawurldecode($percent); } return $r; },
    'base64_encode' => static function (int $n) use ($page) { while ($n--) { $r = base64_encode($page); } return $r; },
    'base64_encode short' => static function (int $n) use ($binary) { while ($n--) { $r = base64_encode($binary); } return $r; },
    'base64_decode' => static function (int $n) use ($base64) { while ($n--) { $r = base64_decode($base64); } return $r; },
    'base64_decode strict' => static function (int $n) use ($base64) { while ($n--) { $r = base64_decode($base64, true); } return $r; },
    'bin2hex' => static function (int $n) use ($page) { while ($n--) { $r = bin2hex($page); } return $r; },
    'bin2hex short' => static function (int $n) use ($binary) { while ($n--) { $r = bin2hex($binary); } return $r; },
    'hex2bin' => static function (int $n) use ($hex) { while ($n--) { $r = hex2bin($hex); } return $r; },
    'quoted_printable_encode' => static function (int $n) use ($article) { while ($n--) { $r = quoted_printable_encode($article); } return $r; },
    'convert_uuencode' => static function (int $n) use ($page) { while ($n--) { $r = convert_uuencode($page); } return $r; },
    'pack' => static function (int $n) { while ($n--) { $r = pack('NnCa4', $n, $n & 65535, 7, 'abc'); } return $r; },
    'unpack' => static function (int $n) { $b = pack('NnCa4', 5, 6, 7, 'abc'); while ($n--) { $r = unpack('Nlong/nshort/Cbyte/a4text', $b); } return $r; },
    'unpack repeated' => static function (int $n) use ($page) { while ($n--) { $r = unpack('N*', $page); } return $r; },
    'ip2long, long2ip' => static function (int $n) { while ($n--) { $r = long2ip(ip2long('192.168.1.' . ($n & 255))); } return $r; },
    'filter_var' => static function (int $n) { $i = given('123'); $e = given('a.b@example.org'); while ($n--) { $r = [filter_var($i, FILTER_VALIDATE_INT), filter_var($e, FILTER_VALIDATE_EMAIL)]; } return $r; },
    'random_bytes' => static function (int $n) { $r = 0; while ($n--) { $r += strlen(random_bytes(16)); } return $r > 0; },
    'utf8_encode' => static function (int $n) use ($page) { while ($n--) { $r = @utf8_encode($page); } return $r; },
];
