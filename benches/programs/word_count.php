<?php
// Word frequencies of a made-up text: split, count, sort, format.

mt_srand(1);
$syllables = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'je', 'ki', 'lo', 'mu', 'na', 'pe', 'ri', 'so', 'tu', 've'];
$text = '';
for ($i = 0; $i < 250_000; $i++) {
    $word = '';
    for ($n = 1 + (int) (mt_rand(0, 99) > 40) + (int) (mt_rand(0, 99) > 80); $n > 0; $n--) {
        $word .= $syllables[mt_rand(0, mt_rand(0, 15))];
    }
    $text .= ($i % 12 === 0 ? ucfirst($word) : $word) . ($i % 12 === 11 ? ".\n" : ' ');
}
$counts = [];
foreach (explode("\n", $text) as $line) {
    foreach (explode(' ', strtolower(rtrim($line, '. '))) as $word) {
        if ($word !== '') {
            $counts[$word] = ($counts[$word] ?? 0) + 1;
        }
    }
}
arsort($counts);
$total = array_sum($counts);
foreach (array_slice($counts, 0, 10) as $word => $count) {
    printf("%-8s %6d %5.2f%%\n", $word, $count, 100 * $count / $total);
}
$lengths = [];
foreach ($counts as $word => $count) {
    $lengths[strlen($word)][] = $word;
}
ksort($lengths);
foreach ($lengths as $length => $words) {
    sort($words);
    echo $length, ': ', count($words), ' ', md5(implode(' ', $words)), "\n";
}
