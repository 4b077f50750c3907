<?php
// The largest singular value of an infinite matrix, by power iteration: float arithmetic and calls.

function entry(int $i, int $j): float
{
    return 1.0 / ((($i + $j) * ($i + $j + 1) >> 1) + $i + 1);
}

function times(int $n, array $v): array
{
    $result = [];
    for ($i = 0; $i < $n; $i++) {
        $sum = 0.0;
        for ($j = 0; $j < $n; $j++) {
            $sum += entry($i, $j) * $v[$j];
        }
        $result[] = $sum;
    }
    return $result;
}

function times_transposed(int $n, array $v): array
{
    $result = [];
    for ($i = 0; $i < $n; $i++) {
        $sum = 0.0;
        for ($j = 0; $j < $n; $j++) {
            $sum += entry($j, $i) * $v[$j];
        }
        $result[] = $sum;
    }
    return $result;
}

$n = 360;
$u = array_fill(0, $n, 1.0);
for ($i = 0; $i < 10; $i++) {
    $v = times_transposed($n, times($n, $u));
    $u = times_transposed($n, times($n, $v));
}
$uv = $vv = 0.0;
for ($i = 0; $i < $n; $i++) {
    $uv += $u[$i] * $v[$i];
    $vv += $v[$i] * $v[$i];
}
printf("%.9f\n", sqrt($uv / $vv));
