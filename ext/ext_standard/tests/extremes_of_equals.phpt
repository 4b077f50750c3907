--TEST--
min() and max() of equal values, of NAN, and of what cannot be compared
--FILE--
<?php
enum Suit { case Hearts; }
function name($value) {
    return match (true) { is_array($value) => 'array ' . $value['name'], is_object($value) => 'case', default => var_export($value, true) };
}
$left = [1 => 1, 'name' => 'left'];
$right = [2 => 1, 'name' => 'right'];
$pairs = [[$left, $right], [Suit::Hearts, 5], [5, Suit::Hearts], [NAN, 1], [1, NAN], [NAN, 1.5], [1.5, NAN], ['x', NAN], [NAN, 'x'], ['1', 1], [1, '1'], [1, 1.0], [1.0, 1],
    [0.0, -0.0], [PHP_INT_MAX, (float) PHP_INT_MAX], [(float) PHP_INT_MAX, PHP_INT_MAX], [true, 1], [1, true], [null, false], ['abc', 'ABC']];
foreach ($pairs as [$a, $b]) {
    echo name($a), ', ', name($b), ': ', name(min($a, $b)), ', ', name(max($a, $b)), '; three: ', name(min($a, $b, $b)), ', ', name(max($a, $b, $b)),
        '; array: ', name(min([$a, $b])), ', ', name(max([$a, $b])), "\n";
}
--EXPECT--
array left, array right: array right, array left; three: array left, array right; array: array right, array left
case, 5: 5, case; three: case, 5; array: 5, case
5, case: case, 5; three: 5, case; array: case, 5
NAN, 1: 1, 1; three: NAN, NAN; array: 1, NAN
1, NAN: NAN, NAN; three: 1, 1; array: NAN, 1
NAN, 1.5: 1.5, 1.5; three: NAN, NAN; array: 1.5, NAN
1.5, NAN: NAN, NAN; three: 1.5, 1.5; array: NAN, 1.5
'x', NAN: NAN, 'x'; three: 'x', NAN; array: NAN, 'x'
NAN, 'x': 'x', NAN; three: NAN, 'x'; array: 'x', NAN
'1', 1: 1, '1'; three: '1', '1'; array: '1', '1'
1, '1': '1', 1; three: 1, 1; array: 1, 1
1, 1.0: 1.0, 1; three: 1, 1; array: 1, 1
1.0, 1: 1, 1.0; three: 1.0, 1.0; array: 1.0, 1.0
0.0, -0.0: -0.0, 0.0; three: 0.0, 0.0; array: 0.0, 0.0
9223372036854775807, 9.223372036854776E+18: 9.223372036854776E+18, 9223372036854775807; three: 9223372036854775807, 9223372036854775807; array: 9223372036854775807, 9223372036854775807
9.223372036854776E+18, 9223372036854775807: 9223372036854775807, 9.223372036854776E+18; three: 9.223372036854776E+18, 9.223372036854776E+18; array: 9.223372036854776E+18, 9.223372036854776E+18
true, 1: 1, true; three: true, true; array: true, true
1, true: true, 1; three: 1, 1; array: 1, 1
NULL, false: false, NULL; three: NULL, NULL; array: NULL, NULL
'abc', 'ABC': 'ABC', 'abc'; three: 'ABC', 'abc'; array: 'ABC', 'abc'
