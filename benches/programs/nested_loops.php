<?php
// Six nested loops of `for`, `while` and `do`.

$n = 16;
$count = 0;
$sum = 0;
for ($a = 0; $a < $n; $a++) {
    for ($b = 0; $b < $n; $b++) {
        $c = 0;
        while ($c < $n) {
            $d = 0;
            do {
                for ($e = 0; $e < $n; $e++) {
                    for ($f = 0; $f < $n; $f++) {
                        if ((($a + $b) ^ ($c + $d)) === ($e + $f)) {
                            continue;
                        }
                        $count++;
                    }
                }
                $sum += $count % 7;
            } while (++$d < $n);
            $c++;
        }
    }
}
echo "$count $sum\n";
