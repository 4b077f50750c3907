--TEST--
foreach, array literals and assignments to properties by compiled code: keys, holes, references, what is dropped
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
set_error_handler(function ($n, $m) { echo "[$m] "; return true; });
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~$this->n "; } }
class P { public $a = 1; public int $b = 2; public ?string $c; public readonly int $d; public $e = [1]; function __set($n, $v) { echo "set $n "; } }
function each1($t) { $r = []; foreach ($t as $v) { $r[] = $v; } return $r; }
function each2($t) { $s = ''; foreach ($t as $k => $v) { $s .= gettype($k) . $k . json_encode($v) . ','; } return $s; }
function each3($t) { foreach ($t as $k => [$a, $b]) { echo $k, $a, $b, ' '; } }
function each4($t) { foreach ($t as $i => $v) { if ($i > 2) break; foreach ($v as $j => $w) { if ($j == 1) continue 2; echo "$i.$j=$w "; } } return $v; }
function refs() { $t = [1, 2, 3]; $r = &$t[1]; foreach ($t as $k => $v) { $r++; $t[] = $v; echo $v, ' '; } foreach ($t as $k => &$v) { $v = $v . 'x'; if ($k == 0) $t[] = 'n'; } return $t; }
function holes() { $t = [1, 2, 3, 4]; unset($t[1], $t[3]); foreach ($t as $k => $v) echo "$k=>$v "; $h = ['a' => 1, 'b' => 2, 'c' => 3]; unset($h['b']); foreach ($h as $k => $v) echo "$k=>$v "; }
function objs() { $t = [new D(1), new D(2)]; foreach ($t as $o) { $t = null; echo $o->n, ' '; } $o = null; echo "end\n"; foreach ([new D(3), new D(4)] as $o) { echo 'in '; } $o = 1; echo "done\n"; }
function varref() { $x = 5; $y = &$x; foreach ([1, 2, 3] as $x) { echo $y; } foreach ([7, 8] as $k => $x) {} return [$x, $y, $k]; }
function props(P $p, $v) { $p->a = $v; $p->a = [$v]; $p->a = null; $p->b = 7; try { $p->b = 'abc'; } catch (TypeError $e) { echo get_class($e), ' '; } $p->b = '12'; $p->c = "s$v"; $p->c = null; $p->e = $p->e; $p->e[] = 3; try { $p->d = 5; } catch (Error $e) { echo $e->getMessage(); } unset($p->a); $p->a = 9; $r = &$p->e; $p->e = 4; return [$p, $r]; }
function lit($a, $b) { $u = null; return [$a, 'k' => $b, [$a, $b], 'z' => ['q' => $und, 'w' => $u], ...[$a]]; }
function gen() { yield 'a' => 1; yield 'b' => 2; }
for ($i = 0; $i < 3; $i++) {
  echo json_encode(each1([1, 'a', null, [1], 1.5])), json_encode(each1([])), json_encode(each1(['x' => 1, 5 => 2])), json_encode(each1(gen())), "\n";
  echo each2([1, 'a' => 2, '7' => 3, "k$i" => 4]), each2(gen()), each2(new P), "\n";
  each3([[1, 2], 'q' => [3, 4]]); echo json_encode(each4([[1, 2], ['a' => 1, 1 => 4, 'b' => 2], [], [5]])), "\n";
  echo json_encode(refs()); holes(); objs(); echo json_encode(varref()), json_encode(props(new P, $i)), json_encode(lit($i, "s$i")), "\n";
  try { each1(5); each1(null); } catch (Throwable $e) { echo $e->getMessage(); }
}
?>
--EXPECT--
[1,"a",null,[1],1.5][][1,2][1,2]
integer01,stringa2,integer73,stringk04,stringa1,stringb2,stringa1,stringb2,stringe[1],
012 q34 0.0=1 1.a=1 [5]
1 3 3 ["1x","5x","3x","1x","3x","3x","nx"]0=>1 2=>3 a=>1 c=>3 1 2 ~1 ~2 end
in in ~3 ~4 done
123[8,8,1]TypeError Cannot modify protected(set) readonly property P::$d from global scopeset a [{"b":12,"c":null,"e":4},4][Undefined variable $und] {"0":0,"k":"s0","1":[0,"s0"],"z":{"q":null,"w":null},"2":0}
[foreach() argument must be of type array|object, int given] [foreach() argument must be of type array|object, null given] [1,"a",null,[1],1.5][][1,2][1,2]
integer01,stringa2,integer73,stringk14,stringa1,stringb2,stringa1,stringb2,stringe[1],
012 q34 0.0=1 1.a=1 [5]
1 3 3 ["1x","5x","3x","1x","3x","3x","nx"]0=>1 2=>3 a=>1 c=>3 1 2 ~1 ~2 end
in in ~3 ~4 done
123[8,8,1]TypeError Cannot modify protected(set) readonly property P::$d from global scopeset a [{"b":12,"c":null,"e":4},4][Undefined variable $und] {"0":1,"k":"s1","1":[1,"s1"],"z":{"q":null,"w":null},"2":1}
[foreach() argument must be of type array|object, int given] [foreach() argument must be of type array|object, null given] [1,"a",null,[1],1.5][][1,2][1,2]
integer01,stringa2,integer73,stringk24,stringa1,stringb2,stringa1,stringb2,stringe[1],
012 q34 0.0=1 1.a=1 [5]
1 3 3 ["1x","5x","3x","1x","3x","3x","nx"]0=>1 2=>3 a=>1 c=>3 1 2 ~1 ~2 end
in in ~3 ~4 done
123[8,8,1]TypeError Cannot modify protected(set) readonly property P::$d from global scopeset a [{"b":12,"c":null,"e":4},4][Undefined variable $und] {"0":2,"k":"s2","1":[2,"s2"],"z":{"q":null,"w":null},"2":2}
[foreach() argument must be of type array|object, int given] [foreach() argument must be of type array|object, null given] 
