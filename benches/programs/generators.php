<?php
// Generators: pipelines, keys, delegation, sent values, early stop, recursion over a tree.

function numbers(int $from, int $to): Generator
{
    for ($i = $from; $i <= $to; $i++) {
        yield $i;
    }
}

function map(callable $f, iterable $items): Generator
{
    foreach ($items as $key => $item) {
        yield $key => $f($item);
    }
}

function filter(callable $accept, iterable $items): Generator
{
    foreach ($items as $key => $item) {
        if ($accept($item)) {
            yield $key => $item;
        }
    }
}

function take(int $n, iterable $items): Generator
{
    foreach ($items as $item) {
        if ($n-- <= 0) {
            return;
        }
        yield $item;
    }
}

function walk(?array $tree): Generator
{
    if ($tree !== null) {
        yield from walk($tree[0]);
        yield $tree[1];
        yield from walk($tree[2]);
    }
}

function tree(int $depth, int $label): ?array
{
    return $depth === 0 ? null : [tree($depth - 1, $label * 2), $label, tree($depth - 1, $label * 2 + 1)];
}

function average(): Generator
{
    $sum = $count = 0;
    while (true) {
        $value = yield $count ? intdiv($sum, $count) : 0;
        $sum += $value;
        $count++;
    }
}

$sum = 0;
foreach (filter(fn (int $x): bool => $x % 3 !== 0, map(fn (int $x): int => $x * $x % 1013, numbers(1, 900_000))) as $key => $value) {
    $sum += $value ^ $key;
}
foreach (take(1_000, numbers(1, PHP_INT_MAX)) as $value) {
    $sum += $value;
}
foreach (walk(tree(14, 1)) as $label) {
    $sum += $label;
}
$average = average();
$average->current();
for ($i = 0; $i < 400_000; $i++) {
    $sum += $average->send($i & 255);
}
echo $sum, ' ', iterator_count(numbers(1, 50_000)), "\n";
