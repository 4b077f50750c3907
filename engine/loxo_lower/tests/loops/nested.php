<?php
// $a = [1 2 3], $i = 1, $j = 1, $n = 3, $sum = 1
function each_of_each($a, $n) {
    $sum = 0;
    for ($i = 0; $i < $n; $i++) {
        for ($j = 0; $j < $n; $j++) {
            $sum += $a[$j];
        }
    }
    return $sum;
}
