<?php
// Pancake flips over all permutations: integer arrays in place.

function fannkuch(int $n): array
{
    $p = range(0, $n - 1);
    $count = array_fill(0, $n, 0);
    $checksum = 0;
    $most = 0;
    $sign = 1;
    $r = $n;
    while (true) {
        while ($r !== 1) {
            $count[$r - 1] = $r;
            $r--;
        }
        $q = $p;
        $flips = 0;
        while (($k = $q[0]) !== 0) {
            for ($i = 0, $j = $k; $i < $j; $i++, $j--) {
                $swap = $q[$i];
                $q[$i] = $q[$j];
                $q[$j] = $swap;
            }
            $flips++;
        }
        $most = max($most, $flips);
        $checksum += $sign * $flips;
        $sign = -$sign;
        while (true) {
            if ($r === $n) {
                return [$checksum, $most];
            }
            $first = $p[0];
            for ($i = 0; $i < $r; $i++) {
                $p[$i] = $p[$i + 1];
            }
            $p[$r] = $first;
            if (--$count[$r] > 0) {
                break;
            }
            $r++;
        }
    }
}

[$checksum, $most] = fannkuch(9);
echo "$checksum $most\n";
