<?php
// Regular expressions: match, match all with names, replace with callbacks, split; a tokenizer and a router.

$source = '';
for ($i = 0; $i < 300; $i++) {
    $source .= "function name_$i(\$a, \$b = \"text $i\") { return \$a * 0x1F + $i.5e3; } // note $i\n";
    $source .= "2024-0" . ($i % 9 + 1) . "-1" . ($i % 9) . " user$i@mail.example.org GET /items/$i/edit?x=$i HTTP/1.1 " . (200 + $i % 5) . "\n";
}
$token = '~(?<space>\s+)|(?<comment>//[^\n]*)|(?<word>[A-Za-z_]\w*)|(?<variable>\$\w+)|(?<number>0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:e\d+)?)|(?<string>"(?:[^"\\\\]|\\\\.)*")|(?<other>.)~A';
$checksum = 0;
$kinds = [];
for ($offset = 0; $offset < strlen($source); $offset += strlen($found[0])) {
    preg_match($token, $source, $found, PREG_UNMATCHED_AS_NULL, $offset);
    foreach (['space', 'comment', 'word', 'variable', 'number', 'string', 'other'] as $kind) {
        if ($found[$kind] !== null) {
            $kinds[$kind] = ($kinds[$kind] ?? 0) + 1;
            break;
        }
    }
}
$routes = ['~^/items/(\d+)$~', '~^/items/(?<id>\d+)/edit\?x=(\d+)$~i', '~^/users/([a-z]+)/posts/(\d+)$~'];
for ($round = 0; $round < 60; $round++) {
    $checksum += preg_match_all('/(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)/', $source, $dates, PREG_SET_ORDER);
    $checksum += (int) $dates[$round]['month'];
    $checksum += preg_match_all('/[\w.]+@[\w.]+\.\w{2,}/', $source, $mails) + strlen($mails[0][7]);
    $replaced = preg_replace_callback('/\b(\d+)\b/', static fn (array $m): string => (string) ($m[1] + $round), $source);
    $checksum += crc32($replaced) % 1000;
    $checksum += strlen(preg_replace(['/\s+/', '/name_(\d+)/', '/[aeiou]/i'], [' ', 'n$1', '*'], $source));
    $checksum += count(preg_split('/[\s,;(){}]+/', $source, -1, PREG_SPLIT_NO_EMPTY));
    preg_match_all('~GET (\S+)~', $source, $requests);
    foreach ($requests[1] as $path) {
        foreach ($routes as $index => $route) {
            if (preg_match($route, $path, $match)) {
                $checksum += $index * (int) $match[1];
                break;
            }
        }
    }
    $checksum += preg_match_all('/\p{Lu}\p{Ll}+/u', 'Ärger Über Öl ' . $round) + strlen(preg_quote("a.b*c?$round"));
}
ksort($kinds);
echo $checksum, ' ', json_encode($kinds), "\n";
