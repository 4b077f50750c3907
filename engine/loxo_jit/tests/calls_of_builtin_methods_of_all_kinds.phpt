--TEST--
Compiled calls of builtin methods: names, spreads, overridden ones, exceptions, destructors of what is passed
--ENV--
LOXO_JIT=functions
LOXO_STRESS=jit
--FILE--
<?php
// builtin method calls: named args, spreads, by-ref args, overriding, nullsafe, constructors, exceptions, static ones, destructors of args
class D { function __construct(public $n) {} function __destruct() { echo "d$this->n "; } }
class Q extends SplQueue { function enqueue($x): void { echo "E"; parent::enqueue($x); } }
class H extends SplHeap { function compare($a, $b): int { if ($a === 13) throw new Exception("unlucky"); return $b <=> $a; } }
function run($q, $n) { $s = 0; for ($i = 0; $i < $n; $i++) { $q->enqueue($i); $q->push(value: new D($i)); $q->unshift(...[$i]); $s += count($q); $x = $q->shift(); $q->pop(); $s += $x; $q?->isEmpty(); unset($x); } return $s . $q->top(); }
for ($i = 1; $i < 9; $i++) echo run(new SplQueue, $i), ' ', run(new Q, $i), "\n";
function run2($n) { $h = new H; $o = ''; for ($i = 0; $i < $n; $i++) { try { $h->insert($i * 7 % 20); } catch (Exception $e) { $o .= $e->getMessage(); $o .= $h->isCorrupted() ? 'C' : '-'; $h->recoverFromCorruption(); } } try { while (!$h->isEmpty()) $o .= $h->extract() . ','; } catch (Exception $e) { $o .= get_class($e) . $e->getMessage(); $h->recoverFromCorruption(); } return $o . count($h); }
for ($i = 0; $i < 26; $i++) echo run2($i), "\n";
function run3($n) { $o = ''; $e = new ArrayObject([3, 1, 2]); for ($i = 0; $i < $n; $i++) { $e->append(new D("a$i")); $e->offsetUnset($i + 3); try { $e->nope(); } catch (Error $x) { $o .= $x->getMessage(); } try { $e->append(); } catch (Error $x) { $o .= $x->getMessage(); } try { (new SplFixedArray(2))->setSize(-1); } catch (Throwable $x) { $o .= $x->getMessage(); } $e->uasort(fn($a, $b) => $a <=> $b); $o .= json_encode($e->getArrayCopy()); $it = $e->getIterator(); $it->next(); $o .= $it->key() . $it->current(); $d = DateTimeImmutable::createFromFormat('Y-m-d', "2020-01-0" . ($i % 9 + 1)); $o .= $d->modify('+1 day')->format('md'); $r = new ReflectionMethod('D', '__construct'); $o .= $r->getName() . $r->getNumberOfParameters(); } return $o; }
for ($i = 0; $i < 9; $i++) echo run3($i), "\n";
function run4($n) { $o = ''; for ($i = 0; $i < $n; $i++) { try { new DateTime("garbage$i"); } catch (Exception $e) { $o .= strlen($e->getMessage()) > 5 ? 'x' : ''; } $e = new Exception("m$i", $i, new Exception("p")); $o .= $e->getMessage() . $e->getCode() . $e->getPrevious()->getMessage() . $e->getLine(); $g = function () use ($i) { return $i . (isset($this) ? get_class($this) : ''); }; $o .= $g->call(new D("c$i")) . $g->bindTo(null)() . Closure::fromCallable('strlen')->__invoke("abc"); } return $o; }
for ($i = 0; $i < 9; $i++) echo run4($i), "\n";
function run5($n) { $f = new Fiber(function ($a) use ($n) { $s = $a; for ($i = 0; $i < $n; $i++) { try { $s .= Fiber::suspend($i); } catch (Exception $e) { $s .= $e->getMessage(); } } return $s; }); $o = $f->start('st'); for ($i = 0; !$f->isTerminated(); $i++) { $o .= $i % 3 ? $f->resume("r$i") : $f->throw(new Exception("t$i")); if ($f->isSuspended()) $o .= 's'; } try { $f->resume(); } catch (FiberError $e) { $o .= $e->getMessage(); } return $o . $f->getReturn(); }
for ($i = 1; $i < 12; $i++) echo run5($i), "\n";
class T { public $x; function get() { return $this->x->current(); } } 
function run6($n) { $t = new T; $o = ''; for ($i = 0; $i < $n; $i++) { $t->x = new ArrayIterator([$i, new D($i)]); $o .= $t->get(); $t->x->next(); $o .= $t->get()->n; $t->x = null; } return $o; }
for ($i = 0; $i < 9; $i++) echo run6($i), "\n";
--EXPECT--
d0 30 Ed0 30
d0 d1 81 Ed0 Ed1 81
d0 d1 d2 152 Ed0 Ed1 Ed2 152
d0 d1 d2 d3 243 Ed0 Ed1 Ed2 Ed3 243
d0 d1 d2 d3 d4 354 Ed0 Ed1 Ed2 Ed3 Ed4 354
d0 d1 d2 d3 d4 d5 485 Ed0 Ed1 Ed2 Ed3 Ed4 Ed5 485
d0 d1 d2 d3 d4 d5 d6 636 Ed0 Ed1 Ed2 Ed3 Ed4 Ed5 Ed6 636
d0 d1 d2 d3 d4 d5 d6 d7 807 Ed0 Ed1 Ed2 Ed3 Ed4 Ed5 Ed6 Ed7 807
0
0,0
0,7,0
0,7,14,0
0,1,7,14,0
0,1,7,8,14,0
0,1,7,8,14,15,0
0,1,2,7,8,14,15,0
0,1,2,7,8,9,14,15,0
0,1,2,7,8,9,14,15,16,0
0,1,2,3,7,8,9,14,15,16,0
0,1,2,3,7,8,9,10,14,15,16,0
0,1,2,3,7,8,9,10,14,15,16,17,0
0,1,2,3,4,7,8,9,10,14,15,16,17,0
0,1,2,3,4,7,8,9,10,11,14,15,16,17,0
0,1,2,3,4,7,8,9,10,11,14,15,16,17,18,0
0,1,2,3,4,5,7,8,9,10,11,14,15,16,17,18,0
0,1,2,3,4,5,7,8,9,10,11,12,14,15,16,17,18,0
0,1,2,3,4,5,7,8,9,10,11,12,14,15,16,17,18,19,0
0,1,2,3,4,5,6,7,8,9,10,11,12,14,15,16,17,18,19,0
Exceptionunlucky19
0,Exceptionunlucky19
0,0,Exceptionunlucky19
0,0,1,Exceptionunlucky19
0,0,1,1,Exceptionunlucky19
0,0,1,1,2,Exceptionunlucky19

