--TEST--
Untyped properties whose numbers change their type, in compiled functions and in inlined ones
--FILE--
<?php
// untyped properties that change what they hold
class N { public $v = 0; public $w = 1.5; private $u; public $o; public $arr = []; function __construct($v) { $this->v = $v; } function add($k) { $this->v += $k; return $this->v; } function mul() { return $this->v * $this->w; } function setU($u) { $this->u = $u; return $this; } function useU() { return $this->u + 1; } function half() { return $this->v / 2; } function cmp(N $b) { return $this->v < $b->v ? $this->v : $b->v; } function inc() { return ++$this->v; } function cat() { return $this->v . ':' . $this->w; } function __get($n) { return strlen($n); } function dist(N $b) { $d = $this->v - $b->v; return $d * $d + $this->w * $b->w; } }
class O extends N { public $v = 2.5; function __destruct() { global $d; $d++; } }
$d = 0; $h = '';
set_error_handler(function ($n, $m) { global $h; $h = md5($h . $m); return true; });
function step($a, $b, $i) { return [$a->add($i % 3), $a->mul(), $a->half(), $a->cmp($b), $a->cat(), $b->dist($a), $a->inc()]; }
$a = new N(1); $b = new N(2);
for ($i = 0; $i < 9000; $i++) {
    if ($i == 3000) $a->v = 1.25; if ($i == 4000) $b->w = 3; if ($i == 5000) $a = new O(7); if ($i == 6000) { $a->v = PHP_INT_MAX - 50; } if ($i == 6500) { $r = &$a->v; $r = 3; } if ($i == 7000) { unset($b->w); } if ($i == 7500) { $b->w = "12"; } if ($i == 8000) { $a->v = null; }
    try { $h = md5($h . json_encode(step($a, $b, $i))); } catch (Throwable $e) { $h = md5($h . get_class($e) . $e->getMessage() . $e->getLine()); }
    if ($i % 1000 == 999) echo $i, ' ', $h, "\n";
}
$q = new N(0); $t = 0;
for ($i = 0; $i < 6000; $i++) { $q->setU($i < 3000 ? $i : ($i < 4000 ? $i / 3 : ($i < 5000 ? null : "5"))); $t += $q->useU(); }
echo $t, "\n";
$l = []; for ($i = 0; $i < 50; $i++) $l[] = $i % 2 ? new N($i) : new O($i / 2);
$t = 0; for ($k = 0; $k < 200; $k++) foreach ($l as $x) foreach ([$l[0], $l[1], $l[49]] as $y) { if ($x !== $y) $t += $x->dist($y) + $x->cmp($y); $x->w -= 0.001; if ($k == 150) $x->v = (int)$x->v; }
printf("%.4f\n", $t);
function loc($o) { $s = 0; for ($i = 0; $i < 20; $i++) { $s += $o->v; $o->v = $i % 5 ? $s : (int)$s; if ($s > 1e9) $s = 1; } return $s; }
$o = new N(1); for ($i = 0; $i < 2000; $i++) { $t = loc($o); if ($i == 1000) $o = new O(0.5); } echo $t, "\n";
function und($o) { if ($o) $p = $o; return $p->v + $o?->v; } for ($i = 0; $i < 3000; $i++) { try { $t = und($i % 100 == 99 ? null : $a); } catch (Error $e) { $t = $e->getMessage(); } $h = md5($h . $t); } echo $h, "\n";
unset($a, $l, $x, $y, $o, $p); echo $d, "\n";
--EXPECT--
999 87ea1988785b217070b73885eba11d0d
1999 cced19381d945474083b17f459ed7041
2999 d58e085e54c6881ae5ca84b35b65ee77
3999 2c798b4ffc797c1dab34017397292459
4999 64b7d7dad2c00275cdc3ec4660ccef60
5999 140b91b964dd4da01cac83aabe1f2953
6999 9554dc6db9f73fa315d66a7b31fbfb2c
7999 f37815141ad27e13042cc2de563ca06c
8999 712ccb74d8876262e83686f0bce419f9
5676000
21183018.6615
1
ac652f759eb76d5aaf8c174c280908cf
27
