<?php
// Nested loops over floats, no calls.

$size = 500;
$limit = 60;
$inside = 0;
$checksum = 0;
for ($row = 0; $row < $size; $row++) {
    $ci = 2.0 * $row / $size - 1.0;
    for ($column = 0; $column < $size; $column++) {
        $cr = 3.0 * $column / $size - 2.0;
        $zr = $zi = $r2 = $i2 = 0.0;
        for ($n = 0; $n < $limit && $r2 + $i2 <= 4.0; $n++) {
            $zi = 2.0 * $zr * $zi + $ci;
            $zr = $r2 - $i2 + $cr;
            $r2 = $zr * $zr;
            $i2 = $zi * $zi;
        }
        if ($n === $limit) {
            $inside++;
        }
        $checksum = ($checksum * 31 + $n) & 0xffffff;
    }
}
echo "$inside $checksum\n";