da0 Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220102__construct1
da0 da1 Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220102__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220103__construct1
da0 da1 da2 Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220102__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220103__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220104__construct1
da0 da1 da2 da3 Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220102__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220103__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220104__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220105__construct1
da0 da1 da2 da3 da4 Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220102__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220103__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220104__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220105__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220106__construct1
da0 da1 da2 da3 da4 da5 Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220102__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220103__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220104__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220105__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220106__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220107__construct1
da0 da1 da2 da3 da4 da5 da6 Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220102__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220103__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220104__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220105__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220106__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220107__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220108__construct1
da0 da1 da2 da3 da4 da5 da6 da7 Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220102__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220103__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220104__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220105__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220106__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220107__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220108__construct1Call to undefined method ArrayObject::nope()ArrayObject::append() expects exactly 1 argument, 0 givenSplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0{"1":1,"2":2,"0":3}220109__construct1

dc0 xm00p120D03
dc0 dc1 xm00p120D03xm11p121D13
dc0 dc1 dc2 xm00p120D03xm11p121D13xm22p122D23
dc0 dc1 dc2 dc3 xm00p120D03xm11p121D13xm22p122D23xm33p123D33
dc0 dc1 dc2 dc3 dc4 xm00p120D03xm11p121D13xm22p122D23xm33p123D33xm44p124D43
dc0 dc1 dc2 dc3 dc4 dc5 xm00p120D03xm11p121D13xm22p122D23xm33p123D33xm44p124D43xm55p125D53
dc0 dc1 dc2 dc3 dc4 dc5 dc6 xm00p120D03xm11p121D13xm22p122D23xm33p123D33xm44p124D43xm55p125D53xm66p126D63
dc0 dc1 dc2 dc3 dc4 dc5 dc6 dc7 xm00p120D03xm11p121D13xm22p122D23xm33p123D33xm44p124D43xm55p125D53xm66p126D63xm77p127D73
0Cannot resume a fiber that is not suspendedstt0
01sCannot resume a fiber that is not suspendedstt0r1
01s2sCannot resume a fiber that is not suspendedstt0r1r2
01s2s3sCannot resume a fiber that is not suspendedstt0r1r2t3
01s2s3s4sCannot resume a fiber that is not suspendedstt0r1r2t3r4
01s2s3s4s5sCannot resume a fiber that is not suspendedstt0r1r2t3r4r5
01s2s3s4s5s6sCannot resume a fiber that is not suspendedstt0r1r2t3r4r5t6
01s2s3s4s5s6s7sCannot resume a fiber that is not suspendedstt0r1r2t3r4r5t6r7
01s2s3s4s5s6s7s8sCannot resume a fiber that is not suspendedstt0r1r2t3r4r5t6r7r8
01s2s3s4s5s6s7s8s9sCannot resume a fiber that is not suspendedstt0r1r2t3r4r5t6r7r8t9
01s2s3s4s5s6s7s8s9s10sCannot resume a fiber that is not suspendedstt0r1r2t3r4r5t6r7r8t9r10

d0 00
d0 d1 0011
d0 d1 d2 001122
d0 d1 d2 d3 00112233
d0 d1 d2 d3 d4 0011223344
d0 d1 d2 d3 d4 d5 001122334455
d0 d1 d2 d3 d4 d5 d6 00112233445566
d0 d1 d2 d3 d4 d5 d6 d7 0011223344556677
