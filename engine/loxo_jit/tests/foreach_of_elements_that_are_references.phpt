--TEST--
foreach over arrays whose elements are references, and variables that are references, in compiled code
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
// foreach over arrays whose elements are references, in functions and at the top of the file
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~$this->n "; } }
function sumup(array $list) { $s = 0; foreach ($list as $k => $v) { $s += $v * ($k + 1); } return $s; }
function text(array $list) { $s = ''; foreach ($list as $k => $v) { $s .= "$k=" . (is_array($v) ? 'A' : (is_object($v) ? 'O' : var_export($v, true))) . ';'; } return $s; }
function refs($n) { $a = []; for ($i = 0; $i < $n; $i++) $a[] = $i * 3; foreach ($a as &$v) { $v = $v + 1; } unset($v); return $a; }
function once($rounds) { $sum = 0; for ($r = 0; $r < $rounds; $r++) { $list = []; for ($i = 0; $i < 300; $i++) $list[] = $i * 7 % 101; foreach ($list as &$item) { $item = $item * 3 - 1; } unset($item); foreach ($list as $i => $item) { $sum += $item ^ $i; } } return $sum; }
echo once(40), "\n";
for ($k = 0; $k < 30; $k++) { $a = refs(10); $x = sumup($a); if ($k % 3 == 0) { $b = $a; foreach ($b as &$w) $w *= 2; unset($w); $x += sumup($b); unset($a[3], $a[7]); $x += sumup($a); } }
echo $x, "\n";
for ($k = 0; $k < 20; $k++) { $m = [1, 2.5, 'x', null, true, [1], new D($k)]; foreach ($m as &$q) { if (is_int($q)) $q = $q + $k; } echo text($m); $q = 5; unset($q); unset($m[2]); echo text($m), "\n"; }
unset($m);
function typed() { $o = new class { public int $i = 3; public string $s = 'a'; }; $a = [&$o->i, 5, &$o->s]; $r = ''; foreach ($a as $v) { $r .= $v; $o->i++; } foreach ($a as $k => &$v) { if ($k < 2) $v = $v + 10; } unset($v); return $r . $o->i . json_encode($a); }
for ($k = 0; $k < 12; $k++) echo typed(), "\n";
function mixed(array $list) { $s = 0; foreach ($list as $v) { if (is_int($v)) $s += $v; elseif (is_float($v)) $s += $v; else $s += strlen((string)$v); } return $s; }
$one = 1; $two = 2.5; $three = 'abc';
$sets = [[1, 2, 3], [1, &$one, 3], [&$one, &$two, &$three], [1.5, 2, 'x'], [&$three, null, 3]];
for ($k = 0; $k < 60; $k++) $t[] = mixed($sets[$k % 5]);
echo json_encode($t), "\n";
$total = 0; $list = range(1, 50);
for ($r = 0; $r < 30; $r++) {
  foreach ($list as &$item) { $item = $item * 3 - 1; if ($item > 1000) $item = $item % 97; }
  unset($item);
  foreach ($list as $i => $item) { $total += $item ^ $i; }
  foreach ($list as $i => $item) { if ($i == 10) { $list[20] = 7; unset($list[11]); $list[11] = $r; } $total += $item; }
  $pairs = []; foreach ($list as $i => $v) $pairs[] = [$i, &$list[$i]];
  foreach ($pairs as [$p, $q]) { $total += $p < $q ? 1 : 2; }
  while (count($list) > 45) { $top = array_pop($list); $list[count($list) - 1] = $top; }
  while (count($list) < 50) { $list[] = count($list); }
  unset($pairs);
}
echo $total, "\n";
set_error_handler(function ($n, $m) { echo "W:$m "; $GLOBALS['list'][0] = 'changed'; return true; });
for ($r = 0; $r < 5; $r++) { $list = [1, 2, 3]; foreach ($list as &$item) { $item = $item . $undef; } unset($item); foreach ($list as $v) echo $v, ','; }
echo "\n";
for ($r = 0; $r < 12; $r++) { $ref = $r; $alias = &$ref; $alias = $alias - 1; $alias += 2; if ($r == 5) { unset($alias); $alias = 10; } $alias = $alias * 2; echo $ref, ' ', $alias, ' '; unset($alias); }
echo "\n";
try { foreach ([1, 2, 3] as &$e) { $e = $e - 1; foreach ($list as $z) { if ($e == 1) throw new Exception("at $z"); } } } catch (Exception $x) { echo $x->getMessage(), "\n"; }
function gen(array $a) { foreach ($a as $k => $v) yield $k => $v; }
for ($r = 0; $r < 10; $r++) { $g = refs(4); foreach ($g as &$h); unset($h); foreach (gen($g) as $k => $v) echo $k, $v, ' '; }
echo "\n";
function destr() { $a = [new D('a'), new D('b')]; foreach ($a as &$v) { } unset($v); foreach ($a as $k => $v) { $a[$k] = null; } echo '| '; $v = 1; return $a; }
for ($r = 0; $r < 10; $r++) destr();
function iterate_var_is_ref() { $out = 0; $v = 0; $w = &$v; foreach ([1, 2, 3] as $v) { $out += $w; } $list = [4, 5]; foreach ($list as &$x) { } foreach ($list as $x) { $out = $out * 10 + $x; } return json_encode([$out, $list, $v]); }
for ($r = 0; $r < 10; $r++) echo iterate_var_is_ref();
--EXPECT--
2229800
1045
0=1;1=2.5;2='x';3=NULL;4=true;5=A;6=O;~0 0=1;1=2.5;3=NULL;4=true;5=A;6=5;
0=2;1=2.5;2='x';3=NULL;4=true;5=A;6=O;~1 0=2;1=2.5;3=NULL;4=true;5=A;6=5;
0=3;1=2.5;2='x';3=NULL;4=true;5=A;6=O;~2 0=3;1=2.5;3=NULL;4=true;5=A;6=5;
0=4;1=2.5;2='x';3=NULL;4=true;5=A;6=O;~3 0=4;1=2.5;3=NULL;4=true;5=A;6=5;
0=5;1=2.5;2='x';3=NULL;4=true;5=A;6=O;~4 0=5;1=2.5;3=NULL;4=true;5=A;6=5;
0=6;1=2.5;2='x';3=NULL;4=true;5=A;6=O;~5 0=6;1=2.5;3=NULL;4=true;5=A;6=5;
0=7;1=2.5;2='x';3=NULL;4=true;5=A;6=O;~6 0=7;1=2.5;3=NULL;4=true;5=A;6=5;
0=8;1=2.5;2='x';3=NULL;4=true;5=A;6=O;~7 0=8;1=2.5;3=NULL;4=true;5=A;6=5;
0=9;1=2.5;2='x';3=NULL;4=true;5=A;6=O;~8 0=9;1=2.5;3=NULL;4=true;5=A;6=5;
0=10;1=2.5;2='x';3=NULL;4=true;5=A;6=O;~9 0=10;1=2.5;3=NULL;4=true;5=A;6=5;
0=11;1=2.5;2='x';3=NULL;4=true;5=A;6=O;~10 0=11;1=2.5;3=NULL;4=true;5=A;6=5;
0=12;1=2.5;2='x';3=NULL;4=true;5=A;6=O;~11 0=12;1=2.5;3=NULL;4=true;5=A;6=5;
0=13;1=2.5;2='x';3=NULL;4=true;5=A;6=O;~12 0=13;1=2.5;3=NULL;4=true;5=A;6=5;
0=14;1=2.5;2='x';3=NULL;4=true;5=A;6=O;~13 0=14;1=2.5;3=NULL;4=true;5=A;6=5;
0=15;1=2.5;2='x';3=NULL;4=true;5=A;6=O;~14 0=15;1=2.5;3=NULL;4=true;5=A;6=5;
0=16;1=2.5;2='x';3=NULL;4=true;5=A;6=O;~15 0=16;1=2.5;3=NULL;4=true;5=A;6=5;
0=17;1=2.5;2='x';3=NULL;4=true;5=A;6=O;~16 0=17;1=2.5;3=NULL;4=true;5=A;6=5;
0=18;1=2.5;2='x';3=NULL;4=true;5=A;6=O;~17 0=18;1=2.5;3=NULL;4=true;5=A;6=5;
0=19;1=2.5;2='x';3=NULL;4=true;5=A;6=O;~18 0=19;1=2.5;3=NULL;4=true;5=A;6=5;
0=20;1=2.5;2='x';3=NULL;4=true;5=A;6=O;~19 0=20;1=2.5;3=NULL;4=true;5=A;6=5;
35a16[16,15,"a"]
35a16[16,15,"a"]
35a16[16,15,"a"]
35a16[16,15,"a"]
35a16[16,15,"a"]
35a16[16,15,"a"]
35a16[16,15,"a"]
35a16[16,15,"a"]
35a16[16,15,"a"]
35a16[16,15,"a"]
35a16[16,15,"a"]
35a16[16,15,"a"]
[6,5,6.5,4.5,6,6,5,6.5,4.5,6,6,5,6.5,4.5,6,6,5,6.5,4.5,6,6,5,6.5,4.5,6,6,5,6.5,4.5,6,6,5,6.5,4.5,6,6,5,6.5,4.5,6,6,5,6.5,4.5,6,6,5,6.5,4.5,6,6,5,6.5,4.5,6,6,5,6.5,4.5,6]
-11454863752150
W:Undefined variable $undef W:Undefined variable $undef W:Undefined variable $undef changed,2,3,W:Undefined variable $undef W:Undefined variable $undef W:Undefined variable $undef changed,2,3,W:Undefined variable $undef W:Undefined variable $undef W:Undefined variable $undef changed,2,3,W:Undefined variable $undef W:Undefined variable $undef W:Undefined variable $undef changed,2,3,W:Undefined variable $undef W:Undefined variable $undef W:Undefined variable $undef changed,2,3,
2 2 4 4 6 6 8 8 10 10 6 20 14 14 16 16 18 18 20 20 22 22 24 24 
at changed
01 14 27 310 01 14 27 310 01 14 27 310 01 14 27 310 01 14 27 310 01 14 27 310 01 14 27 310 01 14 27 310 01 14 27 310 01 14 27 310 
~a | ~b ~a | ~b ~a | ~b ~a | ~b ~a | ~b ~a | ~b ~a | ~b ~a | ~b ~a | ~b ~a | ~b [644,[4,4],3][644,[4,4],3][644,[4,4],3][644,[4,4],3][644,[4,4],3][644,[4,4],3][644,[4,4],3][644,[4,4],3][644,[4,4],3][644,[4,4],3]