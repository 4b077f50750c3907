--TEST--
Loops over arrays, compiled at once: copies on write, holes, hashes, references, nested writes, appending
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
function scale($a, $n) { $s = 0.0; $i = 0; while ($i < $n) { $s = $s + $a[$i] * 1.5; $a[$i] = $s; ++$i; } return [$s, $a]; }
function multiply($a, $b, $n) { $c = []; for ($i = 0; $i < $n; ++$i) { $c[] = array_fill(0, $n, 0); for ($j = 0; $j < $n; ++$j) { $x = 0; for ($k = 0; $k < $n; ++$k) $x += $a[$i][$k] * $b[$k][$j]; $c[$i][$j] = $x; } } return $c; }
function sieve($n) { $f = array_fill(0, $n + 1, true); for ($i = 2; $i * $i <= $n; $i++) if ($f[$i]) for ($j = $i * $i; $j <= $n; $j += $i) $f[$j] = false; $c = 0; for ($i = 2; $i <= $n; $i++) if ($f[$i]) $c++; return $c; }
function kinds($n) { $t = []; for ($i = 0; $i < $n; $i++) $t[] = $i % 3 == 0 ? $i : ($i % 3 == 1 ? $i / 2 : "s$i"); $s = 0; $l = 0; for ($i = 0; $i < $n; $i++) { $v = $t[$i]; if (is_string($v)) $l += strlen($v); else $s += $v; } return [$s, $l]; }
function copies($n) { $a = [1, 2, 3]; $o = []; for ($i = 0; $i < $n; $i++) { $b = $a; $b[1] = $i; if ($i % 40 == 0) $o[] = $b; $a[0] = $i; } return [$o, $a]; }
function shared($n) { $a = [[1, 2], [3, 4]]; $b = $a; for ($i = 0; $i < $n; $i++) { $a[$i & 1][$i & 1] = $i; if ($i == 5) $c = $a; } return [$a, $b, $c]; }
function holes() { $a = [1, 2, 3, 4, 5]; unset($a[2], $a[4]); for ($i = 0; $i < 5; $i++) { $a[$i] = ($a[$i] ?? 10) + 1; } $a[] = 7; return $a; }
function hashes($n) { $h = ['k' => 1, 3 => 2]; for ($i = 0; $i < $n; $i++) { $h['k'] += $i; $h[3]++; $h[$i % 4] = $i; } return $h; }
function references() { $a = [1, 2, 3]; $r = &$a[1]; $b = $a; for ($i = 0; $i < 3; $i++) { $a[$i] = $i * 10; } return [$a, $b, $r]; }
function counters($n) { $c = array_fill(0, 10, 0); for ($i = 0; $i < $n; $i++) { $c[$i % 10]++; $c[$i % 10] += 2; $x = $c[$i % 3]--; $y = --$c[1]; } return [$c, $x, $y]; }
function missing() { $a = [1, 2, 3]; $s = 0; for ($i = 0; $i < 6; $i++) { $s += $a[$i]; } return $s; }
function strings() { $s = 'hello'; $a = ['x', 'yy', 'zzz']; $l = 0; $t = ''; for ($i = 0; $i < 9; $i++) { $t .= $s[$i % 5] . $a[$i % 3]; $w = $a[$i % 3]; $l += strlen($w); } return [$t, $l]; }
function counts($n) { $a = []; while (count($a) < $n) { $a[] = count($a) * 2; } return [count($a), array_sum($a)]; }
function temporaries($n) { $s = 0; for ($i = 0; $i < $n; $i++) { $s += [1, 2, 3][$i % 3] + range(0, 3)[$i & 3]; } return $s; }
$rows = array_map(fn($i) => range($i, $i + 4), range(0, 4));
foreach ([scale(range(1, 5), 5), multiply($rows, $rows, 5), sieve(2000), kinds(200), copies(100), shared(8), holes(), hashes(8), references(), counters(40), missing(), strings(), counts(20), temporaries(9)] as $result) echo json_encode($result), "\n";
--EXPECTF--

Warning: Undefined array key 3 in %s on line 12

Warning: Undefined array key 4 in %s on line 12

Warning: Undefined array key 5 in %s on line 12
[22.5,[1.5,4.5,9,15,22.5]]
[[30,40,50,60,70],[40,55,70,85,100],[50,70,90,110,130],[60,85,110,135,160],[70,100,130,160,190]]
303
[9983,228]
[[[1,0,3],[39,40,3],[79,80,3]],[99,2,3]]
[[[6,2],[3,7]],[[1,2],[3,4]],[[4,2],[3,5]]]
{"0":2,"1":3,"3":5,"2":11,"4":11,"5":7}
{"k":29,"3":7,"0":4,"1":5,"2":6}
[[0,10,20],[1,10,3],10]
[[-2,-41,-1,12,12,12,12,12,12,12],-1,-41]
6
["hxeyylzzzlxoyyhzzzexlyylzzz",18]
[20,380]
30
