<?php
// $n = 100, $i = 5
function calls_too_often($n) {
    for ($i = 0; $i < $n; $i++) {
        f($i);
    }
}
-----
<?php
// $n = 100, $s = 'text', $i = 5
function strings($n) {
    $s = '';
    for ($i = 0; $i < $n; $i++) {
        $s .= 'x';
    }
    return $s;
}
-----
<?php
// $n = 100, $i = 5, $x = 3, $y = 7
function comes_back($n) {
    $x = $y = 1;
    for ($i = 0; $i < $n; $i++) {
        $x = ($x * 3 + $i) & 1023;
        $y = ($y * 5 + $x) & 1023;
        $x = ($x * 7 + $y) & 1023;
        $y = ($y * 9 + $x) & 1023;
        $x = ($x * 11 + $y) & 1023;
        if ($y === 77) {
            f($y);
        }
    }
    return $y;
}
-----
<?php
// $n = null, $i = 5
function unknown_type($n) {
    for ($i = 0; $i < $n; $i++) {
        $n = g();
    }
}
