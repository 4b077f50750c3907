--TEST--
Loops over empty arrays and '??=' of what is set, compiled with catch blocks in front of them, go on behind the loop and the assignment
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
set_error_handler(function ($n, $m) { throw new ErrorException($m); });
class E1 extends Exception { }
function thrown($v) { if ($v === 2) throw new E1("two"); return $v; }
function in_for($n, $a) { $s = 0; for ($i = 0; $i < $n; $i++) { foreach ($a as $v) { try { $s += thrown($v); } catch (E1) { $s += 100; } } } return "$s $i"; }
function in_while($n, $a) { $s = 0; while ($n-- > 0) { foreach ($a as $k => $v) { try { $s += thrown($v); } catch (E1 $e) { $s += 100; continue 2; } finally { $s += $k; } } } return "$s $n"; }
function in_do($n, $a) { $s = ""; do { foreach ($a as $v) { try { $s .= thrown($v); } catch (E1 $e) { $s .= $e->getMessage(); break; } } $s .= "."; } while (--$n); return $s; }
function literal($n) { $y = 3; thrown($y + 3); for ($i = 0; $i < $n; $i++) { foreach ([] as $v) { try { } catch (Throwable) { } } } return $i; }
function in_foreach($n, $a) { $s = 0; foreach ($n as $k => $m) { foreach ($a as $v) { try { $s += thrown($v) * $m; } catch (E1) { $s += $k; } } $s++; } return $s; }
function of_call($n, $a) { for ($i = 0; $i < $n; $i++) { foreach (array_filter($a) as $v) { try { thrown($v); } catch (E1) { return "caught $i"; } } } return "none $i"; }
function nested($n, $a) { $s = 0; for ($i = 0; $i < $n; $i++) { foreach ($a as $v) { foreach ($a as $w) { try { $s += thrown($v) + $w; } catch (E1) { $s++; } } } foreach ($a as $v) { try { $s += $v; } catch (E1) { } } } return "$s $i"; }
function set_once($n, $a) { $m = []; for ($i = 0; $i < $n; $i++) { foreach ($a as $v) { try { $m[$v] ??= thrown($v); } catch (E1) { $m[$v] ??= 7; } } } return json_encode($m) . $i; }
function set_outside($n, $a) { $m = $a; for ($i = 0; $i < $n; $i++) { try { thrown($i); } catch (E1) { $m[9] = 1; } $m[$i & 1] ??= $i; $m[5] ??= 4; } return json_encode($m) . $i; }
function set_first($n, $a) { $m = $a; for ($i = 0; $i < $n; $i++) { $m[0] ??= 5; while (true) { try { if (thrown($i)) break; } catch (E1) { break; } break; } $m[1] ??= $i; } return json_encode($m) . $i; }
function before($n, $a) { $d = [1]; for ($i = 0; $i < $n; $i++) { try { thrown($i); } catch (E1) { } foreach ($a as $v) { $d[] = $v; } unset($d[7]); foreach ($d as $v) { } } return count($d) . $v . $i; }
function selects($n, $a, $x) { $s = ""; for ($i = 0; $i < $n; $i++) { foreach ($a as $v) { switch ($v) { case $x: $s .= "x"; break; case "a" . $x: $s .= "a"; break; default: $s .= "d"; } } $s .= $i; } return $s; }
function gives($n, $a) { for ($i = 0; $i < $n; $i++) { foreach ($a as $v) { try { yield $i => thrown($v); } catch (E1) { yield "c"; } } yield "."; } }
for ($k = 0; $k < 12; $k++) {
    foreach ([[], [1], [2], [1, 2, 3], [3, 1]] as $a) {
        $line = [in_for(3, $a), in_while(3, $a), in_do(2, $a), literal(3), in_foreach([4, 5], $a), of_call(2, $a), nested(2, $a), set_once(3, $a), set_outside(4, $a), set_first(4, $a), before(3, $a), selects(2, $a, $k % 3 + 1), implode(" ", iterator_to_array(gives(2, $a), false))];
        if ($k % 3 == 0 && ($k == 0 || $k == 9)) echo implode(" | ", $line), "\n";
        $seen[json_encode($a) . $k % 3] ??= $line;
        if ($seen[json_encode($a) . $k % 3] !== $line) echo "differs at $k: ", implode(" | ", $line), "\n";
    }
}
--EXPECT--
0 3 | 0 -1 | .. | 3 | 2 | none 2 | 0 2 | []3 | {"0":0,"5":4,"1":1,"9":1}4 | [5,0]4 | 113 | 01 | . .
3 3 | 3 -1 | 1.1. | 3 | 11 | none 2 | 6 2 | {"1":1}3 | {"0":1,"5":4,"1":1,"9":1}4 | [1,0]4 | 413 | x0x1 | 1 . 1 .
300 3 | 300 -1 | two.two. | 3 | 3 | caught 0 | 6 2 | {"2":7}3 | {"0":2,"5":4,"1":1,"9":1}4 | [2,0]4 | 423 | d0d1 | c . c .
312 3 | 306 -1 | 1two.1two. | 3 | 39 | caught 0 | 66 2 | {"1":1,"2":7,"3":3}3 | {"0":1,"1":2,"2":3,"5":4,"9":1}4 | [1,2,3]4 | 933 | xdd0xdd1 | 1 c 3 . 1 c 3 .
12 3 | 15 -1 | 31.31. | 3 | 38 | none 2 | 40 2 | {"3":3,"1":1}3 | {"0":3,"1":1,"5":4,"9":1}4 | [3,1]4 | 713 | dx0dx1 | 3 1 . 3 1 .
0 3 | 0 -1 | .. | 3 | 2 | none 2 | 0 2 | []3 | {"0":0,"5":4,"1":1,"9":1}4 | [5,0]4 | 113 | 01 | . .
3 3 | 3 -1 | 1.1. | 3 | 11 | none 2 | 6 2 | {"1":1}3 | {"0":1,"5":4,"1":1,"9":1}4 | [1,0]4 | 413 | x0x1 | 1 . 1 .
300 3 | 300 -1 | two.two. | 3 | 3 | caught 0 | 6 2 | {"2":7}3 | {"0":2,"5":4,"1":1,"9":1}4 | [2,0]4 | 423 | d0d1 | c . c .
312 3 | 306 -1 | 1two.1two. | 3 | 39 | caught 0 | 66 2 | {"1":1,"2":7,"3":3}3 | {"0":1,"1":2,"2":3,"5":4,"9":1}4 | [1,2,3]4 | 933 | xdd0xdd1 | 1 c 3 . 1 c 3 .
12 3 | 15 -1 | 31.31. | 3 | 38 | none 2 | 40 2 | {"3":3,"1":1}3 | {"0":3,"1":1,"5":4,"9":1}4 | [3,1]4 | 713 | dx0dx1 | 3 1 . 3 1 .
