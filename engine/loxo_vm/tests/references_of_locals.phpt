--TEST--
References of local variables are made, bound and unset
--FILE--
<?php
// references to locals: made, bound, unset, with what they hold
class D { public $n; function __construct($n = 0) { $this->n = $n; } function __destruct() { echo "d{$this->n} "; } }
function inc(&$x) { $x++; }
function setto(&$x, $v) { $x = $v; }
function &pick(array &$a, $k) { return $a[$k]; }
function &slot(array &$tree, string ...$path): mixed { $at = &$tree; foreach ($path as $key) { $at = &$at[$key]; } return $at; }
function t1($n) { $x = 0; for ($i = 0; $i < $n; $i++) { inc($x); } return $x; }
function t2($n) { $a = ['q' => 1]; for ($i = 0; $i < $n; $i++) { $p = &pick($a, 'k' . $i % 3); $p = ($p ?? 0) + 1; unset($p); } return $a; }
function t3($n) { $t = []; for ($i = 0; $i < $n; $i++) { $s = &slot($t, 'a' . $i % 2, 'b', 'c' . $i % 3); $s = ($s ?? 0) + $i; unset($s); } return $t; }
function t4($n) { for ($i = 0; $i < $n; $i++) { $o = new D($i); $r = &$o; $q = &$r; unset($r); echo "|"; unset($o); echo "/"; $q = null; unset($q); } return 1; }
function t5($n) { $s = 'a'; for ($i = 0; $i < $n; $i++) { $r = &$s; $r .= $i; unset($r); $r = 5; } return $s . $r; }
function t6($n) { $x = 1; $y = 2; for ($i = 0; $i < $n; $i++) { $r = &$x; $r++; $r = &$y; $r += 2; } return [$x, $y, $r]; }
function t7($n) { $a = [1, 2, 3]; for ($i = 0; $i < $n; $i++) { $r = &$a[$i % 3]; $r = [$r]; unset($r); } return json_encode($a); }
function t8($n) { $c = []; for ($i = 0; $i < $n; $i++) { $c['self'] = &$c; $d = &$c; unset($d); unset($c); $c = [$i]; } return json_encode($c); }
function t9($n) { static $st = 0; global $glob; for ($i = 0; $i < $n; $i++) { inc($st); inc($glob); $r = &$glob; unset($r); } return [$st, $glob]; }
function t10($n) { for ($i = 0; $i < $n; $i++) { unset($undef); $r = &$undef; if ($i % 2) $r = $i; unset($undef); $z = $r; unset($r); } return $z; }
function t11($n) { $f = function () use (&$v) { $v++; return $v; }; for ($i = 0; $i < $n; $i++) { $f(); $w = &$v; unset($v); $v = &$w; unset($w); } return $v; }
function t12($n) { $o = new D('o'); $p = $o; for ($i = 0; $i < $n; $i++) { setto($p, $o); setto($p, [$o]); unset($p); $p = $i; } unset($o); return $p; }
function typed($n) { $o = new class { public int $i = 0; }; for ($k = 0; $k < $n; $k++) { $r = &$o->i; $r++; try { $r = 'x'; } catch (TypeError $e) { echo "T"; } unset($r); } return $o->i; }
$glob = 0;
for ($k = 0; $k < 6; $k++) { foreach (['t1', 't2', 't3', 't4', 't5', 't6', 't7', 't8', 't9', 't10', 't11', 't12', 'typed'] as $f) { echo $f, ' ', json_encode($f(7)), "\n"; } }
--EXPECT--
t1 7
t2 {"q":1,"k0":3,"k1":2,"k2":2}
t3 {"a0":{"b":{"c0":6,"c2":2,"c1":4}},"a1":{"b":{"c1":1,"c0":3,"c2":5}}}
t4 |/d0 |/d1 |/d2 |/d3 |/d4 |/d5 |/d6 1
t5 "a01234565"
t6 [8,16,16]
t7 "[[[[1]]],[[2]],[[3]]]"
t8 "[6]"
t9 [7,7]
t10 null
t11 7
t12 do 6
typed TTTTTTT7
t1 7
t2 {"q":1,"k0":3,"k1":2,"k2":2}
t3 {"a0":{"b":{"c0":6,"c2":2,"c1":4}},"a1":{"b":{"c1":1,"c0":3,"c2":5}}}
t4 |/d0 |/d1 |/d2 |/d3 |/d4 |/d5 |/d6 1
t5 "a01234565"
t6 [8,16,16]
t7 "[[[[1]]],[[2]],[[3]]]"
t8 "[6]"
t9 [14,14]
t10 null
t11 7
t12 do 6
typed TTTTTTT7
t1 7
t2 {"q":1,"k0":3,"k1":2,"k2":2}
t3 {"a0":{"b":{"c0":6,"c2":2,"c1":4}},"a1":{"b":{"c1":1,"c0":3,"c2":5}}}
t4 |/d0 |/d1 |/d2 |/d3 |/d4 |/d5 |/d6 1
t5 "a01234565"
t6 [8,16,16]
t7 "[[[[1]]],[[2]],[[3]]]"
t8 "[6]"
t9 [21,21]
t10 null
t11 7
t12 do 6
typed TTTTTTT7
t1 7
t2 {"q":1,"k0":3,"k1":2,"k2":2}
t3 {"a0":{"b":{"c0":6,"c2":2,"c1":4}},"a1":{"b":{"c1":1,"c0":3,"c2":5}}}
t4 |/d0 |/d1 |/d2 |/d3 |/d4 |/d5 |/d6 1
t5 "a01234565"
t6 [8,16,16]
t7 "[[[[1]]],[[2]],[[3]]]"
t8 "[6]"
t9 [28,28]
t10 null
t11 7
t12 do 6
typed TTTTTTT7
t1 7
t2 {"q":1,"k0":3,"k1":2,"k2":2}
t3 {"a0":{"b":{"c0":6,"c2":2,"c1":4}},"a1":{"b":{"c1":1,"c0":3,"c2":5}}}
t4 |/d0 |/d1 |/d2 |/d3 |/d4 |/d5 |/d6 1
t5 "a01234565"
t6 [8,16,16]
t7 "[[[[1]]],[[2]],[[3]]]"
t8 "[6]"
t9 [35,35]
t10 null
t11 7
t12 do 6
typed TTTTTTT7
t1 7
t2 {"q":1,"k0":3,"k1":2,"k2":2}
t3 {"a0":{"b":{"c0":6,"c2":2,"c1":4}},"a1":{"b":{"c1":1,"c0":3,"c2":5}}}
t4 |/d0 |/d1 |/d2 |/d3 |/d4 |/d5 |/d6 1
t5 "a01234565"
t6 [8,16,16]
t7 "[[[[1]]],[[2]],[[3]]]"
t8 "[6]"
t9 [42,42]
t10 null
t11 7
t12 do 6
typed TTTTTTT7
