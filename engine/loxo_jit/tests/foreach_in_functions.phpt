--TEST--
Functions with foreach, compiled as a whole: elements of one type and of several, keys, holes, references, early ends, destructors
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "d{$this->n} "; } }
class It implements IteratorAggregate { function getIterator(): Iterator { return new ArrayIterator([1, 2, 3]); } }
function sum($a) { $s = 0; foreach ($a as $v) { $s += $v; } return $s; }
function keys($a) { $s = ""; foreach ($a as $k => $v) { $s .= "$k=" . (is_array($v) ? "A" : $v) . ","; } return $s; }
function nested($a) { $s = 0; foreach ($a as $row) foreach ($row as $i => $v) { if ($v > 5) continue 2; if ($v > 90) break; $s += $v * $i; } return $s; }
function changed($a) { $o = ""; foreach ($a as $k => $v) { if ($k == 1) { $a[] = 9; unset($a[2]); } $o .= $v; } return $o . count($a); }
function holes($a) { unset($a[1]); $o = ""; foreach ($a as $k => $v) $o .= "$k:$v "; return $o; }
function refs($a) { $r = &$a[1]; $o = ""; foreach ($a as $k => $v) { $r = 7; $o .= "$k:$v "; } return $o; }
function same($a) { foreach ($a as $a) { } return $a; }
function tmp($n) { $o = 0; foreach ([$n, $n + 1, $n * 2] as $v) $o += $v; return $o; }
function lists($a) { $o = 0; foreach ($a as [$x, $y]) $o += $x * $y; return $o; }
function objs($n) { $last = null; foreach ([new D("a$n"), new D("b$n")] as $o) { $last = $o; echo $o->n, " "; } echo "| "; $o = null; return $last->n; }
function ret($a) { foreach ($a as $v) { if ($v === 3) return $v; } return -1; }
function thrower($a) { try { foreach ($a as $k => $v) { if ($v === 3) throw new Exception("at $k"); } } catch (Exception $e) { return $e->getMessage() . $v; } finally { $v = 1; } return "none"; }
function key_only($a) { $o = []; foreach ($a as $k => $_) $o[] = $k; return implode(",", $o); }
function gen($a) { foreach ($a as $k => $v) yield $k => $v; }
function st() { static $a = [1, 2, 3]; $s = 0; foreach ($a as $v) $s += $v; $a[] = count($a); return $s; }
class P { public $items = ["x" => 1, "y" => 2]; private $k = 3; function all() { $s = ""; foreach ($this->items as $k => $v) $s .= $k . $v; return $s; } function me() { $s = ""; foreach ($this as $k => $v) $s .= $k; return $s; } }
function un($u) { foreach ($u as $v) { echo $v; } return isset($v) ? 1 : 0; }
function big($a) { $m = PHP_INT_MIN; foreach ($a as $v) { if ($v > $m) $m = $v; } return $m; }
function mixed($a) { $s = 0; foreach ($a as $v) { $s += $v; } return $s; }
function refarg(array &$a) { $s = 0; foreach ($a as $v) { $s += $v; $a = []; } return $s . count($a); }
$p = new P; $N = 30;
for ($i = 0; $i < $N; $i++) {
  $o = [];
  $o[] = sum([1, 2, $i]); $o[] = sum([1.5, 2]); $o[] = sum([]); $o[] = $i % 50 == 7 ? sum(["1", "2.5", true, null]) : 0;
  $o[] = keys([1, "a" => 2, "b" => [1], 5 => "z", str_repeat("k", $i % 5 + 1) => $i]); $o[] = keys([]);
  $o[] = nested([[1, 2, 3], [4, 5, 6], [], [1, 100, 2]]); $o[] = changed([1, 2, 3, 4]); $o[] = changed(["a" => 1, 1 => 2, 2 => 3]);
  $o[] = holes([1, 2, 3]); $o[] = refs([1, 2, 3]); $o[] = same([1, [2], "x$i"]); $o[] = tmp($i); $o[] = lists([[1, 2], [3, $i]]);
  $o[] = ret([1, 2, 3, 4]); $o[] = ret(["a"]); $o[] = thrower([1, 2, 3]); $o[] = thrower(["q" => 3]); $o[] = thrower([]); $o[] = key_only(["a" => 1, 2, 3]);
  foreach (gen([1, 2]) as $k => $v) $o[] = "$k$v"; $o[] = $p->all(); $o[] = $p->me(); 
  $o[] = $i % 40 == 3 ? sum(new It) : 1; $o[] = big([3, $i, -5]); $o[] = mixed($i % 3 ? [1, 2] : [1.5, "2"]);
  $z = [1, 2, $i]; $o[] = refarg($z); $w = [1, 2]; $q = &$w; $o[] = sum($w); unset($q);
  if ($i % 10 == 0) { echo json_encode($o), "\n"; echo objs($i), "\n"; un([1, 2]); un([]); }
}
echo st(), st(), st(), "\n";
foreach ([1, "s", null] as $bad) { try { echo sum($bad), "\n"; } catch (Throwable $e) { echo get_class($e); } }
un(null); un(5); un($undefined);
--EXPECTF--
[3,3.5,0,0,"0=1,a=2,b=A,5=z,k=0,","",13,"12344","1233","0:1 2:3 ","0:1 1:7 2:3 ","x0",1,2,3,-1,"at 23","at q3","none","a,0,1","01","12","x1y2","itemsk",1,3,3.5,"30",3]
a0 b0 da0 | db0 b0
12[13,3.5,0,0,"0=1,a=2,b=A,5=z,k=10,","",13,"12344","1233","0:1 2:3 ","0:1 1:7 2:3 ","x10",41,32,3,-1,"at 23","at q3","none","a,0,1","01","12","x1y2","itemsk",1,10,3,"130",3]
a10 b10 da10 | db10 b10
12[23,3.5,0,0,"0=1,a=2,b=A,5=z,k=20,","",13,"12344","1233","0:1 2:3 ","0:1 1:7 2:3 ","x20",81,62,3,-1,"at 23","at q3","none","a,0,1","01","12","x1y2","itemsk",1,20,3,"230",3]
a20 b20 da20 | db20 b20
126913

Warning: foreach() argument must be of type array|object, int given in %s on line 4
0

Warning: foreach() argument must be of type array|object, string given in %s on line 4
0

Warning: foreach() argument must be of type array|object, null given in %s on line 4
0

Warning: foreach() argument must be of type array|object, null given in %s on line 20

Warning: foreach() argument must be of type array|object, int given in %s on line 20

Warning: Undefined variable $undefined in %s on line 39

Warning: foreach() argument must be of type array|object, null given in %s on line 20
