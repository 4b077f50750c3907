<?php
// Sorting: plain, by keys, with callbacks, by several columns, stable, natural; a heap and a quicksort of our own.

mt_srand(7);
$numbers = $names = $people = [];
for ($i = 0; $i < 40_000; $i++) {
    $numbers[] = mt_rand(0, 1_000_000);
    $names[] = 'item' . mt_rand(0, 5_000);
    $people[] = ['name' => 'n' . mt_rand(0, 999), 'age' => mt_rand(18, 80), 'id' => $i];
}

function quicksort(array $list): array
{
    if (count($list) < 2) {
        return $list;
    }
    $pivot = $list[intdiv(count($list), 2)];
    $low = $same = $high = [];
    foreach ($list as $item) {
        if ($item < $pivot) {
            $low[] = $item;
        } elseif ($item > $pivot) {
            $high[] = $item;
        } else {
            $same[] = $item;
        }
    }
    return [...quicksort($low), ...$same, ...quicksort($high)];
}

$sorted = $numbers;
sort($sorted);
$down = $numbers;
rsort($down);
$natural = array_slice($names, 0, 3_000);
natsort($natural);
$text = $names;
sort($text, SORT_STRING);
usort($people, fn (array $a, array $b): int => [$a['age'], $a['name'], $a['id']] <=> [$b['age'], $b['name'], $b['id']]);
$byName = $people;
usort($byName, static function (array $a, array $b): int {
    return strcmp($a['name'], $b['name']);
});
$keyed = array_combine(array_map(fn (int $i): string => "k$i", array_keys($numbers)), $numbers);
asort($keyed);
uksort($keyed, fn (string $a, string $b): int => strlen($a) <=> strlen($b) ?: $a <=> $b);
$ages = array_column($people, 'age');
$ids = array_column($people, 'id');
array_multisort($ages, SORT_DESC, $ids, SORT_ASC);
$heap = new SplMinHeap();
foreach ($numbers as $number) {
    $heap->insert($number);
}
$sum = 0;
for ($i = 0; $i < 5_000; $i++) {
    $sum += $heap->extract() * ($i & 7);
}
var_dump(quicksort($numbers) === $sorted, array_reverse($sorted) === $down);
echo $sum, ' ', $text[77], ' ', current($natural), ' ', $people[500]['id'], ' ', $byName[501]['id'], ' ', array_key_first($keyed), ' ', $ids[44], "\n";
