<?php
// array, int
// all kinds
function sum($array, $add) {
    foreach ($array as $value) {
        $add += $value;
    }
    return $add;
}
-----
<?php
// array
// all kinds
function last_key($array) {
    foreach ($array as $key => $value) {
    }
    return $key;
}
-----
<?php
// array
// all kinds
function pairs($array) {
    foreach ($array as [$a, $b]) {
        $last = $a;
    }
    return $last;
}
-----
<?php
// int, array
// all kinds
// guesses failed
function of_anything($first, $things) {
    foreach ($things as $thing) {
        $first = $thing;
    }
    return $first;
}
-----
<?php
// int, int
// all kinds
function chosen($value, $other) {
    return $value ?: $other;
}
-----
<?php
// all kinds
function chosen_text($text) {
    $text = trim($text) ?: 'none';
    return $text;
}
