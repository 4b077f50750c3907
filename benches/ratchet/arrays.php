<?php
// Arrays with string keys: reading, writing, isset, copies, nested ones.
$row = ['id' => 1, 'name' => 'x', 'tags' => ['a', 'b'], 'more' => ['deep' => ['k' => 1]]];
for ($i = 0; $i < $argv[1]; $i++) {
    $copy = $row;
    $copy['id'] = $i;
    $copy['more']['deep']['k'] = $i;
    $copy['tags'][] = 'c';
    if (isset($copy['more']['deep']['k']) && !isset($copy['none']) && array_key_exists('name', $copy)) {
        $found = $copy['name'] . ($copy['none'] ?? 'y');
    }
    unset($copy['name']);
    $all = array_merge($copy, ['z' => 1]);
}
