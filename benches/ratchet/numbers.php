<?php
// Numbers and conversions.
$sum = 0;
for ($i = 0; $i < $argv[1]; $i++) {
    $digits = (string) ($i * 37);
    $sum += (int) $digits + intdiv($i, 7) + max($i & 15, 8) + strlen($digits);
    $sum = is_numeric($digits) && $sum < 1e9 ? $sum + round($i / 7, 2) : 0;
    switch ($i % 4) {
        case 0:
            $kind = 'none';
            break;
        case 1:
            $kind = 'one';
            break;
        default:
            $kind = number_format($sum, 2);
    }
}
