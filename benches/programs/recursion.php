<?php
// Calls of functions: Fibonacci, Ackermann, the towers of Hanoi, permutations.

function fibonacci(int $n): int
{
    return $n < 2 ? $n : fibonacci($n - 1) + fibonacci($n - 2);
}

function ackermann(int $m, int $n): int
{
    if ($m === 0) {
        return $n + 1;
    }
    return $n === 0 ? ackermann($m - 1, 1) : ackermann($m - 1, ackermann($m, $n - 1));
}

function hanoi(int $disks, string $from, string $to, string $via): int
{
    return $disks === 0 ? 0 : hanoi($disks - 1, $from, $via, $to) + 1 + hanoi($disks - 1, $via, $to, $from);
}

function permute(array $rest, array $head, int &$sum): void
{
    if (!$rest) {
        $sum += $head[0] * $head[count($head) - 1];
        return;
    }
    foreach ($rest as $i => $item) {
        $others = $rest;
        unset($others[$i]);
        permute($others, [...$head, $item], $sum);
    }
}

$sum = 0;
permute([1, 2, 3, 4, 5, 6, 7, 8], [], $sum);
echo fibonacci(31), ' ', ackermann(2, 700), ' ', hanoi(19, 'a', 'b', 'c'), ' ', $sum, "\n";
