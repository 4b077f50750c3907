<?php
// Lists: push, pop, shift, slice, foreach by value and reference, destructuring, the array functions.

$checksum = 0;
for ($round = 0; $round < 32; $round++) {
    $list = [];
    for ($i = 0; $i < 20_000; $i++) {
        $list[] = ($i * 7919 + $round) % 10_007;
    }
    foreach ($list as &$item) {
        $item = $item * 3 - 1;
    }
    unset($item);
    $sum = 0;
    foreach ($list as $i => $item) {
        $sum += $item ^ $i;
    }
    $copy = $list;
    $copy[] = 1;
    $pairs = [];
    for ($i = 0; $i + 1 < count($list); $i += 2) {
        $pairs[] = [$list[$i], $list[$i + 1]];
    }
    foreach ($pairs as [$a, $b]) {
        $sum += $a > $b ? $a - $b : $b - $a;
    }
    $stack = array_slice($list, 100, 5_000);
    while (count($stack) > 1) {
        $top = array_pop($stack);
        $stack[count($stack) - 1] = ($top + $stack[count($stack) - 1]) & 0xffff;
    }
    $even = array_filter($list, static fn (int $value): bool => ($value & 1) === 0);
    $squares = array_map(static fn (int $value): int => $value * $value % 1009, $list);
    $checksum += $sum + $stack[0] + count($even) + array_sum($squares) + max($list) - min($copy);
    $checksum += count(array_unique($squares)) + array_search($list[15_000], $list, true) + count(array_chunk($list, 7));
    $checksum += array_sum(array_merge(array_reverse($squares), array_fill(0, 50, 2))) + (in_array(-5, $list, true) ? 1 : 0);
}
echo $checksum, "\n";
