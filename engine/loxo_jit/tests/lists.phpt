--TEST--
list() in compiled functions: arrays, strings, null, numbers, objects, missing elements, nested, swaps
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
function l2($a) { [$x, $y] = $a; return [$x, $y]; }
function lk($a) { ['a' => $x, 'b' => ['c' => $y]] = $a; return [$x, $y]; }
function nest($a) { $s = ""; foreach ($a as [$p, [$q, $r]]) { $s .= "$p$q$r;"; } return $s; }
function swap($x, $y) { [$x, $y] = [$y, $x]; return "$x$y"; }
function skip($a) { [, $y, , $z] = $a; return $y . $z; }
function obj($o) { ['k' => $v] = $o; return $v; }
function expl($s) { [$a, $b] = explode(",", $s) + [1 => "none"]; return "$a|$b"; }
class O implements ArrayAccess { function offsetExists($k): bool { return true; } function offsetGet($k): mixed { return "got $k"; } function offsetSet($k, $v): void {} function offsetUnset($k): void {} }
for ($i = 0; $i < 30; $i++) {
  $o = [l2([1, $i]), l2(["a" . $i, [1]]), lk(['a' => $i, 'b' => ['c' => "x"]]), nest([[1, [2, 3]], ["a", ["b$i", null]]]), swap($i, "z"), skip([1, 2, 3, 4]), obj(new O), expl("a,b"), expl("a")];
  $r = 5; $w = [&$r, 2]; $o[] = l2($w);
  if ($i % 10 == 0) { $o[] = l2("ab"); $o[] = l2(null); $o[] = l2(5); $o[] = l2([1]); $o[] = lk(['a' => 1, 'b' => "str"]); $o[] = lk(['a' => 1, 'b' => null]); echo json_encode($o), "\n"; try { l2(new D2); } catch (Error $e) { echo $e->getMessage(), "\n"; } }
}
class D2 {}
--EXPECTF--

Warning: Undefined array key 1 in %s on line 2
[[1,0],["a0",[1]],[0,"x"],"123;ab0;","z0","24","got k","a|b","a|none",[5,2],[null,null],[null,null],[null,null],[1,null],[1,null],[1,null]]
Cannot use object of type D2 as array

Warning: Undefined array key 1 in %s on line 2
[[1,10],["a10",[1]],[10,"x"],"123;ab10;","z10","24","got k","a|b","a|none",[5,2],[null,null],[null,null],[null,null],[1,null],[1,null],[1,null]]
Cannot use object of type D2 as array

Warning: Undefined array key 1 in %s on line 2
[[1,20],["a20",[1]],[20,"x"],"123;ab20;","z20","24","got k","a|b","a|none",[5,2],[null,null],[null,null],[null,null],[1,null],[1,null],[1,null]]
Cannot use object of type D2 as array
