<?php
// $a = [1 2 3], $sum = 1, $i = 1, $n = 3
function reads($a, $n) {
    $sum = 0;
    for ($i = 0; $i < $n; $i++) {
        $sum += $a[$i];
    }
    return $sum;
}
-----
<?php
// $a = [1 2 3], $i = 1, $n = 3
function writes($a, $n) {
    for ($i = 0; $i < $n; $i++) {
        $a[$i] = $i + 1;
        $a[] = 0;
    }
    return $a;
}
-----
<?php
// $a = [1.5 2.5], $sum = 1.5, $x = 1.5
function each_float($a) {
    $sum = 0.0;
    foreach ($a as $x) {
        $sum += $x;
    }
    return $sum;
}
