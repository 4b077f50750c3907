<?php
// Regular expressions.

require __DIR__ . '/data.php';
$token = '~(?<space>\s+)|(?<word>[A-Za-z_]\w*)|(?<number>\d+(?:\.\d+)?)|(?<string>"[^"]*")|(?<other>.)~A';
$routes = [];
foreach (array_slice($words, 0, 20) as $i => $word) {
    $routes[] = "~^/$word/(\\d+)\$~";
}
$patterns = ['/\s+/', '/<(\w+)[^>]*>/', '/[aeiou]/i'];

return [
    'preg_match literal' => static function (int $n) use ($line) { while ($n--) { $r = preg_match('/absent/', $line); } return $r; },
    'preg_match word' => static function (int $n) use ($words) { $r = 0; while ($n--) { $r += preg_match('/^[a-z]+$/', $words[$n & 1023]); } return $r; },
    'preg_match word, utf-8' => static function (int $n) use ($words) { $r = 0; while ($n--) { $r += preg_match('/^\p{Ll}+$/u', $words[$n & 1023]); } return $r; },
    'preg_match groups' => static function (int $n) { $s = given('on 2024-05-17 at 12:30'); while ($n--) { preg_match('/(\d+)-(\d+)-(\d+) at (\d+):(\d+)/', $s, $m); } return $m; },
    'preg_match named' => static function (int $n) { $s = given('on 2024-05-17 at'); while ($n--) { preg_match('/(?<year>\d+)-(?<month>\d+)-(?<day>\d+)/', $s, $m); } return $m; },
    'preg_match with offsets' => static function (int $n) { $s = given('on 2024-05-17 at'); while ($n--) { preg_match('/(\d+)-(\d+)-(\d+)/', $s, $m, PREG_OFFSET_CAPTURE); } return $m; },
    'preg_match at an offset' => static function (int $n) use ($page, $token) { $o = 0; while ($n--) { preg_match($token, $page, $m, 0, $o); $o += strlen($m[0]); if ($o >= strlen($page)) $o = 0; } return $m; },
    'preg_match at an offset, utf-8' => static function (int $n) use ($article, $token) { $o = 0; while ($n--) { preg_match($token . 'u', $article, $m, 0, $o); $o += strlen($m[0]); if ($o >= strlen($article)) $o = 0; } return $m; },
    'preg_match many patterns' => static function (int $n) use ($routes) { $p = given('/absent/5'); while ($n--) { $r = 0; foreach ($routes as $route) { $r += preg_match($route, $p, $m); } } return $r; },
    'preg_match far in a page' => static function (int $n) use ($page) { while ($n--) { $r = preg_match('/c399"/', $page); } return $r; },
    'preg_match back and forth' => static function (int $n) use ($line) { while ($n--) { $r = preg_match('/(\w+) (\w+) \w+ .* (\w)\3/', $line, $m); } return $r; },
    'preg_match_all by pattern' => static function (int $n) use ($page) { while ($n--) { $r = preg_match_all('/class="(\w+)"/', $page, $m); } return [$r, $m]; },
    'preg_match_all by match' => static function (int $n) use ($page) { while ($n--) { $r = preg_match_all('/class="(?<class>\w+)"/', $page, $m, PREG_SET_ORDER); } return [$r, $m]; },
    'preg_match_all words' => static function (int $n) use ($page) { while ($n--) { $r = preg_match_all('/\w+/', $page, $m); } return [$r, $m]; },
    'preg_match_all letters, utf-8' => static function (int $n) use ($article) { while ($n--) { $r = preg_match_all('/\p{L}+/u', $article, $m); } return [$r, $m]; },
    'preg_match_all count' => static function (int $n) use ($page) { while ($n--) { $r = preg_match_all('/\d/', $page); } return $r; },
    'preg_match_all short' => static function (int $n) use ($line) { while ($n--) { $r = preg_match_all('/[a-z]i/', $line, $m); } return [$r, $m]; },
    'preg_replace' => static function (int $n) use ($page) { while ($n--) { $r = preg_replace('/\s+/', ' ', $page); } return $r; },
    'preg_replace groups' => static function (int $n) use ($page) { while ($n--) { $r = preg_replace('/<(\w+) class="(\w+)">/', '<$1 id="${2}x">', $page); } return $r; },
    'preg_replace nothing' => static function (int $n) use ($line) { while ($n--) { $r = preg_replace('/\d+/', 'x', $line); } return $r; },
    'preg_replace short' => static function (int $n) use ($line) { while ($n--) { $r = preg_replace('/[^a-z]+/', '-', $line); } return $r; },
    'preg_replace list' => static function (int $n) use ($page, $patterns) { $to = [' ', '<$1>', '*']; while ($n--) { $r = preg_replace($patterns, $to, $page); } return $r; },
    'preg_replace utf-8' => static function (int $n) use ($article) { while ($n--) { $r = preg_replace('/[^\p{L}\p{N}]+/u', '-', $article); } return $r; },
    'preg_replace short utf-8' => static function (int $n) use ($utf8Line) { while ($n--) { $r = preg_replace('/[^\p{L}\p{N}]+/u', '-', $utf8Line); } return $r; },
    'preg_replace_callback' => static function (int $n) use ($page) { while ($n--) { $r = preg_replace_callback('/\d+/', static fn ($m) => $m[0] + 1, $page); } return $r; },
    'preg_replace_callback groups' => static function (int $n) use ($page) { while ($n--) { $r = preg_replace_callback('/<(?<tag>\w+) (\w+)="(\w+)"/', static fn ($m) => $m['tag'] . $m[3], $page); } return $r; },
    'preg_split' => static function (int $n) use ($page) { while ($n--) { $r = preg_split('/\s+/', $page); } return $r; },
    'preg_split without empty' => static function (int $n) use ($page) { while ($n--) { $r = preg_split('/[\s,;<>"]+/', $page, -1, PREG_SPLIT_NO_EMPTY); } return $r; },
    'preg_split with delimiters' => static function (int $n) use ($page) { while ($n--) { $r = preg_split('/(<[^>]+>)/', $page, -1, PREG_SPLIT_DELIM_CAPTURE); } return $r; },
    'preg_split short' => static function (int $n) use ($line) { while ($n--) { $r = preg_split('/[ .]/', $line); } return $r; },
    'preg_split characters, utf-8' => static function (int $n) use ($utf8Line) { while ($n--) { $r = preg_split('//u', $utf8Line, -1, PREG_SPLIT_NO_EMPTY); } return $r; },
    'preg_quote' => static function (int $n) use ($line) { while ($n--) { $r = preg_quote($line, '/'); } return $r; },
    'preg_grep' => static function (int $n) use ($strings) { while ($n--) { $r = preg_grep('/^ba/', $strings); } return $r; },
];
