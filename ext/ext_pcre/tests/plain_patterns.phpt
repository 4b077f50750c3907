--TEST--
Patterns that are sets of bytes, and those of which matches begin with few bytes
--FILE--
<?php
$subjects = ['', "/a//b///c", "a  b\t\tc\n", "x-1--2", "t\xe9 caf\xe9", 'ABC_def-9', '<code>x', 'a&b &amp; c', "1x2 ax2", "a\rb\n"];
$patterns = [
    '|(?<=.)/+|', '/[^a-z0-9_\-]/', '/\s+/', '/^[a-z]+$/i', '/^[a-z]+$/D', '/^x-/', '/(?<=\d)x\d/', '/(?<!a)x/', '/^<(code|pre)/', '/^a|b/',
    '/&(?!amp)/i', '/a.b/', '/a.b/s', '/[^\x00-\x7f]/', '/\d{1,2}$/', '/[\s-]+/', '/[]c-e]/', '/b*a/', '/.$/', '/(B|c)+/i', '/\x{e9}/u',
];
foreach ($patterns as $pattern) {
    $line = [];
    foreach ($subjects as $subject) {
        $from = min(1, strlen($subject));
        $line[] = preg_match($pattern, $subject, $m, PREG_OFFSET_CAPTURE) . json_encode($m[0][1] ?? null)
            . preg_match($pattern, $subject, $m, 0, $from) . bin2hex($m[0] ?? '')
            . '.' . bin2hex(preg_replace($pattern, '[$0]', $subject, 2, $count) ?? 'null') . ".$count." . count(preg_split($pattern, $subject) ?: [])
            . preg_match_all($pattern, $subject) . preg_replace_callback($pattern, fn($m) => strlen($m[0]), $subject, 1, $n) . $n;
    }
    echo $pattern, ' ', md5(implode(',', $line)), ' ', $line[1], ' ', count(preg_grep($pattern, $subjects) ?: []), ' ', preg_last_error(), "\n";
}
// More steps than are taken in place.
var_dump(preg_match('/x[^y]*y/', str_repeat('x', 3000)), preg_match('/x[^y]*y/', str_repeat('x', 3000) . 'y', $m), strlen($m[0]));
--EXPECT--
|(?<=.)/+| 158896dab7820da2910299d413ba19c8 1212f2f.2f615b2f2f5d625b2f2f2f5d63.2.32/a2b///c1 1 0
/[^a-z0-9_\-]/ 3059aabf78d0d202715fee361ece1420 1012f.5b2f5d615b2f5d2f622f2f2f63.2.761a//b///c1 8 0
/\s+/ 72c4bd2937ea7e83dff0ca7e6ff28b26 0null0.2f612f2f622f2f2f63.0.10/a//b///c0 5 0
/^[a-z]+$/i bc9ea33adc17d6a3f75c2adc7d35d8d6 0null0.2f612f2f622f2f2f63.0.10/a//b///c0 0 0
/^[a-z]+$/D bc9ea33adc17d6a3f75c2adc7d35d8d6 0null0.2f612f2f622f2f2f63.0.10/a//b///c0 0 0
/^x-/ f8abec6aa3fa4a0dcad37509672192e9 0null0.2f612f2f622f2f2f63.0.10/a//b///c0 1 0
/(?<=\d)x\d/ 3d04350b4f2d049edc359308346cda56 0null0.2f612f2f622f2f2f63.0.10/a//b///c0 1 0
/(?<!a)x/ 65e6d9c42fe17d5bf4fb6acd4e6dc5cb 0null0.2f612f2f622f2f2f63.0.10/a//b///c0 3 0
/^<(code|pre)/ fe523240e96a0e59dcade33e6910309b 0null0.2f612f2f622f2f2f63.0.10/a//b///c0 1 0
/^a|b/ 948a630922d5c179d8d5cfa24dc78cf2 14162.2f612f2f5b625d2f2f2f63.1.21/a//1///c1 4 0
/&(?!amp)/i d11b126664b60e03b811a03a5639cae0 0null0.2f612f2f622f2f2f63.0.10/a//b///c0 1 0
/a.b/ 0386d1b606b0e55dcf7f6d10ad6daef5 0null0.2f612f2f622f2f2f63.0.10/a//b///c0 2 0
/a.b/s 0386d1b606b0e55dcf7f6d10ad6daef5 0null0.2f612f2f622f2f2f63.0.10/a//b///c0 2 0
/[^\x00-\x7f]/ 211c659a2a4566fa74fc16c52090fd96 0null0.2f612f2f622f2f2f63.0.10/a//b///c0 1 0
/\d{1,2}$/ 3b481172113c4548b39e382a6841edde 0null0.2f612f2f622f2f2f63.0.10/a//b///c0 3 0
/[\s-]+/ 9e8389c1e93c1b7798f957a6e3f59e1e 0null0.2f612f2f622f2f2f63.0.10/a//b///c0 7 0
/[]c-e]/ 20f21a84a803f01977d4a5b2f48b8e4a 18163.2f612f2f622f2f2f5b635d.1.21/a//b///11 6 0
/b*a/ f3ec7ddd0a2cd4e37a6a21d1c68e1c47 11161.2f5b615d2f2f622f2f2f63.1.21/1//b///c1 6 0
/.$/ c9aece52cd2aadae0e0864416e50f56a 18163.2f612f2f622f2f2f5b635d.1.21/a//b///11 9 0
/(B|c)+/i c6fd5b7763e4ecc0612955d9d2306174 14162.2f612f2f5b625d2f2f2f5b635d.2.32/a//1///c1 7 0
/\x{e9}/u f4439ab9b11b49256e7c2fc0887751bb 0null0.2f612f2f622f2f2f63.0.10/a//b///c0 0 4
int(0)
int(1)
int(3001)
