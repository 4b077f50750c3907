--TEST--
The truth of objects, temporaries and classes with a say among them; numbers of two kinds where one was guessed
--FILE--
<?php
class A { public $v; public ?A $n = null; function __construct($v = 0) { $this->v = $v; } function __destruct() { echo "~{$this->v} "; } }
function truths($list) { $o = ''; foreach ($list as $x) { $o .= $x ? 't' : 'f'; $o .= !$x ? 'f' : 't'; $o .= empty($x) ? 'e' : 'n'; $o .= ($x ?: 'z') === $x ? 's' : 'd'; $o .= $x && 1 ? '1' : '0'; $o .= (bool)$x ? 'T' : 'F'; } return $o; }
$objs = [new A(1), simplexml_load_string('<a/>'), simplexml_load_string('<a>x</a>'), simplexml_load_string('<a><b/></a>')->c, gmp_init(0), gmp_init(5), new ArrayObject, fn () => 0, new stdClass, new BcMath\Number('0'), new BcMath\Number('1.5'), '', '0', 'a', [], [0], 0, 0.0, -0.0, NAN, null, true, curl_init()];
for ($i = 0; $i < 300; $i++) $r = truths($objs);
echo $r, "\n";
function temp($n) { $c = 0; for ($i = 0; $i < $n; $i++) { if (new A($i)) $c++; if (!(new A(-$i))) $c += 1000; $z = (new A($i)) ?: 5; $c += $z->v; while (mk($i)->n) { $c += 7; break; } } return $c; }
function mk($i) { $a = new A("m$i"); if ($i % 2) $a->n = new A("n$i"); return $a; }
echo temp(6), "\n";
class SX extends SimpleXMLElement { function __destruct() { echo 'D'; } }
function sx($n) { $o = ''; for ($i = 0; $i < $n; $i++) { $o .= (new SX('<a/>')) ? 'y' : 'n'; $q = (new SX('<a/>')) ?: 'none'; $o .= is_string($q) ? 's' : 'o'; } return $o; }
echo sx(4), "\n";
function node($k) { $n = null; for ($i = 0; $i < $k; $i++) { $m = new A($i); $m->n = $n; $n = $m; } $c = 0; while ($n) { if (!$n->n) { $c += 100; } $c += $n->v; $n = $n->n; } return $c; }
echo node(5), "\n";
function ident($a, $b) { return [$a === $b, $a !== $b, $b === 3]; }
foreach ([[1, 1], [1, 2], [1, 1.0], [1, true], ['1', 1], [null, null], [[1], [1]], [1.5, 1.5], [NAN, NAN], ['a', 'a'], [$objs[0], $objs[0]], [3, 3]] as [$a, $b]) for ($i = 0; $i < 50; $i++) $s = ident($a, $b) and $i == 49 and print(json_encode($s));
echo "\n";
function mixed($x, $y) { return [$x + $y, $x * $y, $x - $y, $y ? $x / $y : 0, $x < $y, $x <=> $y]; }
$h = '';
for ($i = 0; $i < 40000; $i++) { [$x, $y] = [[$i, 3], [$i / 2, 3], [$i, 1.5], ["$i", 2], [$i, PHP_INT_MAX], [true, $i], [0.5, 0.25], [-7, 2]][$i % 8]; $m = mixed($x, $y); if ($i % 1000 < 8) $h .= json_encode($m); }
echo md5($h), ' ', $h[100], "\n";
function st($k) { static $last = 42; static $f = 1.5; $f = $f * 1.0001 + $k; $last = ($last * 3877 + 29573) % 139968; return $k * $last / 139968 + $f; }
$s = 0; for ($i = 0; $i < 60000; $i++) $s += st($i & 1 ? 1 : 0.5); printf("%.6f\n", $s);
function acc(&$t, $v) { $t += $v; $t = $t * 1; return $t; }
$t = 0; for ($i = 0; $i < 30000; $i++) acc($t, $i % 3 ? $i : $i / 4); printf("%.3f\n", $t);
?>
--EXPECT--
ttns1Tffed0Fttns1Tffed0Fffed0Fttns1Tttns1Tttns1Tttns1Tffed0Fttns1Tffed0Fffed0Fttns1Tffed0Fttns1Tffed0Fffed0Fffed0Fttnd1Tffed0Fttns1Tttns1T
~0 ~0 ~m0 ~1 ~-1 ~0 ~m1 ~n1 ~2 ~-2 ~1 ~m2 ~3 ~-3 ~2 ~m3 ~n3 ~4 ~-4 ~3 ~m4 ~5 ~-5 ~4 ~m5 ~n5 ~5 42
DDDDDDDDnsnsnsns
~4 ~3 ~2 ~1 ~0 110
[true,false,false][false,true,false][false,true,false][false,true,false][false,true,false][true,false,false][true,false,false][true,false,false][false,true,false][true,false,false][true,false,false][true,false,true]
92a70880b639c7b5f26d28bfc9f7293f ,
29731656454.411907
337496250.000
~1 