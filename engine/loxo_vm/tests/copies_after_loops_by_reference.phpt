--TEST--
Copies of arrays in which loops by reference have left references
--FILE--
<?php
// copies of arrays that loops by reference left
function left($n) { $a = range(1, $n); foreach ($a as &$x) { $x *= 2; } unset($x); return $a; }
function blend($n) { $a = range(1, $n); foreach ($a as $k => &$x) { if ($k % 5 == 0) $x = "s$x"; elseif ($k % 7 == 0) $x = [$x]; elseif ($k % 11 == 0) $x = 1.5; } return $a; }
function kept($n) { $a = range(1, $n); $keep = []; foreach ($a as $k => &$x) { if ($k % 3 == 0) $keep[] = &$x; } unset($x); $b = $a; $b[0] = 'b'; $b[1] = 'c'; foreach ($keep as &$y) { if (is_int($y)) $y = -$y; } return [$a, $b]; }
function holes($n) { $a = range(1, $n); foreach ($a as &$x) {} unset($x, $a[3], $a[9], $a[$n - 2]); $b = $a; $b[] = 1; $b[4] = 'z'; $a[5] = 'y'; return [$a, $b]; }
for ($n = 3; $n < 60; $n += 8) { $a = left($n); $b = $a; $b[0] = 'q'; $b[1]++; $c = blend($n); $d = $c; $d[0] = 1; $d[2] = 3; $c[1] = 'w'; echo md5(json_encode([$a, $b, $c, $d, kept($n), $n > 12 ? holes($n) : 0])), "\n"; }
$a = left(20); $b = $a; $b[3] = 0; echo json_encode([$a, $b]), "\n"; echo json_encode(kept(12)), json_encode(holes(14)), "\n";
$s = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]; $s[0] = &$s; $t = $s; $t[1] = 9; echo count($t), count($s), $t[1], $s[1], "\n";
--EXPECT--
125eeb878eafb670c7c366f57fffeb57
1a98b9350898f5a98e840e655a220c00
60acdf77bb5b762595f63d29d0944e27
f8cb97f4888583a533ea9a73911fb444
d0808fd20b91515eca7317ef5c606eff
93b8b832f3733cd99c811a10d3e8db7d
78b98a3ef876d2b366cc1871a9a9d448
9b341eae7ead00ca3454a390bda29dd4
[[2,4,6,8,10,12,14,16,18,20,22,24,26,28,30,32,34,36,38,40],[2,4,6,0,10,12,14,16,18,20,22,24,26,28,30,32,34,36,38,40]]
[["b",2,3,-4,5,6,-7,8,9,-10,11,12],["b","c",3,-4,5,6,-7,8,9,-10,11,12]][{"0":1,"1":2,"2":3,"4":5,"5":"y","6":7,"7":8,"8":9,"10":11,"11":12,"13":14},{"0":1,"1":2,"2":3,"4":"z","5":6,"6":7,"7":8,"8":9,"10":11,"11":12,"13":14,"14":1}]
101092
