--TEST--
Generators and fibers that are part of garbage cycles run their finally blocks when they are collected
--FILE--
<?php
function generator() {
    $o = new stdClass;
    $g = (function () use ($o) { try { yield 1; } finally { echo "generator\n"; } })();
    $g->current();
    $o->g = $g;
}
function captured() {
    $o = new stdClass;
    $fiber = new Fiber(function () use ($o) { try { Fiber::suspend(); } finally { echo "captured\n"; } });
    $o->f = $fiber;
    $fiber->start();
}
function itself() {
    $fiber = new Fiber(function () { $self = Fiber::getCurrent(); try { Fiber::suspend(); } finally { echo "itself\n"; } });
    $fiber->start();
}
function argument() {
    $fiber = new Fiber(function ($fiber) { try { Fiber::suspend(); } finally { echo "argument\n"; } });
    $fiber->start($fiber);
}
function inner($o) {
    try {
        Fiber::suspend();
    } finally {
        echo "deeper\n";
    }
}
function deeper() {
    $fiber = new Fiber(function () { $o = new stdClass; $o->f = Fiber::getCurrent(); inner($o); });
    $fiber->start();
}
foreach (['generator', 'captured', 'itself', 'argument', 'deeper'] as $function) {
    $function();
    echo "$function() is over\n";
    gc_collect_cycles();
}
class Throws {
    public $self;
    function __construct(public $name) { $this->self = $this; }
    function __destruct() { throw new Exception($this->name); }
}
new Throws('one');
new Throws('two');
try {
    gc_collect_cycles();
} catch (Exception $e) {
    $names = [$e->getMessage(), $e->getPrevious()->getMessage()];
    sort($names);
    echo implode(' and ', $names), "\n";
}
?>
--EXPECT--
generator() is over
generator
captured() is over
captured
itself() is over
itself
argument() is over
argument
deeper() is over
deeper
one and two
