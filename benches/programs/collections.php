<?php
// A collection class: map, filter, group, sort by callbacks; as an array, counted, iterated.

class Collection implements IteratorAggregate, Countable, ArrayAccess
{
    public function __construct(protected array $items = []) {}

    public static function make(array $i = []): static
    {
        return new static($i);
    }

    public function map(callable $f): static
    {
        $r = [];
        foreach ($this->items as $k => $v) $r[$k] = $f($v, $k);
        return new static($r);
    }

    public function filter(?callable $f = null): static
    {
        return new static($f ? array_filter($this->items, $f, ARRAY_FILTER_USE_BOTH) : array_filter($this->items));
    }

    public function reduce(callable $f, mixed $i = null): mixed
    {
        return array_reduce($this->items, $f, $i);
    }

    public function groupBy(string|callable $k): static
    {
        $g = [];
        foreach ($this->items as $i) {
            $key = is_callable($k) ? $k($i) : $i[$k];
            $g[$key][] = $i;
        }
        return new static(array_map(fn($x) => new static($x), $g));
    }

    public function sortBy(callable $f): static
    {
        $a = $this->items;
        uasort($a, fn($x, $y) => $f($x) <=> $f($y));
        return new static($a);
    }

    public function sum(?string $k = null): int|float
    {
        $s = 0;
        foreach ($this->items as $i) $s += $k === null ? $i : $i[$k];
        return $s;
    }

    public function pluck(string $k): static
    {
        return new static(array_column($this->items, $k));
    }

    public function take(int $n): static
    {
        return new static(array_slice($this->items, 0, $n));
    }

    public function values(): static
    {
        return new static(array_values($this->items));
    }

    public function all(): array
    {
        return $this->items;
    }

    public function getIterator(): Iterator
    {
        return new ArrayIterator($this->items);
    }

    public function count(): int
    {
        return count($this->items);
    }

    public function offsetExists(mixed $o): bool
    {
        return isset($this->items[$o]);
    }

    public function offsetGet(mixed $o): mixed
    {
        return $this->items[$o];
    }

    public function offsetSet(mixed $o, mixed $v): void
    {
        if ($o === null) $this->items[] = $v;
        else $this->items[$o] = $v;
    }

    public function offsetUnset(mixed $o): void
    {
        unset($this->items[$o]);
    }
}

mt_srand(4);
$rows = [];
for ($i = 0; $i < 1200; $i++) $rows[] = ['id' => $i, 'user' => 'u' . mt_rand(1, 60), 'amount' => mt_rand(1, 1000), 'ok' => mt_rand(0, 4) > 0];
$out = '';
for ($r = 0; $r < 60; $r++) {
    $c = Collection::make($rows)->filter(fn($o) => $o['ok'])
        ->map(fn($o) => ['total' => $o['amount'] * 1.2] + $o)
        ->groupBy('user')
        ->map(fn($g) => ['n' => count($g), 'sum' => $g->sum('total'), 'max' => $g->reduce(fn($m, $o) => max($m, $o['amount']), 0)])
        ->sortBy(fn($g) => -$g['sum'])
        ->take(5);
    foreach ($c as $u => $g) $out .= "$u:{$g['n']}:" . number_format($g['sum'], 2) . ":{$g['max']};";
    $x = new Collection;
    for ($i = 0; $i < 2000; $i++) {
        $x[] = $i;
        if (isset($x[$i - 3])) unset($x[$i - 3]);
    }
    $out .= count($x);
}

echo md5($out), "\n";
