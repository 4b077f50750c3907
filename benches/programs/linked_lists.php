<?php
// Objects that point to each other: a cache that forgets what was not used for longest, and a queue of priorities in an array.

class Entry
{
    public $key;
    public $value;
    public $before;
    public $behind;

    public function __construct($key, $value)
    {
        $this->key = $key;
        $this->value = $value;
    }
}

class Cache
{
    public $hits = 0;
    private $entries = [];
    private $first;
    private $last;

    public function __construct(private $capacity)
    {
        $this->first = new Entry(null, null);
        $this->last = new Entry(null, null);
        $this->first->behind = $this->last;
        $this->last->before = $this->first;
    }

    public function get($key)
    {
        if (!isset($this->entries[$key])) {
            return null;
        }
        $entry = $this->entries[$key];
        $this->take($entry);
        $this->putFirst($entry);
        $this->hits++;
        return $entry->value;
    }

    public function put($key, $value)
    {
        if (count($this->entries) >= $this->capacity) {
            $oldest = $this->last->before;
            $this->take($oldest);
            unset($this->entries[$oldest->key]);
        }
        $entry = $this->entries[$key] = new Entry($key, $value);
        $this->putFirst($entry);
    }

    private function take($entry)
    {
        $entry->before->behind = $entry->behind;
        $entry->behind->before = $entry->before;
    }

    private function putFirst($entry)
    {
        $entry->behind = $this->first->behind;
        $entry->before = $this->first;
        $this->first->behind->before = $entry;
        $this->first->behind = $entry;
    }
}

class Queue
{
    private array $heap = [];

    public function push($priority, $item): void
    {
        $at = count($this->heap);
        $this->heap[] = [$priority, $item];
        while ($at > 0) {
            $above = ($at - 1) >> 1;
            if ($this->heap[$above][0] <= $this->heap[$at][0]) {
                return;
            }
            [$this->heap[$above], $this->heap[$at]] = [$this->heap[$at], $this->heap[$above]];
            $at = $above;
        }
    }

    public function pop(): array
    {
        $top = $this->heap[0];
        $last = array_pop($this->heap);
        $count = count($this->heap);
        if ($count === 0) {
            return $top;
        }
        $this->heap[0] = $last;
        for ($at = 0; ($below = 2 * $at + 1) < $count; $at = $below) {
            if ($below + 1 < $count && $this->heap[$below + 1][0] < $this->heap[$below][0]) {
                $below++;
            }
            if ($this->heap[$at][0] <= $this->heap[$below][0]) {
                break;
            }
            [$this->heap[$below], $this->heap[$at]] = [$this->heap[$at], $this->heap[$below]];
        }
        return $top;
    }

    public function isEmpty(): bool
    {
        return !$this->heap;
    }
}

$seed = 5;
$cache = new Cache(500);
$sum = 0;
for ($i = 0; $i < 90_000; $i++) {
    $seed = ($seed * 1103515245 + 12345) & 0x7fffffff;
    $key = 'k' . ($seed >> 8) % 900;
    $value = $cache->get($key);
    if ($value === null) {
        $cache->put($key, $i);
    } else {
        $sum += $value;
    }
}

$edges = [];
for ($i = 0; $i < 3_000; $i++) {
    for ($j = 0; $j < 4; $j++) {
        $seed = ($seed * 1103515245 + 12345) & 0x7fffffff;
        $edges[$i][($seed >> 7) % 3_000] = 1 + ($seed >> 5) % 50;
    }
}
$distances = [0 => 0];
$queue = new Queue();
$queue->push(0, 0);
while (!$queue->isEmpty()) {
    [$distance, $from] = $queue->pop();
    if ($distance > $distances[$from]) {
        continue;
    }
    foreach ($edges[$from] as $to => $length) {
        $way = $distance + $length;
        if (!isset($distances[$to]) || $way < $distances[$to]) {
            $distances[$to] = $way;
            $queue->push($way, $to);
        }
    }
}
echo $cache->hits, ' ', $sum, ' ', count($distances), ' ', array_sum($distances), "\n";
