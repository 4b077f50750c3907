--TEST--
foreach over lists, compiled at once: keys, holes, references, arrays that change, generators in the same loop
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
function sum($a) { $s = 0; foreach ($a as $k => $v) { $s += $k * $v; } return $s; }
function parts($a) { $out = []; foreach ($a as $v) { $w = $v; $out[] = $w; } return $out; }
function rows($m) { $s = 0; foreach ($m as $i => $row) { foreach ($row as $j => $v) { if ($v === 3) continue 2; $s += $v * ($i + 1) + $j; } } return $s; }
function kinds($list) { $n = [0, 0, 0, 0]; foreach ($list as $v) { if (is_int($v)) $n[0]++; elseif (is_string($v)) $n[1]++; elseif (is_array($v)) $n[2]++; else $n[3]++; } return $n; }
function any($k) { $s = 0; foreach ($k as $i => $v) { $s += $v; $s ^= $i; } return $s; }
function gen($n) { for ($i = 0; $i < $n; $i++) yield $i => $i * 3; return 1; }
function changed() { $a = [1, 2, 3]; $s = 0; foreach ($a as $k => $v) { $a[] = $v; $a[$k] = 0; $s += $v; } return [$a, $s]; }
function holes() { $a = range(0, 9); unset($a[0], $a[4], $a[9]); $s = ''; foreach ($a as $k => $v) { $s .= "$k=$v "; } return $s; }
function references() { $x = 5; $a = [1, &$x, 3]; $s = 0; for ($i = 0; $i < 3; $i++) { foreach ($a as $v) { $s += $v; $x++; } } return [$s, $x]; }
function objects() { class_exists('P') || eval('class P { public $n = 1; }'); $a = [new P, new P, new P]; $s = 0; foreach ($a as $i => $p) { $p->n += $i; $s += $p->n; } foreach ($a as $p) { $s += $p->n; } unset($p); return [$s, count($a)]; }
class D { public function __construct(public $n) {} function __destruct() { echo "~{$this->n} "; } }
function dropped() { foreach ([new D(1), new D(2), new D(3)] as $d) { $d = 0; echo "."; } echo "|"; $last = new D(4); foreach ([1, 2, 3] as $last) { echo $last; } echo "\n"; }
function bound() { $r = 1; $q = &$r; foreach ([4, 5, 6] as $r) { $q += 10; } return [$q, $r]; }
function mixed() { $out = []; for ($i = 0; $i < 9; $i++) { foreach ($i % 3 == 0 ? [1, 2, 3] : ($i % 3 == 1 ? gen(3) : ['a' => 1, 'b' => 2]) as $k => $v) { $out[] = "$k:$v"; } } return implode(' ', $out); }
for ($i = 0; $i < 3; $i++) $any[] = [any([1, 2, 3]), any(gen(4)), any(new ArrayIterator([7, 8])), any([5 => 2, 9 => 4])];
$results = [sum(range(1, 9)), sum([0.5, 1.5, 2.5]), parts(['a', 'b', [1], 2.5, null]), rows([[1, 2], [3, 4], [5, 3], [6]]), kinds([1, 'x', [1], 2, null, 'y', 3.5]), $any, changed(), holes(), references(), objects(), bound(), mixed()];
dropped();
foreach ($results as $result) echo json_encode($result), "\n";
--EXPECT--
...~1 ~2 ~3 |~4 123
240
6.5
["a","b",[1],2.5,null]
43
[2,2,1,2]
[[7,16,14,2],[7,16,14,2],[7,16,14,2]]
[[0,0,0,1,2,3],6]
"1=1 2=2 3=3 5=5 6=6 7=7 8=8 "
[39,14]
[12,3]
[16,16]
"0:1 1:2 2:3 0:0 1:3 2:6 a:1 b:2 0:1 1:2 2:3 0:0 1:3 2:6 a:1 b:2 0:1 1:2 2:3 0:0 1:3 2:6 a:1 b:2"
