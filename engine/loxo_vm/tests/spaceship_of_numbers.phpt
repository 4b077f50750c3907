--TEST--
<=> of numbers, in functions that are called often enough to be compiled
--FILE--
<?php
function order($a, $b) { return $a <=> $b; }
function order_ints(int $a, int $b): int { return $a <=> $b; }
function order_floats(float $a, float $b): int { return -($a <=> $b); }
function order_pairs(array $a, array $b): int { return $a[0] <=> $b[0] ?: $b[1] <=> $a[1]; }

$numbers = [0, -1, PHP_INT_MAX, PHP_INT_MIN, -0.0, 1.5, NAN, INF, -INF, 9007199254740993, 9007199254740992.0];
$others = ['10', '1e1', 'a', null, true, [], [1]];
foreach ([$numbers, [...$numbers, ...$others], $numbers] as $values) {
    $all = '';
    for ($i = 0; $i < 20; $i++) {
        foreach ($values as $a) {
            foreach ($values as $b) {
                $all .= order($a, $b);
                if (is_int($a) && is_int($b)) {
                    $all .= order_ints($a, $b);
                }
                if (is_float($a) && is_float($b)) {
                    $all .= order_floats($a, $b);
                }
            }
        }
    }
    echo substr($all, 0, 120), ' ', md5($all), "\n";
}
for ($i = 0; $i < 50; $i++) {
    $list = [[2, 1], [1, 1.5], [1, 2], [1.5, 0], [1, NAN]];
    usort($list, 'order_pairs');
}
echo implode(' ', array_map(fn ($pair) => implode(':', $pair), $list)), "\n";
--EXPECT--
0011-1-1110-11-11-1-1-1-1-100-1-111-1-11-11-1-1-111110011111-11111-1-1-1-1-1-100-1-11-11-1-1-101-1100-111-1-111-1-1-1111 aa3069847f06961df585bb8046228f8c
0011-1-1110-11-11-1-1-1-1-1-10-1-1-1-1-100-1-111-1-11-11-1-1-1-1-1-110-1-111110011111-1111111-110-1-1-1-1-1-1-1-100-1-11 f9ea62da0072bc2ac66296b3101c4822
0011-1-1110-11-11-1-1-1-1-100-1-111-1-11-11-1-1-111110011111-11111-1-1-1-1-1-100-1-11-11-1-1-101-1100-111-1-111-1-1-1111 aa3069847f06961df585bb8046228f8c
1:NAN 1:2 1:1.5 1.5:0 2:1
