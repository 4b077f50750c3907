<?php
// Matrix multiplication: arrays of arrays of floats.

function matrix(int $n, int $seed): array
{
    $rows = [];
    for ($i = 0; $i < $n; $i++) {
        for ($j = 0; $j < $n; $j++) {
            $rows[$i][$j] = (($i * 7 + $j * 13 + $seed) % 29) / 10.0;
        }
    }
    return $rows;
}

function multiply(array $a, array $b): array
{
    $n = count($a);
    $result = [];
    for ($i = 0; $i < $n; $i++) {
        $row = array_fill(0, $n, 0.0);
        foreach ($a[$i] as $k => $factor) {
            $other = $b[$k];
            for ($j = 0; $j < $n; $j++) {
                $row[$j] += $factor * $other[$j];
            }
        }
        $result[] = $row;
    }
    return $result;
}

$n = 210;
$product = multiply(matrix($n, 3), matrix($n, 11));
$product = multiply($product, matrix($n, 5));
$trace = 0.0;
for ($i = 0; $i < $n; $i++) {
    $trace += $product[$i][$i];
}
printf("%.4f %.4f\n", $trace, array_sum(array_map('array_sum', $product)));
