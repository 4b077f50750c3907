<?php
// Regular expressions.
$text = 'The quick brown fox jumps over the lazy dog, 12 times.';
for ($i = 0; $i < $argv[1]; $i++) {
    preg_match('/(\w+) fox (\w+)/', $text, $found);
    $less = preg_replace('/\s+/', '-', $text);
    $upper = preg_replace_callback('/\b[a-z]{3}\b/', fn ($m) => strtoupper($m[0]), $text);
    $parts = preg_split('/[ ,.]+/', $text);
}
