--TEST--
== and != of strings that are no numbers, and ?->, in compiled functions: strings that are numbers, other types, references, temporaries
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
class S { function __toString() { return "test"; } public $p = 5; public $n = null; function m() { return "m"; } }
function eq($s) { if ($s == "test") return 1; if ($s != "abc") return 2; return 3; }
function eqv($s) { $a = $s == "test"; $b = $s != "test"; $c = "test" == $s; $d = $s == ""; return [$a, $b, $c, $d]; }
function num($s) { return [$s == "1", $s == "1.0", $s == " 1", $s == "1e0", $s == "-", $s == ".", $s == "+a", $s == " "]; }
function tmp($s, $i) { if (substr($s, $i) == "st") return 1; $z = trim($s) == "test"; return $z ? 2 : 3; }
function loop($list) { $n = 0; foreach ($list as $v) { if ($v == "x") $n++; elseif ($v == "y") $n += 10; else if ($v != "z") $n += 100; } return $n; }
function ns($o) { return $o?->p . "|" . $o?->m() . "|" . ($o?->n?->p ?? "d"); }
function nsr() { $o = new S; $r = &$o; $a = $o?->p; $r = null; $b = $o?->p; return [$a, $b]; }
function refs() { $s = "te"; $r = &$s; $r .= "st"; $x = [$s == "test", $r == "test" ? 1 : 2]; if ($s == "test") $x[] = 1; return $x; }
function und() { if ($u == "test") return 1; return 2; }
for ($i = 0; $i < 30; $i++) {
  $o = [];
  foreach (["test", "abc", "", "1", " 1", "1.0", "TEST", null, true, false, 0, 1, 1.0, [], "te" . "st", str_repeat("t", 1 + $i % 2) . "est"] as $v) { $o[] = eq($v); $o[] = eqv($v); $o[] = num($v); }
  $o[] = eq(new S); $o[] = tmp("test", 2); $o[] = tmp(" test", 1); $o[] = tmp("q$i", 0); $o[] = loop(["x", "y", "z", "q", 1, null, "x$i"]);
  $o[] = ns(new S); $o[] = ns(null); $o[] = nsr(); $o[] = refs();
  if ($i % 10 == 0) { echo md5(json_encode($o)), json_encode(array_slice($o, -6)), "\n"; echo und(); }
}
--EXPECTF--
62f89bdbafaee2046f6cb2801970c503[3,411,"5|m|d","||d",[5,null],[true,1,1]]

Warning: Undefined variable $u in %s on line 11
262f89bdbafaee2046f6cb2801970c503[3,411,"5|m|d","||d",[5,null],[true,1,1]]

Warning: Undefined variable $u in %s on line 11
262f89bdbafaee2046f6cb2801970c503[3,411,"5|m|d","||d",[5,null],[true,1,1]]

Warning: Undefined variable $u in %s on line 11
2
