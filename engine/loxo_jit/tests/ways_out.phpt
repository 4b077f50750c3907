--TEST--
Loops that are left and entered again, compiled at once: calls, exceptions, generators, destructors, globals, switch
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~{$this->n} "; } }
function twice($x) { return $x * 2; }
function calls($n) { $s = 0; for ($i = 0; $i < $n; $i++) { $s += twice($i) - twice($s & 3); } return $s; }
function caught($n) { $s = 0; for ($i = 0; $i < $n; $i++) { try { $s += $i; if ($i % 3 == 0) throw new Exception("e$i"); $s += 100; } catch (Exception $e) { $s += strlen($e->getMessage()); } finally { $s++; } } return $s; }
function numbers($n) { for ($i = 0; $i < $n; $i++) { $x = $i * $i; yield $i => $x; $x += 1; } return $x; }
function resumed($n) { $s = 0; $g = numbers($n); foreach ($g as $k => $v) { $s += $k * $v; } return $s + $g->getReturn(); }
function dropped($n) { for ($i = 0; $i < $n; $i++) { $o = new D($i); $o = $i; } echo "\n"; return $o; }
function choose($n) { $c = [0, 0, 0, 0]; for ($i = -2; $i < $n; $i++) { switch ($i % 5) { case 0: $c[0]++; break; case 1: $c[1] += 2; case 2: $c[2] ^= $i; break; case -1: $c[3]--; break; default: $c[3] = $i; } } return $c; }
function kinds($list) { $s = 0; foreach ($list as $v) { for ($i = 0; $i < 3; $i++) { $w = $v; if ($w === null) $s += 1; elseif ($w === 2) $s += 10; elseif ($w === 2.0) $s += 100; elseif ($w === true) $s += 1000; elseif ($w === 'a') $s += 10000; } } return $s; }
function &stored() { static $x = 0; return $x; }
function statics($n) { static $count = 0; for ($i = 0; $i < $n; $i++) { $count++; $r = &stored(); $r += $i; } return [$count, $r]; }
function globals($n) { global $shared; for ($i = 0; $i < $n; $i++) { $shared += $i; } return $GLOBALS['shared']; }
function undefined() { for ($i = 0; $i < 4; $i++) { if ($i > 2) $z = $u + 1; } return $z; }
function variables($n) { for ($i = 0; $i < $n; $i++) { $name = 'v' . ($i & 1); $$name = ($$name ?? 0) + $i; extract(['i' => $i + 1]); } return compact('v0', 'v1', 'i'); }
function jumps($n) { $i = 0; $s = 0; again: $s += $i; if (++$i < $n) goto again; do { if ($i & 1) continue; $s -= $i; } while (--$i > 0); return $s; }
function line() { for ($i = 0; $i < 3; $i++) { $x = $i
    + $i;
  $y = $x + $missing; } }
$shared = 1;
foreach ([calls(20), caught(10), resumed(6), dropped(4), choose(12), kinds([null, 2, 2.0, true, 'a', [], 1.5]), statics(5), statics(5), globals(5), undefined(), variables(6), jumps(9), line()] as $result) echo json_encode($result), "\n";
for ($i = 0; $i < 10; $i++) { $top = ($top ?? 0) + $i; $shared++; }
echo $top, ' ', globals(3), "\n";
--EXPECTF--
~0 ~1 ~2 ~3 

Warning: Undefined variable $u in %s on line 14

Warning: compact(): Undefined variable $v1 in %s on line 15

Warning: Undefined variable $missing in %s on line 19

Warning: Undefined variable $missing in %s on line 19

Warning: Undefined variable $missing in %s on line 19
340
663
251
3
[3,6,9,9]
33333
[5,10]
[10,20]
11
1
{"v0":6,"i":6}
16
null
45 24
