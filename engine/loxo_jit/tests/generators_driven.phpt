--TEST--
Compiled bodies of generators: keys, what is sent and thrown in, finally, loops that are left
--ENV--
LOXO_JIT=functions
LOXO_STRESS=jit
--FILE--
<?php
// exceptions thrown in, finally, sends, keys, references
function g($n) { $r = []; try { for ($i = 0; $i < $n; $i++) { try { $x = yield "k$i" => $i * 2; if ($x) { $r[] = $x; strlen("a$i"); } } catch (LogicException $e) { $r[] = $e->getMessage(); yield "caught" => $e->getMessage(); } } } finally { echo "fin ", count($r), "\n"; } return $r; }
function drive($n) { $g = g($n); $s = 0; $k = 0; while ($g->valid()) { $s += strlen($g->key()) + (is_int($g->current()) ? $g->current() : 3); $k++; if ($k % 7 == 0) { $v = $g->throw(new LogicException("L$k")); $s += strlen((string)$v); } elseif ($k % 3 == 0) { $s += (int)$g->send($k); } else { $g->next(); } } return [$s, count($g->getReturn())]; }
for ($i = 0; $i < 12; $i++) { [$a, $b] = drive($i * 3); echo "$a $b\n"; }
$g = g(10); foreach ($g as $k => $v) { echo "$k=$v "; if ($v > 6) break; } unset($g); echo "\n";
try { foreach (g(50) as $k => $v) { if ($v == 20) throw new Exception("out"); } } catch (Exception $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
fin 0
0 0
fin 1
12 1
fin 2
48 2
fin 4
135 4
fin 5
225 5
fin 6
350 6
fin 7
487 7
fin 9
622 9
fin 10
805 10
fin 12
1076 12
fin 13
1311 13
fin 14
1580 14
k0=0 k1=2 k2=4 k3=6 k4=8 fin 0

fin 0
out
