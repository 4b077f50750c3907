<?php
// What templates do with strings.
$title = 'Tom & "Jerry" <b>';
for ($i = 0; $i < $argv[1]; $i++) {
    $html = '<a href="' . htmlspecialchars("/notes/$i?x=1&y=2") . "\" class=\"{$title}\">" . htmlspecialchars($title) . '</a>';
    $words = explode(' ', trim(str_replace('&', 'and', strtolower($html))));
    $text = sprintf('%s: %d, %05.2f', ucfirst($words[0]), count($words), $i / 3) . implode(',', $words);
    $found = strpos($text, 'jerry') !== false && str_starts_with($text, '<a') ? substr($text, 2, 5) : '';
}
