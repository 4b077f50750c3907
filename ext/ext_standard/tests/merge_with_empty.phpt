--TEST--
array_merge() with an empty array, and keys of results
--FILE--
<?php
$names = ['a' => 1, 'b' => 2];
next($names);
echo key(array_merge($names, [])), key(array_merge([], $names)), key(array_merge($names)), key(array_merge($names, ['c' => 3])), "\n";
print_r(array_merge([], [3 => 'x', 'k' => 'y']));
$left = array_merge($names, []);
$left[] = 3;
print_r($left);
print_r($names);
print_r(array_filter([1, 0, 2, 'a' => 0, 'b' => 3, 9 => 4]));
$mapped = array_map('strtoupper', ['x' => 'a', 3 => 'b', -5 => 'c']);
$mapped[] = 'd';
print_r($mapped);
--EXPECT--
bbaa
Array
(
    [0] => x
    [k] => y
)
Array
(
    [a] => 1
    [b] => 2
    [0] => 3
)
Array
(
    [a] => 1
    [b] => 2
)
Array
(
    [0] => 1
    [2] => 2
    [b] => 3
    [9] => 4
)
Array
(
    [x] => A
    [3] => B
    [-5] => C
    [4] => d
)
