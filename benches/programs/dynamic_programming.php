<?php
// Tables of ints: edit distance, longest common subsequence, a knapsack; bytes of strings.

function edit_distance(string $a, string $b): int
{
    $before = range(0, strlen($b));
    for ($i = 1; $i <= strlen($a); $i++) {
        $row = [$i];
        for ($j = 1; $j <= strlen($b); $j++) {
            $cost = $a[$i - 1] === $b[$j - 1] ? 0 : 1;
            $row[$j] = min($before[$j] + 1, $row[$j - 1] + 1, $before[$j - 1] + $cost);
        }
        $before = $row;
    }
    return $before[strlen($b)];
}

function common($a, $b)
{
    $n = strlen($a);
    $m = strlen($b);
    $table = array_fill(0, $n + 1, array_fill(0, $m + 1, 0));
    for ($i = 1; $i <= $n; $i++) {
        for ($j = 1; $j <= $m; $j++) {
            $table[$i][$j] = $a[$i - 1] == $b[$j - 1] ? $table[$i - 1][$j - 1] + 1 : max($table[$i - 1][$j], $table[$i][$j - 1]);
        }
    }
    return $table[$n][$m];
}

function knapsack(array $weights, array $values, int $capacity): int
{
    $best = array_fill(0, $capacity + 1, 0);
    foreach ($weights as $item => $weight) {
        for ($room = $capacity; $room >= $weight; $room--) {
            $with = $best[$room - $weight] + $values[$item];
            if ($with > $best[$room]) {
                $best[$room] = $with;
            }
        }
    }
    return $best[$capacity];
}

$seed = 9;
$random = function (int $below) use (&$seed): int {
    $seed = ($seed * 1103515245 + 12345) & 0x7fffffff;
    return ($seed >> 8) % $below;
};
$a = $b = '';
for ($i = 0; $i < 500; $i++) {
    $a .= chr(97 + $random(4));
    $b .= chr(97 + $random(4));
}
$weights = $values = [];
for ($i = 0; $i < 80; $i++) {
    $weights[] = 1 + $random(40);
    $values[] = $random(100);
}
echo edit_distance($a, $b), ' ', common($a, $b), ' ', knapsack($weights, $values, 8_000), "\n";
