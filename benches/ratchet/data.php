<?php
// JSON, serialization, sorting, dates.
$data = ['id' => 1, 'list' => [3, 1, 2], 'nested' => ['a' => true, 'b' => null, 'c' => 1.5]];
for ($i = 0; $i < $argv[1]; $i++) {
    $back = json_decode(json_encode($data), true);
    $same = unserialize(serialize($back));
    sort($same['list']);
    ksort($same);
    $day = date('Y-m-d H:i', 86400 * $i);
}
