--TEST--
Shared delegates, finally blocks of what is destroyed, fibers that are freed and collected, traces
--FILE--
<?php
function inner() { yield 1; yield 2; yield 3; return 'r'; }
function outer($from) { return yield from $from; }
$shared = inner();
$a = outer($shared);
$b = outer($shared);
echo $a->current(), $b->current(), "\n";
$a->next();
echo $a->current(), $b->current(), "\n";
$b->next();
echo $a->current(), $b->current(), "\n";
$a->next();
var_dump($a->getReturn(), $b->valid(), $b->current());
$b->next();
var_dump($b->getReturn());

function nested() {
    try {
        try { yield; } finally { echo "inner\n"; }
    } finally {
        echo "outer\n";
        try { yield; } catch (Error $e) { echo $e->getMessage(), "\n"; }
    }
}
$g = nested();
$g->current();
unset($g);

function failing() { yield 1; throw new Exception("failed"); }
function through($g) { yield from $g; }
$g = through(failing());
$g->current();
try { $g->next(); } catch (Exception $e) { echo preg_replace('~/\S+/~', '', $e->getTraceAsString()), "\n"; }

class D { function __construct(public $name) {} function __destruct() { echo "gone: $this->name\n"; } }
$fiber = new Fiber(function () {
    $d = new D("local");
    try { Fiber::suspend(); } finally { echo "finally\n"; }
});
$fiber->start();
unset($fiber);
echo "after unset\n";
$fiber = new Fiber(function () {
    $d = new D("in a cycle");
    $self = Fiber::getCurrent();
    Fiber::suspend();
});
$fiber->start();
$fiber = null;
gc_collect_cycles();
echo "after collection\n";
$fiber = new Fiber(function () {
    try { Fiber::suspend(); } finally {
        try { Fiber::suspend(); } catch (FiberError $e) { echo $e->getMessage(), "\n"; }
    }
});
$fiber->start();
unset($fiber);
function thrower() { Fiber::suspend(); throw new Exception("from below"); }
$fiber = new Fiber(function ($x) { thrower(); });
$fiber->start(7);
try { $fiber->resume(); } catch (Exception $e) { echo preg_replace('~/\S+/~', '', $e->getTraceAsString()), "\n"; }
try { $fiber->__construct(fn() => 1); } catch (FiberError $e) { echo $e->getMessage(), "\n"; }
--EXPECTF--
11
22
33
string(1) "r"
bool(true)
int(3)
string(1) "r"
inner
outer
Cannot yield from finally in a force-closed generator
#0 generators_and_fibers.php(30): failing()
#1 [internal function]: through(Object(Generator))
#2 generators_and_fibers.php(33): Generator->next()
#3 {main}
finally
gone: local
after unset
gone: in a cycle
after collection
Cannot suspend in a force-closed fiber
#0 generators_and_fibers.php(60): thrower()
#1 [internal function]: {closure:generators_and_fibers.php:60}(7)
#2 generators_and_fibers.php(62): Fiber->resume()
#3 {main}
Cannot call constructor twice
