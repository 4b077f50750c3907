--TEST--
switch and match of strings in compiled functions; variables that are not set
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
function sw($s) { switch ($s) { case "foo": return 1; case "bar": $x = 2; break; case "test": case "more": $x = 3; default: $x = ($x ?? 0) + 4; } return $x; }
function ma($s) { return match($s) { "foo" => 1, "bar", "baz" => 2, default => "d" }; }
function me($s) { try { return match($s) { "a" => 1, "b" => 2 }; } catch (\UnhandledMatchError $e) { return $e->getMessage(); } }
function many($s) { $n = 0; foreach ($s as $c) { switch ($c) { case "+": $n++; break; case "-": $n--; break; case "*": $n *= 2; break; case "/": $n = (int) ($n / 2); break; case "0": $n = 0; break; case " ": continue 2; case "": break 2; default: $n += strlen($c); } } return $n; }
function ref() { $s = "b"; $r = &$s; $r .= "ar"; return ma($s) . sw($r) . match($s) { "bar" => "r", default => "n" }; }
function und() { switch ($u) { case "a": return 1; case "": return 2; } return 3; }
class C { function __toString() { return "foo"; } private $ops = ["push", "pop", "add", "x"]; function run() { $st = []; foreach ($this->ops as $op) { $st[] = match ($op) { "push" => 1, "pop" => count($st), "add" => array_sum($st), default => $op }; } return $st; } }
for ($i = 0; $i < 30; $i++) {
  $o = [];
  foreach (["foo", "bar", "baz", "test", "more", "", "0", "a", "b", str_repeat("fo", 1 + $i % 2) . "o", null, true, false, 0, 1, 1.5, "1"] as $v) { $o[] = sw($v); $o[] = ma($v); $o[] = me($v); }
  $o[] = many(["+", "-", "*", "/", "0", " ", "abc", 5, null, "+", "", "zz"]); $o[] = ref(); $o[] = (new C)->run(); $o[] = sw(new C); $o[] = ma(new C);
  if ($i % 10 == 0) { echo md5(serialize($o)), "\n"; echo und(); }
}
function un1() { switch ($u) { case "a": return 1; case "": return 2; } return 3; }
function un2() { switch ($u) { case "a": return 1; case "b": return 2; case "c": return 4;} return 3; }
function un3() { switch ($u) { case 1: return 1; case 2: return 2; case 3: return 4;} return 3; }
function un4() { return match ($u) { 1 => 2, 2 => 3, default => 4 }; }
function un5() { return match ($u) { "1" => 2, "2" => 3, "x"=>3, default => 4 }; }
un1(); echo "--\n"; un2(); echo "--\n"; un3(); echo "--\n"; un4(); echo "--\n"; un5();

function un6() { switch ($u) { case 1: return 1; case 2: return 2; case 3: return 4; case 4: return 5; case 5: return 6; case 7: return 8; case 9: return 1; } return 3; }
echo "--\n"; un6();
--EXPECTF--
be0f205e0791e82d803ef49af7bc1f5a

Warning: Undefined variable $u in %s on line 7

Warning: Undefined variable $u in %s on line 7
2be0f205e0791e82d803ef49af7bc1f5a

Warning: Undefined variable $u in %s on line 7

Warning: Undefined variable $u in %s on line 7
2be0f205e0791e82d803ef49af7bc1f5a

Warning: Undefined variable $u in %s on line 7

Warning: Undefined variable $u in %s on line 7
2
Warning: Undefined variable $u in %s on line 15

Warning: Undefined variable $u in %s on line 15
--

Warning: Undefined variable $u in %s on line 16

Warning: Undefined variable $u in %s on line 16

Warning: Undefined variable $u in %s on line 16
--

Warning: Undefined variable $u in %s on line 17

Warning: Undefined variable $u in %s on line 17

Warning: Undefined variable $u in %s on line 17
--

Warning: Undefined variable $u in %s on line 18
--

Warning: Undefined variable $u in %s on line 19
--

Warning: Undefined variable $u in %s on line 22

Warning: Undefined variable $u in %s on line 22

Warning: Undefined variable $u in %s on line 22

Warning: Undefined variable $u in %s on line 22

Warning: Undefined variable $u in %s on line 22

Warning: Undefined variable $u in %s on line 22

Warning: Undefined variable $u in %s on line 22
