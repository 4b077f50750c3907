--TEST--
Chains of generators: what resumes the first runs the last, traces show all of them
--FILE--
<?php
// Traces without folders.
ob_start(fn ($text) => preg_replace('~[^ \n]*/(\w+)\.php~', 'FILE', $text));
function leaf($n) { try { for ($i = 0; $i < $n; $i++) { $x = yield "k$i" => $i; if ($x) echo "leaf got $x\n"; } return "leaf done"; } finally { echo "leaf finally\n"; } }
function mid($n) { try { $r = yield from leaf($n); echo "mid got $r\n"; $r = yield from leaf(1); yield 'm' => $r; return 'mid done'; } catch (LogicException $e) { echo "mid caught ", $e->getMessage(), "\n"; yield 'after'; return 'rescued'; } }
function top($n) { $r = yield from mid($n); echo "top got $r\n"; yield 99; yield from [1, 2, 'a' => 3]; return 7; }
foreach (top(3) as $k => $v) echo "$k => $v\n";
$g = top(2); echo $g->current(), "\n"; var_dump($g->send('hello')); var_dump($g->send('again')); $g->next(); var_dump($g->key(), $g->current(), $g->valid());
try { $g = top(3); $g->current(); var_dump($g->throw(new LogicException('into'))); foreach ($g as $v) var_dump($v); } catch (Exception $e) { echo get_class($e), $e->getMessage(), "\n"; }
try { $g = top(3); $g->next(); $g->rewind(); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
function tracer() { echo (new Exception)->getTraceAsString(), "\n"; yield 1; debug_print_backtrace(); yield 2; throw new RuntimeException('deep'); }
function t2() { yield from tracer(); }
function t3() { try { yield from t2(); } catch (RuntimeException $e) { echo $e->getTraceAsString(), "\n"; throw new Exception("wrapped", 0, $e); } }
try { foreach (t3() as $v) echo "v $v\n"; } catch (Exception $e) { echo $e->getMessage(), "\n", $e->getTraceAsString(), "\n"; }
try { $g = t3(); $g->current(); $g->send(1); $g->send(2); } catch (Exception $e) { echo $e->getMessage(), "\n", $e->getTraceAsString(), "\n"; }
// shared
function shared() { yield 1; yield 2; yield 3; yield 4; return 'S'; }
function del($g, $n) { $r = yield from $g; echo "$n: $r\n"; return $n; }
$s = shared(); $a = del($s, 'a'); $b = del($s, 'b');
var_dump($a->current()); $a->next(); var_dump($b->current()); $b->next(); var_dump($a->current(), $b->current()); $a->next(); var_dump($b->current()); $a->next(); var_dump($a->valid(), $b->valid()); try { var_dump($b->getReturn()); } catch (Exception $e) { echo $e->getMessage(); }
// self
function selfy() { global $me; try { yield from $me; } catch (Error $e) { echo $e->getMessage(), "\n"; } yield 5; }
$me = selfy(); foreach ($me as $v) var_dump($v);
function resumer_() { global $root; try { $root->next(); } catch (Error $e) { echo $e->getMessage(), "\n"; } yield 1; try { yield from $root; } catch (Error $e) { echo $e->getMessage(), "\n"; } yield 2; }
function outer_() { yield from resumer_(); } $root = outer_(); foreach ($root as $v) var_dump($v);
// by-ref next/send
$g = (function () { $r = []; while (count($r) < 3) $r[] = yield count($r); return $r; })();
$x = &$y; $x = 5; var_dump($g->current(), $g->send($x), $g->send([1]), $g->send(new stdClass), $g->send(1), $g->getReturn());
// temp generator
var_dump((function () { yield 1; $x = yield 2; echo "x\n"; })()->send(3));
function fin() { try { yield 1; yield 2; } finally { echo "fin\n"; } }
var_dump(fin()->send(3)); fin()->next();
try { $g = fin(); $g->next(1); } catch (Error $e) { echo get_class($e), $e->getMessage(), "\n"; }
try { $g = fin(); $g->send(); } catch (Error $e) { echo get_class($e), $e->getMessage(), "\n"; }
// iterator delegate in a chain
class It implements IteratorAggregate { function getIterator(): Iterator { echo "get\n"; return new ArrayIterator([1, 2]); } }
class Th implements Iterator { private $i = 0; function current(): mixed { if ($this->i == 1) debug_print_backtrace(); return $this->i; } function key(): mixed { return $this->i; } function next(): void { if ($this->i++ == 2) throw new Exception('it'); } function rewind(): void {} function valid(): bool { return true; } }
function i1() { yield from new It; try { yield from new Th; } catch (Exception $e) { echo $e->getTraceAsString(), "\n"; yield 'caught'; } }
function i2() { yield from i1(); yield 'end'; }
foreach (i2() as $k => $v) echo "$k=>$v\n";
// getExecuting
$g = t3(); ob_start(); $g->current(); $r = new ReflectionGenerator($g); ob_end_clean(); var_dump($r->getExecutingLine(), $r->getExecutingGenerator() === $g, count($r->getTrace()), $r->getFunction()->name);
foreach ($r->getTrace() as $f) echo $f['function'], ' ', $f['line'] ?? '-', "\n";
// fiber
$f = new Fiber(function () { foreach ((function () { yield Fiber::suspend(1); yield from (function () { yield Fiber::suspend(2); return 3; })(); })() as $v) echo "f $v\n"; });
var_dump($f->start()); var_dump($f->resume('a')); $f->resume('b');
// exit value into while
$g = (function () { $n = 0; while (true) { $cmd = yield $n++; if ($cmd === 'stop') return 'stopped'; } })();
for ($g->rewind(); $g->valid(); $g->next()) { if ($g->current() > 3) { var_dump($g->send('stop')); } } echo $g->getReturn(), "\n";
function deepgen($n) { if ($n > 0) yield from deepgen($n - 1); yield $n; }
$s = 0; foreach (deepgen(2000) as $v) $s += $v; var_dump($s, iterator_count(deepgen(300)), array_sum(iterator_to_array(deepgen(300), false)));
class D { function __destruct() { echo "D\n"; } }
function withd() { $d = new D; $x = yield 1; yield 2; } $g = withd(); $g->send(new D); $g = null; echo "z\n"; withd()->send(1); echo "end\n";
--EXPECT--
k0 => 0
k1 => 1
k2 => 2
leaf finally
mid got leaf done
k0 => 0
leaf finally
m => leaf done
top got mid done
0 => 99
0 => 1
1 => 2
a => 3
0
leaf got hello
int(1)
leaf got again
leaf finally
mid got leaf done
int(0)
leaf finally
string(1) "m"
string(9) "leaf done"
bool(true)
leaf finally
mid caught into
string(5) "after"
ExceptionCannot rewind a generator that was already run
Cannot rewind a generator that was already run
#0 FILE(12): tracer()
#1 FILE(13): t2()
#2 FILE(14): t3()
#3 {main}
v 1
#0 FILE(12): tracer()
#1 FILE(13): t2()
#2 FILE(14): t3()
v 2
#0 FILE(12): tracer()
#1 FILE(13): t2()
#2 FILE(14): t3()
#3 {main}
wrapped
#0 FILE(14): t3()
#1 {main}
leaf finally
#0 FILE(12): tracer()
#1 FILE(13): t2()
#2 [internal function]: t3()
#3 FILE(15): Generator->current()
#4 {main}
#0 FILE(12): tracer()
#1 FILE(13): t2()
#2 [internal function]: t3()
#3 FILE(15): Generator->send(1)
#0 FILE(12): tracer()
#1 FILE(13): t2()
#2 [internal function]: t3()
#3 FILE(15): Generator->send(2)
#4 {main}
wrapped
#0 [internal function]: t3()
#1 FILE(15): Generator->send(2)
#2 {main}
int(1)
int(2)
int(3)
int(3)
int(4)
a: S
bool(false)
bool(true)
Cannot get return value of a generator that hasn't returnedImpossible to yield from the Generator being currently run
int(5)
Cannot resume an already running generator
int(1)
Impossible to yield from the Generator being currently run
int(2)
int(0)
int(1)
int(2)
NULL
NULL
array(3) {
  [0]=>
  int(5)
  [1]=>
  array(1) {
    [0]=>
    int(1)
  }
  [2]=>
  object(stdClass)#5 (0) {
  }
}
int(2)
fin
int(2)
fin
ArgumentCountErrorGenerator::next() expects exactly 0 arguments, 1 given
ArgumentCountErrorGenerator::send() expects exactly 1 argument, 0 given
get
0=>1
1=>2
0=>0
#0 FILE(38): Th->current()
#1 FILE(39): i1()
#2 FILE(40): i2()
1=>1
2=>2
#0 FILE(38): Th->next()
#1 FILE(39): i1()
#2 FILE(40): i2()
#3 {main}
0=>caught
0=>end
int(13)
bool(false)
int(3)
string(2) "t3"
tracer 12
t2 13
t3 -
int(1)
f a
int(2)
f b
NULL
stopped
int(2001000)
int(301)
int(45150)
D
D
z
D
end
