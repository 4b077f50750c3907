--TEST--
Generators driven by loops, methods, other generators and fibers
--FILE--
<?php
set_error_handler(function ($level, $message) { echo "($message) "; return true; });
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~D{$this->n} "; } }
function t($name, $f) { for ($i = 0; $i < 4; $i++) { try { echo $name, ' '; var_dump($f($i)); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), ' @', $e->getLine(), "\n"; } } }
function cnt($n) { for ($i = 0; $i < $n; $i++) { $x = yield $i => $i * 2; if ($x) { $y = yield "got $x"; } } return "ret $n"; }
function fin($n) { try { for ($i = 0; $i < $n; $i++) { yield new D($i); } } finally { echo 'finally '; } }
function thrower($n) { for ($i = 0; $i < $n; $i++) { if ($i == 3) throw new Exception("in gen"); yield $i; } }
function inner($n) { for ($i = 0; $i < $n; $i++) { $r = yield $i; echo "[$r]"; } return "inner$n"; }
function outer($n) { $r = yield from inner($n); yield $r; $r = yield from [10, 20, 'k' => 30]; yield 'x' => $r; $r = yield from new ArrayIterator([7, 8]); return $r; }
function &refgen(array &$a) { foreach ($a as $k => &$v) yield $k => $v; }
function walk($t) { if ($t !== null) { yield from walk($t[0]); yield $t[1]; yield from walk($t[2]); } }
function tree($d, $l) { return $d === 0 ? null : [tree($d - 1, $l * 2), $l, tree($d - 1, $l * 2 + 1)]; }
t('methods', function ($i) { $g = cnt(5); $r = []; while ($g->valid()) { $r[] = $g->key() . ':' . $g->current(); if (count($r) % 2) $r[] = $g->send($i); $g->next(); } return implode(',', $r) . $g->getReturn(); });
t('foreach', function ($i) { $r = ''; foreach (cnt(4) as $k => $v) $r .= "$k=$v,"; return $r; });
t('break', function ($i) { foreach (fin(5) as $v) { if ($v->n == $i) break; } return 'after'; });
t('return in loop', function ($i) { foreach (fin(5) as $v) { if ($v->n == $i) return 'r'; } return 'after'; });
t('throw in loop', function ($i) { foreach (fin(5) as $v) { if ($v->n == $i) throw new Exception('loop'); } return 'after'; });
t('thrower', function ($i) { $r = 0; foreach (thrower(3 + $i) as $v) $r += $v; return $r; });
t('thrower caught', function ($i) { $r = 0; try { foreach (thrower(3 + $i) as $v) $r += $v; } catch (Exception $e) { $r .= $e->getMessage() . count($e->getTrace()); } return $r; });
t('throw()', function ($i) { $g = (function () { while (true) { try { $x = yield 1; echo "x$x "; } catch (Exception $e) { echo 'caught ', $e->getMessage(), ' '; yield 2; } } })(); $g->current(); $a = $g->throw(new Exception('t')); $b = $g->send(5); $g->next(); return [$a, $b, $g->current()]; });
t('outer', function ($i) { $r = []; foreach (outer(3) as $k => $v) { $r[] = "$k=>$v"; if (count($r) > 4 + $i) break; } return implode(' ', $r); });
t('outer send', function ($i) { $g = outer(3); $r = [$g->current()]; while ($g->valid()) $r[] = $g->send("s$i"); return [implode(' ', array_map(fn ($x) => var_export($x, true), $r)), $g->getReturn()]; });
t('ref', function ($i) { $a = [1, 2, 3]; foreach (refgen($a) as $k => &$v) $v += $k * 10; unset($v); return implode(',', $a); });
t('walk', function ($i) { $s = ''; foreach (walk(tree(3 + $i % 2, 1)) as $l) $s .= $l . ' '; return $s; });
t('two loops', function ($i) { $g = cnt(5); foreach ($g as $v) { if ($v == 4) break; } $r = $g->current(); $g->next(); try { foreach ($g as $v) $r .= $v; } catch (Exception $e) { $r .= $e->getMessage(); } return $r; });
t('nested same', function ($i) { $g = cnt(6); $r = ''; foreach ($g as $v) { $r .= $v; $g->next(); } return $r; });
t('self send', function ($i) { $g = (function () use (&$g) { try { $g->next(); } catch (Error $e) { echo $e->getMessage(), ' '; } yield 1; yield 2; })(); $r = 0; foreach ($g as $v) $r += $v; return $r; });
t('overwritten var', function ($i) { $g = fin(3); foreach ($g as $v) { $g = null; echo 'b '; } return 'd'; });
t('overwritten value', function ($i) { foreach (fin(3) as $v) { $w = $v; $v = null; } $w = null; return 'd'; });
t('undefined', function ($i) { $g = (function () { yield $zz; yield $yy => 2; })(); $r = []; foreach ($g as $k => $v) $r[] = [$k, $v]; return count($r); });
t('never run', function ($i) { $g = (function () { try { yield 1; } finally { echo 'no '; } })(); unset($g); return 1; });
t('temp destroy', function ($i) { foreach ((function () { $d = new D('local'); yield 1; yield 2; })() as $v) if ($i == 1) return 'early'; return 'end'; });
t('by key array', function ($i) { $r = 0; foreach ((function () { for ($k = 0; $k < 4; $k++) yield [$k, 'a' => $k * 2]; })() as [0 => $a, 'a' => $b]) $r += $a * $b; return $r; });
t('prop target', function ($i) { $o = new stdClass; foreach (cnt(3) as $o->k => $o->v) ; return [$o->k, $o->v]; });
t('typed', function ($i) { $o = new class { public int $v; }; foreach ((function () { yield 1; yield "2"; yield "x"; })() as $o->v) echo $o->v, ' '; return 0; });
t('closed in finally', function ($i) { $g = (function () { try { yield 1; } finally { yield 2; } })(); foreach ($g as $v) break; unset($g); return 1; });
t('iterator_to_array', function ($i) { return iterator_to_array(outer(2), false); });
t('args', function ($i) { return implode(',', [...cnt(4 + $i)]) . max(...cnt(3)); });
t('yield precedence', function ($i) { $g = (function () { $a = (yield 1) + (yield 2); echo "a=$a "; return $a; })(); $g->current(); $g->send(10); $g->send(20 + $i); return $g->getReturn(); });
t('this', function ($i) { $o = new class { public $p = 3; function g() { for ($k = 0; $k < 3; $k++) yield $this->p++; } }; $s = 0; foreach ($o->g() as $v) $s += $v; foreach ((new $o)->g() as $v) $s += $v; return $s; });
t('static var', function ($i) { $g = function () { static $n = 0; while (true) yield ++$n; }; foreach ($g() as $v) if ($v > 3 + $i) break; return $v; });
t('large', function ($i) { $g = (function ($a, $b, $c, ...$rest) { foreach ($rest as $x) yield $x => func_get_args(); })(1, 2, 3, 4, 5, 6); $s = 0; foreach ($g as $k => $v) $s += count($v) * $k; return $s; });
t('gc', function ($i) { $g = (function () { $me = yield; yield new D('gc'); })(); $g->current(); $g->send($g); $g = null; gc_collect_cycles(); return 1; });
t('yield from self', function ($i) { $g = (function () use (&$g) { yield 1; yield from $g; })(); foreach ($g as $v) echo $v, ' '; return 1; });
t('shared inner', function ($i) { $in = inner(4); $a = (function () use ($in) { yield from $in; })(); $b = (function () use ($in) { yield from $in; })(); $r = ''; foreach ([$a, $b, $a, $b] as $g) { $r .= $g->current(); $g->next(); } return $r; });
t('yield from arr edge', function ($i) { $g = (function () { $x = yield from []; yield $x; $a = [1, 2, 3]; foreach ([1, 2] as $q) { yield from $a; $a[] = $q; } yield from [new D(1), new D(2)]; })(); $r = ''; foreach ($g as $k => $v) $r .= $k . (is_object($v) ? 'o' : $v) . ' '; return $r; });
t('yield from arr destr', function ($i) { $g = (function () { yield from [new D(1), new D(2), new D(3)]; echo 'end '; })(); foreach ($g as $k => $v) { echo $k, ' '; if ($k == $i) break; } unset($g); echo 'unset '; return 0; });
t('send to array', function ($i) { $g = (function () { $r = yield from [1, 2]; var_dump($r); $r = yield 3; var_dump($r); })(); return [$g->current(), $g->send('a'), $g->send('b'), $g->send('c')]; });
t('non iterable', function ($i) { foreach ((function () { yield from 5; })() as $v) ; return 0; });
t('fiber in gen', function ($i) { $f = new Fiber(function () { foreach ((function () { yield 1; $x = Fiber::suspend('s'); yield $x; })() as $v) echo $v, ' '; return 'done'; }); $a = $f->start(); $f->resume('r'); return [$a, $f->getReturn()]; });
t('gen across fibers', function ($i) { $g = cnt(4); $f = new Fiber(function () use ($g) { foreach ($g as $v) Fiber::suspend($v); }); $r = [$f->start()]; $r[] = $f->resume(); try { $g->next(); } catch (Error $e) { $r[] = $e->getMessage(); } $r[] = $f->resume(); return implode(' ', array_map('strval', $r)); });
--EXPECT--
methods string(21) "0:0,2,2:4,6,4:8,ret 5"
methods string(54) "0:0,got 1,1:2,got 1,2:4,got 1,3:6,got 1,4:8,got 1ret 5"
methods string(54) "0:0,got 2,1:2,got 2,2:4,got 2,3:6,got 2,4:8,got 2ret 5"
methods string(54) "0:0,got 3,1:2,got 3,2:4,got 3,3:6,got 3,4:8,got 3ret 5"
foreach string(16) "0=0,1=2,2=4,3=6,"
foreach string(16) "0=0,1=2,2=4,3=6,"
foreach string(16) "0=0,1=2,2=4,3=6,"
foreach string(16) "0=0,1=2,2=4,3=6,"
break finally ~D0 string(5) "after"
break ~D0 finally ~D1 string(5) "after"
break ~D0 ~D1 finally ~D2 string(5) "after"
break ~D0 ~D1 ~D2 finally ~D3 string(5) "after"
return in loop finally ~D0 string(1) "r"
return in loop ~D0 finally ~D1 string(1) "r"
return in loop ~D0 ~D1 finally ~D2 string(1) "r"
return in loop ~D0 ~D1 ~D2 finally ~D3 string(1) "r"
throw in loop finally ~D0 Exception: loop @17
throw in loop ~D0 finally ~D1 Exception: loop @17
throw in loop ~D0 ~D1 finally ~D2 Exception: loop @17
throw in loop ~D0 ~D1 ~D2 finally ~D3 Exception: loop @17
thrower int(3)
thrower Exception: in gen @7
thrower Exception: in gen @7
thrower Exception: in gen @7
thrower caught int(3)
thrower caught string(8) "3in gen3"
thrower caught string(8) "3in gen3"
thrower caught string(8) "3in gen3"
throw() caught t x array(3) {
  [0]=>
  int(2)
  [1]=>
  int(1)
  [2]=>
  int(1)
}
throw() caught t x array(3) {
  [0]=>
  int(2)
  [1]=>
  int(1)
  [2]=>
  int(1)
}
throw() caught t x array(3) {
  [0]=>
  int(2)
  [1]=>
  int(1)
  [2]=>
  int(1)
}
throw() caught t x array(3) {
  [0]=>
  int(2)
  [1]=>
  int(1)
  [2]=>
  int(1)
}
outer [][][]string(30) "0=>0 1=>1 2=>2 0=>inner3 0=>10"
outer [][][]string(36) "0=>0 1=>1 2=>2 0=>inner3 0=>10 1=>20"
outer [][][]string(42) "0=>0 1=>1 2=>2 0=>inner3 0=>10 1=>20 k=>30"
outer [][][]string(46) "0=>0 1=>1 2=>2 0=>inner3 0=>10 1=>20 k=>30 x=>"
outer send [s0][s0][s0]array(2) {
  [0]=>
  string(37) "0 1 2 'inner3' 10 20 30 NULL 7 8 NULL"
  [1]=>
  NULL
}
outer send [s1][s1][s1]array(2) {
  [0]=>
  string(37) "0 1 2 'inner3' 10 20 30 NULL 7 8 NULL"
  [1]=>
  NULL
}
outer send [s2][s2][s2]array(2) {
  [0]=>
  string(37) "0 1 2 'inner3' 10 20 30 NULL 7 8 NULL"
  [1]=>
  NULL
}
outer send [s3][s3][s3]array(2) {
  [0]=>
  string(37) "0 1 2 'inner3' 10 20 30 NULL 7 8 NULL"
  [1]=>
  NULL
}
ref string(7) "1,12,23"
ref string(7) "1,12,23"
ref string(7) "1,12,23"
ref string(7) "1,12,23"
walk string(14) "4 2 5 1 6 3 7 "
walk string(36) "8 4 9 2 10 5 11 1 12 6 13 3 14 7 15 "
walk string(14) "4 2 5 1 6 3 7 "
walk string(36) "8 4 9 2 10 5 11 1 12 6 13 3 14 7 15 "
two loops string(47) "4Cannot rewind a generator that was already run"
two loops string(47) "4Cannot rewind a generator that was already run"
two loops string(47) "4Cannot rewind a generator that was already run"
two loops string(47) "4Cannot rewind a generator that was already run"
nested same string(3) "048"
nested same string(3) "048"
nested same string(3) "048"
nested same string(3) "048"
self send Cannot resume an already running generator int(3)
self send Cannot resume an already running generator int(3)
self send Cannot resume an already running generator int(3)
self send Cannot resume an already running generator int(3)
overwritten var b ~D0 b ~D1 b finally ~D2 string(1) "d"
overwritten var b ~D0 b ~D1 b finally ~D2 string(1) "d"
overwritten var b ~D0 b ~D1 b finally ~D2 string(1) "d"
overwritten var b ~D0 b ~D1 b finally ~D2 string(1) "d"
overwritten value ~D0 ~D1 finally ~D2 string(1) "d"
overwritten value ~D0 ~D1 finally ~D2 string(1) "d"
overwritten value ~D0 ~D1 finally ~D2 string(1) "d"
overwritten value ~D0 ~D1 finally ~D2 string(1) "d"
undefined (Undefined variable $zz) (Undefined variable $yy) int(2)
undefined (Undefined variable $zz) (Undefined variable $yy) int(2)
undefined (Undefined variable $zz) (Undefined variable $yy) int(2)
undefined (Undefined variable $zz) (Undefined variable $yy) int(2)
never run int(1)
never run int(1)
never run int(1)
never run int(1)
temp destroy ~Dlocal string(3) "end"
temp destroy ~Dlocal string(5) "early"
temp destroy ~Dlocal string(3) "end"
temp destroy ~Dlocal string(3) "end"
by key array int(28)
by key array int(28)
by key array int(28)
by key array int(28)
prop target array(2) {
  [0]=>
  int(2)
  [1]=>
  int(4)
}
prop target array(2) {
  [0]=>
  int(2)
  [1]=>
  int(4)
}
prop target array(2) {
  [0]=>
  int(2)
  [1]=>
  int(4)
}
prop target array(2) {
  [0]=>
  int(2)
  [1]=>
  int(4)
}
typed 1 2 TypeError: Cannot assign string to property class@anonymous::$v of type int @35
typed 1 2 TypeError: Cannot assign string to property class@anonymous::$v of type int @35
typed 1 2 TypeError: Cannot assign string to property class@anonymous::$v of type int @35
typed 1 2 TypeError: Cannot assign string to property class@anonymous::$v of type int @35
closed in finally Error: Cannot yield from finally in a force-closed generator @36
closed in finally Error: Cannot yield from finally in a force-closed generator @36
closed in finally Error: Cannot yield from finally in a force-closed generator @36
closed in finally Error: Cannot yield from finally in a force-closed generator @36
iterator_to_array [][]array(9) {
  [0]=>
  int(0)
  [1]=>
  int(1)
  [2]=>
  string(6) "inner2"
  [3]=>
  int(10)
  [4]=>
  int(20)
  [5]=>
  int(30)
  [6]=>
  NULL
  [7]=>
  int(7)
  [8]=>
  int(8)
}
iterator_to_array [][]array(9) {
  [0]=>
  int(0)
  [1]=>
  int(1)
  [2]=>
  string(6) "inner2"
  [3]=>
  int(10)
  [4]=>
  int(20)
  [5]=>
  int(30)
  [6]=>
  NULL
  [7]=>
  int(7)
  [8]=>
  int(8)
}
iterator_to_array [][]array(9) {
  [0]=>
  int(0)
  [1]=>
  int(1)
  [2]=>
  string(6) "inner2"
  [3]=>
  int(10)
  [4]=>
  int(20)
  [5]=>
  int(30)
  [6]=>
  NULL
  [7]=>
  int(7)
  [8]=>
  int(8)
}
iterator_to_array [][]array(9) {
  [0]=>
  int(0)
  [1]=>
  int(1)
  [2]=>
  string(6) "inner2"
  [3]=>
  int(10)
  [4]=>
  int(20)
  [5]=>
  int(30)
  [6]=>
  NULL
  [7]=>
  int(7)
  [8]=>
  int(8)
}
args string(8) "0,2,4,64"
args string(10) "0,2,4,6,84"
args string(13) "0,2,4,6,8,104"
args string(16) "0,2,4,6,8,10,124"
yield precedence a=30 int(30)
yield precedence a=31 int(31)
yield precedence a=32 int(32)
yield precedence a=33 int(33)
this int(24)
this int(24)
this int(24)
this int(24)
static var int(4)
static var int(5)
static var int(6)
static var int(7)
large int(90)
large int(90)
large int(90)
large int(90)
gc ~Dgc int(1)
gc ~Dgc int(1)
gc ~Dgc int(1)
gc ~Dgc int(1)
yield from self 1 Error: Impossible to yield from the Generator being currently run @44
yield from self 1 Error: Impossible to yield from the Generator being currently run @44
yield from self 1 Error: Impossible to yield from the Generator being currently run @44
yield from self 1 Error: Impossible to yield from the Generator being currently run @44
shared inner [][][][]string(4) "0123"
shared inner [][][][]string(4) "0123"
shared inner [][][][]string(4) "0123"
shared inner [][][][]string(4) "0123"
yield from arr edge ~D1 ~D2 string(29) "0 01 12 23 01 12 23 31 0o 1o "
yield from arr edge ~D1 ~D2 string(29) "0 01 12 23 01 12 23 31 0o 1o "
yield from arr edge ~D1 ~D2 string(29) "0 01 12 23 01 12 23 31 0o 1o "
yield from arr edge ~D1 ~D2 string(29) "0 01 12 23 01 12 23 31 0o 1o "
yield from arr destr 0 ~D2 ~D3 unset ~D1 int(0)
yield from arr destr 0 1 ~D1 ~D3 unset ~D2 int(0)
yield from arr destr 0 1 2 ~D1 ~D2 unset ~D3 int(0)
yield from arr destr 0 1 2 ~D1 ~D2 end unset ~D3 int(0)
send to array NULL
string(1) "c"
array(4) {
  [0]=>
  int(1)
  [1]=>
  int(2)
  [2]=>
  int(3)
  [3]=>
  NULL
}
send to array NULL
string(1) "c"
array(4) {
  [0]=>
  int(1)
  [1]=>
  int(2)
  [2]=>
  int(3)
  [3]=>
  NULL
}
send to array NULL
string(1) "c"
array(4) {
  [0]=>
  int(1)
  [1]=>
  int(2)
  [2]=>
  int(3)
  [3]=>
  NULL
}
send to array NULL
string(1) "c"
array(4) {
  [0]=>
  int(1)
  [1]=>
  int(2)
  [2]=>
  int(3)
  [3]=>
  NULL
}
non iterable Error: Can use "yield from" only with arrays and Traversables @49
non iterable Error: Can use "yield from" only with arrays and Traversables @49
non iterable Error: Can use "yield from" only with arrays and Traversables @49
non iterable Error: Can use "yield from" only with arrays and Traversables @49
fiber in gen 1 r array(2) {
  [0]=>
  string(1) "s"
  [1]=>
  string(4) "done"
}
fiber in gen 1 r array(2) {
  [0]=>
  string(1) "s"
  [1]=>
  string(4) "done"
}
fiber in gen 1 r array(2) {
  [0]=>
  string(1) "s"
  [1]=>
  string(4) "done"
}
fiber in gen 1 r array(2) {
  [0]=>
  string(1) "s"
  [1]=>
  string(4) "done"
}
gen across fibers string(5) "0 2 6"
gen across fibers string(5) "0 2 6"
gen across fibers string(5) "0 2 6"
gen across fibers string(5) "0 2 6"
