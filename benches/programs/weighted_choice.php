<?php
// Random letters by weight: a static variable, floats from ints, arrays by reference, strings that grow.

function next_random($most)
{
    static $state = 42;
    return $most * ($state = ($state * 3877 + 29573) % 139968) / 139968;
}

function add_up(array &$table): void
{
    $sum = 0;
    foreach ($table as &$entry) {
        $sum += $entry[1];
        $entry[1] = $sum;
    }
}

function choose(array &$table): string
{
    $wanted = next_random(1);
    foreach ($table as $entry) {
        if ($wanted < $entry[1]) {
            return $entry[0];
        }
    }
    return $entry[0];
}

function lines(array &$table, int $count, int $width): string
{
    $text = '';
    while ($count > 0) {
        $line = '';
        for ($i = min($count, $width); $i > 0; $i--) {
            $line .= choose($table);
        }
        $text .= $line . "\n";
        $count -= $width;
    }
    return $text;
}

$few = [['a', 0.302], ['c', 0.198], ['g', 0.1975], ['t', 0.3025]];
$many = [];
foreach (str_split('abcdefghijklmnop') as $i => $letter) {
    $many[] = [$letter, ($i + 1) / 136];
}
add_up($few);
add_up($many);
echo md5(lines($few, 200_000, 60)), ' ', md5(lines($many, 150_000, 72)), "\n";
