--TEST--
Divisions of ints in compiled functions, which give ints and floats
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
function d($a, $b) { return $a / $b; }
function avg($list) { $s = 0; foreach ($list as $v) $s += $v; return $s / count($list); }
function chain($n) { $x = $n / 2; $y = $x * 2 + 1; return [$x, $y, $n / 3 + $n / 4, floor($n / 7), $n / 2 == intdiv($n, 2), (string) ($n / 5)]; }
$w = 1 << 53; $edge = [0, 1, -1, 2, -2, 3, 7, -7, 10, $w, $w - 1, $w + 1, PHP_INT_MAX, PHP_INT_MIN, PHP_INT_MAX - 1, 1 << 62, 6];
for ($i = 0; $i < 40; $i++) {
  $out = [];
  foreach ($edge as $a) { $out[] = chain($a); foreach ($edge as $b) { try { $out[] = d($a, $b); } catch (DivisionByZeroError $e) { $out[] = $e->getMessage(); } } }
  $out[] = d(7.5, 2); $out[] = d("9", 2); $out[] = avg([1, 2, 3]); $out[] = avg([1, 2]); $out[] = avg([1.5, 2]);
  if ($i % 10 == 0) { echo md5(serialize($out)), "\n"; var_dump(d(6, 3), d(7, 2), d(-6, -1)); }
}
function total($n) { $t = 0; for ($i = 1; $i < $n; $i++) { $t += 100 / $i; } return $t; }
var_dump(total(50), total(50));
--EXPECT--
e8ea89b111041206076f7a34d4f85c63
int(2)
float(3.5)
int(6)
e8ea89b111041206076f7a34d4f85c63
int(2)
float(3.5)
int(6)
e8ea89b111041206076f7a34d4f85c63
int(2)
float(3.5)
int(6)
e8ea89b111041206076f7a34d4f85c63
int(2)
float(3.5)
int(6)
float(447.92053383294234)
float(447.92053383294234)
