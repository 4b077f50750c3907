--TEST--
Stacks that fibers have left are used by others
--FILE--
<?php
function depth(int $n): int { return $n === 0 ? 0 : 1 + depth($n - 1); }
function shaken(int $n): int { $r = usort_depth($n); return $r; }
function usort_depth(int $n): int {
    if ($n === 0) return 0;
    $a = [2, 1];
    $r = 0;
    usort($a, function ($x, $y) use (&$r, $n) { $r = usort_depth($n - 1); return $x <=> $y; });
    return $r + 1;
}
class D { public function __construct(private string $n) {} public function __destruct() { echo "~{$this->n} "; } }

// One after the other.
$sum = 0;
for ($i = 0; $i < 3000; $i++) {
    $f = new Fiber(function (int $x): int { $y = Fiber::suspend($x * 2); return $x + $y; });
    $sum += $f->start($i);
    $f->resume(7);
    $sum += $f->getReturn();
}
echo $sum, "\n";

// Many at once, more than are kept, and again.
for ($round = 0; $round < 3; $round++) {
    $all = [];
    for ($i = 0; $i < 200; $i++) {
        $all[$i] = $f = new Fiber(function (int $i) { $d = depth($i); return $d + Fiber::suspend($i) + depth($i * 3); });
        $f->start($i);
    }
    $t = 0;
    foreach (array_reverse($all, true) as $i => $f) { $f->resume($i); $t += $f->getReturn(); }
    echo $t, "\n";
}

// Deep ones, on both stacks, and shallow ones after them.
for ($i = 0; $i < 5; $i++) {
    $f = new Fiber(fn() => depth(20000));
    $f->start();
    echo $f->getReturn(), ' ';
    $f = new Fiber(fn() => usort_depth(100));
    $f->start();
    echo $f->getReturn(), ' ';
    $f = new Fiber(fn() => Fiber::suspend(depth(3)));
    echo $f->start(), "\n";
}

// Left in the middle.
for ($i = 0; $i < 3; $i++) {
    $f = new Fiber(function () use ($i) {
        $d = new D("a$i");
        try {
            $e = new D("b$i");
            Fiber::suspend();
        } finally {
            echo "finally ";
            $inner = new Fiber(function () use ($i) { $d = new D("c$i"); return depth(10); });
            $inner->start();
            echo $inner->getReturn(), ' ';
        }
    });
    $f->start();
    unset($f);
    echo "\n";
}

// Exceptions, nested fibers, generators.
function gen() { for ($i = 0; $i < 3; $i++) { $x = Fiber::suspend($i); yield $x; } }
for ($i = 0; $i < 3; $i++) {
    $f = new Fiber(function () {
        foreach (gen() as $v) echo $v, ' ';
        $g = new Fiber(function () { try { Fiber::suspend(1); } catch (Exception $e) { throw new LogicException($e->getMessage(), 0, $e); } });
        $g->start();
        try { $g->throw(new Exception("in")); } catch (Throwable $t) { echo get_class($t), ' '; }
        throw new RuntimeException('out');
    });
    $f->start();
    $f->resume('a'); $f->resume('b');
    try { $f->resume('c'); } catch (Throwable $t) { echo get_class($t), ' ', get_class($t->getPrevious() ?? $t), "\n"; }
}

// A cycle that holds one.
for ($i = 0; $i < 100; $i++) {
    $o = new stdClass;
    $o->f = new Fiber(function () use ($o) { Fiber::suspend($o); });
    $o->f->start();
    unset($o);
}
echo gc_collect_cycles() > 0 ? "collected\n" : "nothing\n";
$f = new Fiber(function () { echo "last "; Fiber::suspend(); });
$f->start();
echo "end\n";
--EXPECT--
13516500
99500
99500
99500
20000 100 3
20000 100 3
20000 100 3
20000 100 3
20000 100 3
finally ~c0 10 ~a0 ~b0 
finally ~c1 10 ~a1 ~b1 
finally ~c2 10 ~a2 ~b2 
a b c LogicException RuntimeException RuntimeException
a b c LogicException RuntimeException RuntimeException
a b c LogicException RuntimeException RuntimeException
nothing
last end
