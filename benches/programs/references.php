<?php
// References and copies: by-reference arguments, foreach by reference, linked structures, copy-on-write that is really needed.

function bump(array &$counts, string $key, int $by = 1): void
{
    $counts[$key] ??= 0;
    $counts[$key] += $by;
}

function &slot(array &$tree, string ...$path): mixed
{
    $at = &$tree;
    foreach ($path as $key) {
        $at = &$at[$key];
    }
    return $at;
}

function changed(array $rows, int $i): array
{
    $rows[$i % 100] = $i;
    return $rows;
}

$counts = $tree = [];
$rows = range(0, 99);
$sum = 0;
for ($i = 0; $i < 250_000; $i++) {
    bump($counts, 'k' . $i % 50, $i & 3);
    $slot = &slot($tree, 'a' . $i % 5, 'b' . $i % 7, 'c');
    $slot = ($slot ?? 0) + 1;
    unset($slot);
    if ($i % 2 === 0) {
        $copy = changed($rows, $i);
        $sum += $copy[$i % 100] - $rows[($i + 1) % 100];
    }
    if ($i % 100 === 0) {
        foreach ($rows as $key => &$row) {
            $row = ($row * 3 + $key) % 1009;
        }
        unset($row);
    }
    [$a, $b] = [$i, $sum];
    [$a, $b] = [$b & 0xff, $a];
    $sum += $a ^ $b;
}
echo $sum, ' ', array_sum($counts), ' ', $tree['a3']['b4']['c'], ' ', array_sum($rows), "\n";
