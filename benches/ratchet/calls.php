<?php
// Functions: arguments, defaults, types, by reference, variadic, recursion.
function add(int $a, int $b = 1): int
{
    return $a + $b;
}

function bump(&$value): void
{
    $value++;
}

function total(...$values)
{
    return count($values);
}

function depth($n)
{
    return $n > 0 ? depth($n - 1) + 1 : 0;
}

$sum = 0;
for ($i = 0; $i < $argv[1]; $i++) {
    $sum += add($i) + add($i, 2) + total(1, $i, 3) + depth(5);
    bump($sum);
}
