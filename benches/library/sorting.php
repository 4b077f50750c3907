<?php
// Sorts, by kind of value and by how ordered it comes.

require __DIR__ . '/data.php';
$reversed = array_reverse($sorted);
$few = array_map(static fn (int $i): int => $i % 10, $ints);
$files = array_map(static fn (int $i): string => "file$i.txt", $ints);
$shuffled = [];
foreach ($ints as $i => $int) {
    $shuffled["k$int"] = $i;
}
$long = array_map(static fn (string $w): string => "a/common/prefix/of/all/$w", $strings);
$mixedNumbers = array_map(static fn (int $i) => $i % 2 ? $i : $i / 2.5, $ints);
$many = []; // 20,000
for ($i = 0; $i < 20000; $i++) {
    $many[] = $random(1 << 30);
}
$byPrice = static fn (array $a, array $b): int => $a['price'] <=> $b['price'];

return [
    'sort ints' => static function (int $n) use ($ints) { while ($n--) { $a = $ints; sort($a); } return $a; },
    'sort 20,000 ints' => static function (int $n) use ($many) { while ($n--) { $a = $many; sort($a); } return $a; },
    'sort 8 ints' => static function (int $n) use ($small) { while ($n--) { $a = $small; sort($a); } return $a; },
    'sort ordered ints' => static function (int $n) use ($sorted) { while ($n--) { $a = $sorted; sort($a); } return $a; },
    'sort reversed ints' => static function (int $n) use ($reversed) { while ($n--) { $a = $reversed; sort($a); } return $a; },
    'sort few different' => static function (int $n) use ($few) { while ($n--) { $a = $few; sort($a); } return $a; },
    'sort floats' => static function (int $n) use ($floats) { while ($n--) { $a = $floats; sort($a); } return $a; },
    'sort ints and floats' => static function (int $n) use ($mixedNumbers) { while ($n--) { $a = $mixedNumbers; sort($a); } return $a; },
    'sort words' => static function (int $n) use ($strings) { while ($n--) { $a = $strings; sort($a); } return $a; },
    'sort words as strings' => static function (int $n) use ($strings) { while ($n--) { $a = $strings; sort($a, SORT_STRING); } return $a; },
    'sort with common prefix' => static function (int $n) use ($long) { while ($n--) { $a = $long; sort($a, SORT_STRING); } return $a; },
    'sort numeric strings' => static function (int $n) use ($numerics) { while ($n--) { $a = $numerics; sort($a); } return $a; },
    'sort as numbers' => static function (int $n) use ($numerics) { while ($n--) { $a = $numerics; sort($a, SORT_NUMERIC); } return $a; },
    'sort without case' => static function (int $n) use ($strings) { while ($n--) { $a = $strings; sort($a, SORT_STRING | SORT_FLAG_CASE); } return $a; },
    'sort naturally' => static function (int $n) use ($files) { while ($n--) { $a = $files; sort($a, SORT_NATURAL); } return $a; },
    'rsort ints' => static function (int $n) use ($ints) { while ($n--) { $a = $ints; rsort($a); } return $a; },
    'asort map' => static function (int $n) use ($map) { while ($n--) { $a = $map; asort($a); } return $a; },
    'arsort map' => static function (int $n) use ($map) { while ($n--) { $a = $map; arsort($a); } return $a; },
    'asort list' => static function (int $n) use ($strings) { while ($n--) { $a = $strings; asort($a); } return $a; },
    'ksort strings' => static function (int $n) use ($shuffled) { while ($n--) { $a = $shuffled; ksort($a); } return $a; },
    'ksort small' => static function (int $n) use ($smallMap) { while ($n--) { $a = $smallMap; ksort($a); } return $a; },
    'ksort ints' => static function (int $n) use ($ints) { $f = array_flip($ints); while ($n--) { $a = $f; ksort($a); } return $a; },
    'ksort as strings' => static function (int $n) use ($shuffled) { while ($n--) { $a = $shuffled; ksort($a, SORT_STRING); } return $a; },
    'krsort' => static function (int $n) use ($shuffled) { while ($n--) { $a = $shuffled; krsort($a); } return $a; },
    'natsort' => static function (int $n) use ($files) { while ($n--) { $a = $files; natsort($a); } return $a; },
    'natcasesort' => static function (int $n) use ($files) { while ($n--) { $a = $files; natcasesort($a); } return $a; },
    'usort ints' => static function (int $n) use ($ints) { while ($n--) { $a = $ints; usort($a, static fn (int $x, int $y): int => $x <=> $y); } return $a; },
    'usort records' => static function (int $n) use ($rows, $byPrice) { while ($n--) { $a = $rows; usort($a, $byPrice); } return $a; },
    'usort strcmp' => static function (int $n) use ($strings) { while ($n--) { $a = $strings; usort($a, 'strcmp'); } return $a; },
    'uasort' => static function (int $n) use ($map) { while ($n--) { $a = $map; uasort($a, static fn ($x, $y) => $x <=> $y); } return $a; },
    'uksort' => static function (int $n) use ($shuffled) { while ($n--) { $a = $shuffled; uksort($a, strcmp(...)); } return $a; },
    'array_multisort' => static function (int $n) use ($ints, $strings) { while ($n--) { $a = $ints; $b = $strings; array_multisort($a, $b); } return [$a, $b]; },
    'array_multisort by two' => static function (int $n) use ($few, $strings) { while ($n--) { $a = $few; $b = $strings; array_multisort($a, SORT_DESC, $b, SORT_ASC, SORT_STRING); } return [$a, $b]; },
];
