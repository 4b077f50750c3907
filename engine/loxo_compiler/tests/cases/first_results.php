<?php
function f($p) {
    $a = strrev($p);
    $b = $a . $p;
    $b = $b . '!';
    $p = g($b);
    foreach ([1, 2] as $k => $v) {
        $c = h($v);
    }
    if ($p) {
        $d = 'text';
    }
    return [$a, $b, $c, $d, $k];
}
