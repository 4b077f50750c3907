<?php
// The string library: search, replace, split, join, trim, case, pad, compare, translate, encode.

$text = '';
for ($i = 0; $i < 400; $i++) {
    $text .= "The quick brown fox no. $i jumps over <b>lazy</b> dogs & \"cats\"; naïve café №$i.\n";
}
$checksum = 0;
for ($round = 0; $round < 120; $round++) {
    $lines = explode("\n", trim($text));
    foreach ($lines as $i => $line) {
        $upper = strtoupper($line);
        $words = explode(' ', $line);
        $checksum += strlen(ucwords($line)) + count($words) + strpos($line, 'fox') + strrpos($upper, 'O');
        $checksum += strcmp($words[1], $words[2]) <=> 0;
        $checksum += strlen(str_replace(['quick', 'lazy', 'cats'], ['slow', 'busy', 'mice'], $line));
        $checksum += strlen(htmlspecialchars($line)) + strlen(strip_tags($line)) + strlen(ltrim($words[3], 'f'));
        $checksum += str_contains($line, "no. $i ") ? 1 : 0;
        $checksum += str_starts_with($line, 'The') && str_ends_with($line, '.') ? 1 : 0;
        $checksum += strlen(str_pad((string) $i, 12, '-', STR_PAD_BOTH)) + ord(substr($line, -5, 1)) + substr_count($line, 'o');
        $checksum += strlen(ucfirst(strtolower($upper))) + similar(strrev($words[4]), $words[4]);
    }
    $checksum += strlen(wordwrap($text, 40)) + strlen(nl2br($text)) + strlen(strtr($text, 'abc', 'xyz')) + strlen(addslashes($text));
    $checksum += strlen(base64_encode($text)) + crc32(rawurlencode($text)) % 1000 + strlen(bin2hex($text)) + str_word_count($text);
    $checksum += strlen(implode(', ', array_map(ucfirst(...), $lines))) + strlen(number_format($round * 12345.678, 2)) + levenshtein('kitten', 'sitting');
}

function similar(string $a, string $b): int
{
    return $a === $b ? 1 : 0;
}

echo $checksum, "\n";
