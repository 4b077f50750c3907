<?php
// Prime numbers below a million: a large packed array, written and read by index.

$limit = 3_000_000;
$composite = array_fill(0, $limit + 1, false);
for ($i = 2; $i * $i <= $limit; $i++) {
    if (!$composite[$i]) {
        for ($j = $i * $i; $j <= $limit; $j += $i) {
            $composite[$j] = true;
        }
    }
}
$count = $sum = 0;
for ($i = 2; $i <= $limit; $i++) {
    if (!$composite[$i]) {
        $count++;
        $sum += $i;
    }
}
echo "$count $sum\n";
