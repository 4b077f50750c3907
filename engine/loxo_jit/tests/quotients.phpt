--TEST--
(int) ($a / $b) of ints in compiled functions and loops: signs, zero, what floats round
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
function q($a, $b) { return (int) ($a / $b); }
function half($a) { $m = (int) ($a / 2); return $m; }
function search($list, $x) { $lo = 0; $hi = count($list) - 1; while ($lo <= $hi) { $mid = (int) (($lo + $hi) / 2); if ($list[$mid] < $x) $lo = $mid + 1; elseif ($list[$mid] > $x) $hi = $mid - 1; else return $mid; } return -1; }
$w = 1 << 53; $edge = [0, 1, -1, 2, -2, 3, 7, -7, 10, $w, $w - 1, $w + 1, -$w, -$w - 1, -$w + 1, PHP_INT_MAX, PHP_INT_MIN, PHP_INT_MAX - 1, 1 << 62, (1 << 62) + 1, 999999999999];
for ($i = 0; $i < 40; $i++) {
  $out = [];
  foreach ($edge as $a) { $out[] = half($a); foreach ($edge as $b) { try { $out[] = q($a, $b); } catch (DivisionByZeroError $e) { $out[] = $e->getMessage(); } } }
  $out[] = q(7.5, 2); $out[] = q("9", 2); $out[] = half(true); $out[] = half(null);
  if ($i % 10 == 0) echo md5(serialize($out)), "\n";
}
$l = range(0, 300, 3); $s = 0; foreach ($l as $v) $s += search($l, $v) + search($l, $v + 1); echo $s, "\n";
$s = 0; for ($i = -5000; $i < 20000; $i++) { $s += (int) ($i / 3); $s ^= (int) ($i / -7); } echo $s, "\n";
$n = $w - 300; $t = 0; for ($i = 0; $i < 5000; $i++) { $t ^= (int) ($n / 3); $n++; } echo $t, "\n";
try { for ($i = 3000; $i > -5; $i--) { $t += (int) (100 / $i); } } catch (DivisionByZeroError $e) { echo $e->getMessage(), $i, " ", $t, "\n"; }
--EXPECT--
e0a9b253702713c30515268556dc4720
e0a9b253702713c30515268556dc4720
e0a9b253702713c30515268556dc4720
e0a9b253702713c30515268556dc4720
4949
4955098
6752
Division by zero0 7234
