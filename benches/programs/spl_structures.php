<?php
// Queues, stacks, heaps, fixed arrays and object storages of SPL, iterators of programs.

$q = new SplQueue;
$s = new SplStack;
$h = new SplMinHeap;
$f = new SplFixedArray(1000);
$o = new SplObjectStorage;
$l = new SplDoublyLinkedList;
$ao = new ArrayObject;
mt_srand(5);
$sum = 0;
$objs = [];
for ($i = 0; $i < 120000; $i++) {
    $q->enqueue($i);
    if ($i % 3) $sum += $q->dequeue();
    $s->push($i);
    if ($i % 2) $sum += $s->pop();
    $h->insert(mt_rand());
    if (count($h) > 100) $sum += $h->extract() & 7;
    $f[$i % 1000] = $i;
    $sum += $f[($i * 7) % 1000] ?? 0;
    $ao["k" . $i % 50] = $i;
}

for ($i = 0; $i < 3000; $i++) {
    $x = new stdClass;
    $x->n = $i;
    $objs[] = $x;
    $o[$x] = $i;
}

foreach ($objs as $x) if ($o->contains($x)) $sum += $o[$x];
foreach ($o as $i => $x) $sum += $x->n;
foreach ($q as $v) $sum += $v;
foreach ($f as $k => $v) $sum += $k;
foreach ($ao as $k => $v) $sum += strlen($k) + $v;

class Tree implements IteratorAggregate
{
    private $kids = [];

    public function __construct(public int $v) {}

    public function add(Tree $t)
    {
        $this->kids[] = $t;
        return $this;
    }

    public function getIterator(): Generator
    {
        yield $this->v;
        foreach ($this->kids as $k) yield from $k;
    }
}

class Range implements Iterator
{
    private int $c;

    public function __construct(private int $a, private int $b)
    {
        $this->c = $a;
    }

    public function current(): mixed
    {
        return $this->c;
    }

    public function key(): mixed
    {
        return $this->c - $this->a;
    }

    public function next(): void
    {
        $this->c++;
    }

    public function rewind(): void
    {
        $this->c = $this->a;
    }

    public function valid(): bool
    {
        return $this->c < $this->b;
    }
}

$t = new Tree(1);
for ($i = 0; $i < 60; $i++) {
    $k = new Tree($i);
    for ($j = 0; $j < 20; $j++) $k->add(new Tree($j));
    $t->add($k);
}

for ($i = 0; $i < 25; $i++) foreach ($t as $v) $sum += $v;
foreach (new Range(0, 100000) as $k => $v) $sum += $k ^ $v;
foreach (new LimitIterator(new CallbackFilterIterator(new ArrayIterator(range(1, 5000)), fn($v) => $v % 3 == 0), 10, 500) as $v) $sum += $v;
echo $sum, ' ', iterator_count($t), "\n";
