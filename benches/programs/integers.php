<?php
// Integer arithmetic, bit operations and branches: a generator of random numbers, collatz chains, greatest common divisors.

function gcd(int $a, int $b): int
{
    while ($b !== 0) {
        [$a, $b] = [$b, $a % $b];
    }
    return $a;
}

$state = 88172645463325252;
$mix = 0;
for ($i = 0; $i < 1_500_000; $i++) {
    $state ^= $state << 13;
    $state ^= ($state >> 7) & 0x01ffffffffffffff;
    $state ^= $state << 17;
    $mix = ($mix * 33 + ($state & 0xffff)) & 0x7fffffff;
}

$longest = 0;
for ($n = 1; $n < 50_000; $n++) {
    $length = 1;
    for ($m = $n; $m !== 1; $length++) {
        $m = $m & 1 ? 3 * $m + 1 : $m >> 1;
    }
    if ($length > $longest) {
        $longest = $length;
        $best = $n;
    }
}

$sum = 0;
for ($i = 1; $i < 150_000; $i++) {
    $sum += gcd($i, 65_521 * 3 - $i);
}
echo "$mix $best $longest $sum\n";
