--TEST--
yield from of generators: exceptions, finally, themselves, ended ones, fibers, the collector
--FILE--
<?php
// yield from generators: errors, self, running, shared, ended, aborted, exceptions through chains, destructors at the ends
class D { function __construct(public $n) {} function __destruct() { echo "~$this->n "; } }
function in($n, $throw = -1) { $d = new D("in$n"); try { for ($i = 0; $i < $n; $i++) { if ($i == $throw) throw new Exception("in$i"); yield $i => new D("y$i"); } } finally { echo "fin$n "; } return new D("r$n"); }
function mid($n, $t = -1) { $d = new D("mid"); try { $r = yield from in($n, $t); yield 'm' => $r; } catch (Exception $e) { yield 'c' => $e; } return 5; }
function out($n, $t = -1) { $r = yield from mid($n, $t); yield 'o' => $r; yield from [1, 2]; yield from mid(1); }
function run($n, $t) { foreach (out($n, $t) as $k => $v) { echo "[$k ", is_object($v) ? ($v instanceof D ? $v->n : $v->getMessage() . count($v->getTrace())) : $v, "] "; } echo "\n"; }
for ($n = 0; $n < 4; $n++) for ($t = -1; $t < $n; $t++) run($n, $t);
function selfy() { global $g; try { yield from $g; } catch (Error $e) { yield $e->getMessage(); } }
for ($i = 0; $i < 4; $i++) { $g = selfy(); foreach ($g as $v) echo $v, "\n"; }
function ring($a) { yield 1; try { yield from $a->g; } catch (Error $e) { yield $e->getMessage(); } }
for ($i = 0; $i < 4; $i++) { $a = new stdClass; $b = new stdClass; $a->g = ring($b); $b->g = ring($a); foreach ($a->g as $v) echo $v, ' '; echo "\n"; unset($a, $b, $g); }
function ended() { $x = in(1); foreach ($x as $_); try { $r = yield from $x; yield $r->n; } catch (Error $e) { yield $e->getMessage(); } $y = in(2, 1); try { foreach ($y as $_); } catch (Exception $e) { } try { yield from $y; } catch (Error $e) { yield $e->getMessage(); } }
for ($i = 0; $i < 4; $i++) { foreach (ended() as $k => $v) echo is_object($v) ? $v->n : $v, ' '; echo "\n"; }
function sh($g, $n) { echo "<$n>"; $r = yield from $g; yield "$n:" . ($r ? $r->n : 'null'); }
function early($n) { foreach (out(5) as $k => $v) { if ($k === $n) { echo "stop "; return; } } }
foreach ([0, 2, 4, 'm', 'o', 1] as $n) { early($n); echo "\n"; }
function deep($n) { if ($n) { $x = yield from deep($n - 1); yield $n => $x + 1; return $x + 1; } return 0; }
foreach ([1, 5, 50, 500] as $n) { $s = 0; foreach (deep($n) as $k => $v) $s += $k * $v; echo $s, ' '; } echo "\n";
function fib2($f) { yield from (function () use ($f) { $x = Fiber::suspend('s'); yield $x; yield from [Fiber::suspend('t')]; })(); }
for ($i = 0; $i < 4; $i++) { $f = new Fiber(function () { foreach (fib2(1) as $v) echo $v; return 'end'; }); echo $f->start(), $f->resume('A'), $f->resume('B'), $f->getReturn(), "\n"; }
for ($i = 0; $i < 3; $i++) { $f = new Fiber(function () { foreach (fib2(1) as $v) echo $v; }); $f->start(); $f = null; gc_collect_cycles(); }
function gcs() { $o = new stdClass; $o->g = (function () use ($o) { yield from (function () use ($o) { yield 1; yield 2; })(); })(); $o->g->current(); }
for ($i = 0; $i < 20; $i++) gcs(); echo gc_collect_cycles() > 0 ? 'gc' : 'no', "\n";
--EXPECT--
fin0 ~in0 [m r0] ~mid ~r0 [o 5] [0 1] [1 2] [0 y0] fin1 ~in1 ~y0 [m r1] ~mid 
~r1 [0 y0] fin1 ~in1 ~y0 [m r1] ~mid ~r1 [o 5] [0 1] [1 2] [0 y0] fin1 ~in1 ~y0 [m r1] ~mid 
~r1 fin1 ~in1 [c in04] ~mid [o 5] [0 1] [1 2] [0 y0] fin1 ~in1 ~y0 [m r1] ~mid 
~r1 [0 y0] ~y0 [1 y1] fin2 ~in2 ~y1 [m r2] ~mid ~r2 [o 5] [0 1] [1 2] [0 y0] fin1 ~in1 ~y0 [m r1] ~mid 
~r1 fin2 ~in2 [c in04] ~mid [o 5] [0 1] [1 2] [0 y0] fin1 ~in1 ~y0 [m r1] ~mid 
~r1 [0 y0] fin2 ~in2 ~y0 [c in14] ~mid [o 5] [0 1] [1 2] [0 y0] fin1 ~in1 ~y0 [m r1] ~mid 
~r1 [0 y0] ~y0 [1 y1] ~y1 [2 y2] fin3 ~in3 ~y2 [m r3] ~mid ~r3 [o 5] [0 1] [1 2] [0 y0] fin1 ~in1 ~y0 [m r1] ~mid 
~r1 fin3 ~in3 [c in04] ~mid [o 5] [0 1] [1 2] [0 y0] fin1 ~in1 ~y0 [m r1] ~mid 
~r1 [0 y0] fin3 ~in3 ~y0 [c in14] ~mid [o 5] [0 1] [1 2] [0 y0] fin1 ~in1 ~y0 [m r1] ~mid 
~r1 [0 y0] ~y0 [1 y1] fin3 ~in3 ~y1 [c in24] ~mid [o 5] [0 1] [1 2] [0 y0] fin1 ~in1 ~y0 [m r1] ~mid 
~r1 Impossible to yield from the Generator being currently run
Impossible to yield from the Generator being currently run
Impossible to yield from the Generator being currently run
Impossible to yield from the Generator being currently run
1 1 Impossible to yield from the Generator being currently run 
1 1 Impossible to yield from the Generator being currently run 
1 1 Impossible to yield from the Generator being currently run 
1 1 Impossible to yield from the Generator being currently run 
fin1 ~in1 Generator passed to yield from was aborted without proper return and is unable to continue fin2 ~in2 Generator passed to yield from was aborted without proper return and is unable to continue ~y0 ~r1 ~y0 
fin1 ~in1 Generator passed to yield from was aborted without proper return and is unable to continue fin2 ~in2 Generator passed to yield from was aborted without proper return and is unable to continue ~y0 ~r1 ~y0 
fin1 ~in1 Generator passed to yield from was aborted without proper return and is unable to continue fin2 ~in2 Generator passed to yield from was aborted without proper return and is unable to continue ~y0 ~r1 ~y0 
fin1 ~in1 Generator passed to yield from was aborted without proper return and is unable to continue fin2 ~in2 Generator passed to yield from was aborted without proper return and is unable to continue ~y0 ~r1 ~y0 
stop fin5 ~in5 ~mid ~y0 
~y0 ~y1 stop fin5 ~in5 ~mid ~y2 
~y0 ~y1 ~y2 ~y3 stop fin5 ~in5 ~mid ~y4 
~y0 ~y1 ~y2 ~y3 fin5 ~in5 ~y4 stop ~mid ~r5 
~y0 ~y1 ~y2 ~y3 fin5 ~in5 ~y4 ~mid ~r5 stop 
~y0 stop fin5 ~in5 ~mid ~y1 
1 55 42925 41791750 
sAtBend
sAtBend
sAtBend
sAtBend
gc
