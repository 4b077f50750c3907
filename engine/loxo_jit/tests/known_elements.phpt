--TEST--
Loops that know what elements of an array hold: several keys for one element, arrays with several owners, arrays that get longer
--FILE--
<?php
// elements of one array under several keys
function f(array $a, int $n) {
    $s = 0;
    for ($i = 0, $j = 0; $i < $n; $i++, $j = ($j * 7 + 3) % 10) {
        $x = $a[$i % 10];
        $k = $i % 10;
        $y = $a[$k];
        $a[$j] = $i & 1 ? 1.5 : $i;
        $z = $a[$k];
        $a[$k] = $y;
        $s += $x + $y + $z + $a[$j];
        $a[$j] = (int)$s % 97;
        if ($i % 1000 == 0) { $b = $a; $b[] = 1; $a[$k] = count($b); }
    }
    return [$s, $a];
}
function g(int $n) {
    $a = [1, 2]; $len = 2; $s = 0;
    for ($i = 2; $i < $n; $i++) {
        $t = $a[$i - 1];
        $a[$i] = $t + 1;
        $a[$i - 1] = $a[$i] + $a[$i - 2] & 0xff;
        $a[$i]++;
        $a[$i] += $t & 0xff;
        $s += $a[$i];
        $s &= 0xfffff;
    }
    return [$s, count($a), $a[5], $a[$n - 1]];
}
function h(int $n) {
    $a = range(0, 9); $all = [];
    for ($i = 0; $i < $n; $i++) {
        $k = $i % 10;
        $x = $a[$k];
        $a[$k] = $x + 1;
        $c = $a;
        $a[$k] = $a[$k] + 2;
        if ($i % 777 == 0) { $all[] = $c[$k] . '/' . $a[$k]; }
    }
    return implode(' ', $all);
}
function w(int $n) {
    $a = range(0, 9); $e = 0;
    for ($i = 0; $i < $n; $i++) {
        $k = $i % 11;
        $x = $a[$k] ?? -1;
        if ($k < 10) { $y = $a[$k]; $k = 9 - $k; $y += $a[$k]; $a[$k] = $y % 100; $e += $a[$k]; }
    }
    return $e;
}
echo json_encode(f(range(1, 10), 20000)), "\n", json_encode(g(20000)), "\n", h(20000), "\n", w(20000), "\n";
echo json_encode(f([1, 2.5, true, null, 5, 6, 7, 8, 9, 10], 20000)), "\n";
--EXPECT--
[101419245,[19,22,3,44,87,6,7,8,9,10]]
[371132,20000,120,5118206]
1/3 239/241 470/472 701/703 939/941 1170/1172 1401/1403 1639/1641 1870/1872 2101/2103 2332/2334 2570/2572 2801/2803 3032/3034 3270/3272 3501/3503 3732/3734 3970/3972 4201/4203 4432/4434 4663/4665 4901/4903 5132/5134 5363/5365 5601/5603 5832/5834
883578
[101400121.5,[4,7,true,30,73,6,7,8,9,10]]
