--TEST--
?: and named constants in compiled functions: values that own something, temporaries, references, variables that are not set
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
const K = "kay"; class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "d{$this->n} "; } }
function t($v, $w) { return $v ?: $w; }
function u($v) { $x = $v ?: "none"; return $x; }
function tmp($a, $i) { return ($a[$i] ?: "empty") . "|"; }
function st($s) { return substr($s, 1) ?: "short"; }
function refs() { $a = 0; $r = &$a; $x = $a ?: 7; $r = "s" . strlen(K); $y = $a ?: 8; return [$x, $y, $r ?: 9]; }
function c() { return K . (PHP_INT_SIZE ?: 1); }
for ($i = 0; $i < 30; $i++) {
  $out = [];
  foreach ([0, 1, -1, 0.0, -0.0, NAN, 1.5, "", "0", "00", "a", [], [0], null, false, true] as $v) { $out[] = t($v, "w"); $out[] = u($v); }
  $out[] = tmp([0, "", "x" . $i, [1]], 2); $out[] = tmp(["", "0"], 1); $out[] = st("ab" . $i); $out[] = st("a"); $out[] = refs(); $out[] = c();
  $o = t(new D($i), 1); unset($o); t(new D("t"), 2);
  if ($i % 10 == 0) echo md5(serialize($out)), "\n";
}
function und() { for ($i = 0; $i < 3; $i++) { $r = $nope ?: "u"; echo $r, "\n"; } } und();

function early() { return defined('LATE') ? LATE : "not yet"; }
for ($i = 0; $i < 3; $i++) echo early(), "\n";
define('LATE', [1, "late"]);
for ($i = 0; $i < 3; $i++) echo json_encode(early()), "\n";
try { (function () { return NEVER; })(); } catch (Error $error) { echo $error->getMessage(), "\n"; }
--EXPECTF--
d0 dt 2d87a99ef7c1c700eea2f3d8a1300916
d1 dt d2 dt d3 dt d4 dt d5 dt d6 dt d7 dt d8 dt d9 dt d10 dt 433486b22195b8c8d639354a75b4036f
d11 dt d12 dt d13 dt d14 dt d15 dt d16 dt d17 dt d18 dt d19 dt d20 dt ce46a0f18e39cbc2f2d7efb0b309a17d
d21 dt d22 dt d23 dt d24 dt d25 dt d26 dt d27 dt d28 dt d29 dt 
Warning: Undefined variable $nope in %s on line 16
u

Warning: Undefined variable $nope in %s on line 16
u

Warning: Undefined variable $nope in %s on line 16
u
not yet
not yet
not yet
[1,"late"]
[1,"late"]
[1,"late"]
Undefined constant "NEVER"
