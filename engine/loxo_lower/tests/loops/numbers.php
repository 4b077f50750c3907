<?php
// $n = 100, $sum = 10, $i = 5
function ints($n) {
    $sum = 0;
    for ($i = 0; $i < $n; $i++) {
        $sum += $i * 3 - ($i & 7);
    }
    return $sum;
}
-----
<?php
// $n = 100, $x = 1.5, $i = 5
function floats($n) {
    $x = 0.0;
    for ($i = 0; $i < $n; ++$i) {
        $x = $x * 0.5 + $i / 3;
    }
    return $x;
}
-----
<?php
// $n = 100, $even = false
function bools($n) {
    $even = true;
    while ($n !== 0) {
        $even = !$even;
        $n--;
    }
    return $even;
}
-----
<?php
// $n = 100, $count = 3
function jump_table($n) {
    $count = 0;
    do {
        switch ($n % 5) {
            case 0: $count += 1; break;
            case 1: $count += 2; break;
            case 2: $count += 3; break;
            case 3: $count += 4; break;
            case 4: $count += 5; break;
        }
    } while (--$n > 0);
    return $count;
}
