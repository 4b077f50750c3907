<?php
// Concatenation, interpolation, appending in place, character access, heredocs, sprintf.

function hash32(string $text): int
{
    $hash = 5381;
    for ($i = 0, $n = strlen($text); $i < $n; $i++) {
        $hash = (($hash << 5) + $hash + ord($text[$i])) & 0xffffffff;
    }
    return $hash;
}

$report = '';
for ($i = 0; $i < 300_000; $i++) {
    $report .= "line $i: " . ($i * 31 % 977) . ", {$i}th entry;";
    if ($i % 10 === 0) {
        $report .= sprintf("%05d|%-8s|%6.2f|%x\n", $i, 'ab' . $i % 7, $i / 7, $i);
    }
    if ($i % 50 === 0) {
        $name = "n$i";
        $report .= <<<TEXT
            Dear $name,
              your number is {$i}.

            TEXT;
    }
}
echo strlen($report), ' ', md5($report), ' ', hash32(substr($report, 1000, 600_000)), "\n";

$rotated = '';
for ($i = 0; $i < 500_000; $i++) {
    $rotated .= chr(97 + (ord($report[$i]) + $i) % 26);
}
for ($i = 0; $i < 500_000; $i += 3) {
    $rotated[$i] = 'x';
}
echo crc32($rotated), ' ', crc32(strrev($rotated)), "\n";
