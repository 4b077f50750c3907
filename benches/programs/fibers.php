<?php
// Fibers in a scheduler, generators that are sent to, pipelines of generators.

class Scheduler
{
    private SplQueue $q;
    public array $results = [];

    public function __construct()
    {
        $this->q = new SplQueue;
    }

    public function spawn(callable $f, mixed ...$a): void
    {
        $fb = new Fiber($f);
        $this->q->enqueue([$fb, $a]);
    }

    public function run(): void
    {
        while (!$this->q->isEmpty()) {
            [$f, $a] = $this->q->dequeue();
            if (!$f->isStarted()) $f->start(...$a);
            elseif (!$f->isTerminated()) $f->resume(count($this->results));
            if ($f->isTerminated()) $this->results[] = $f->getReturn();
            else $this->q->enqueue([$f, []]);
        }
    }
}

$s = new Scheduler;
for ($i = 0; $i < 100; $i++) $s->spawn(function (int $n) {
    $t = 0;
    for ($k = 0; $k < 1500; $k++) {
        $t += $n * $k;
        if ($k % 2) Fiber::suspend($t);
    }
    return $t;
}, $i);
$s->run();
echo array_sum($s->results), "\n";

function gen_a($n)
{
    for ($i = 0; $i < $n; $i++) {
        $x = yield $i => $i * 2;
        if ($x) yield $x;
    }
    return $n;
}

$g = gen_a(100000);
$t = 0;
foreach ($g as $k => $v) $t += $k + $v;
$t += $g->getReturn();
$g = gen_a(60000);
while ($g->valid()) {
    $t += $g->current();
    $r = $g->send(5);
    $g->next();
}

echo $t, "\n";

function lines($n)
{
    for ($i = 0; $i < $n; $i++) yield "line $i of text";
}

function grep($it, $p)
{
    foreach ($it as $l) if (strpos($l, $p) !== false) yield $l;
}

function map($f, $it)
{
    foreach ($it as $k => $v) yield $k => $f($v);
}

$c = 0;
foreach (map('strlen', map(fn($x) => strtoupper($x), grep(lines(100000), '7'))) as $n) $c += $n;
echo $c, "\n";
