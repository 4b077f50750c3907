<?php
// foreach over lists, hashes, properties, generators.
function numbers()
{
    yield 'a' => 1;
    yield 'b' => 2;
}

$bag = new stdClass();
$bag->one = 1;
$bag->two = 2;
$list = range(1, 8);
$map = ['a' => 1, 'b' => 2, 'c' => 3, 'd' => 4];
$sum = 0;
for ($i = 0; $i < $argv[1]; $i++) {
    foreach ($list as $value) {
        $sum += $value;
    }
    foreach ($map as $key => $value) {
        $last = $key;
    }
    foreach ($bag as $key => $value) {
        $last = $key;
    }
    foreach (numbers() as $key => $value) {
        $sum += $value;
    }
}
