<?php
// SPL's structures and iterators.

require __DIR__ . '/data.php';
$objects = [];
for ($i = 0; $i < 100; $i++) {
    $objects[] = new stdClass();
}
$storage = new SplObjectStorage();
foreach ($objects as $i => $object) {
    $storage[$object] = $i;
}
$fixed = SplFixedArray::fromArray($ints);
$arrayObject = new ArrayObject($map);
$nested = ['a' => [1, 2, ['x' => 3]], 'b' => 4, 'c' => [5, [6, 7]]];

return [
    'SplFixedArray read' => static function (int $n) use ($fixed) { $r = 0; while ($n--) { $r += $fixed[$n % 1000]; } return $r; },
    'SplFixedArray write' => static function (int $n) { $f = new SplFixedArray(100); while ($n--) { $f[$n % 100] = $n; } return $f->toArray(); },
    'SplFixedArray foreach' => static function (int $n) use ($fixed) { while ($n--) { $r = 0; foreach ($fixed as $i) { $r += $i; } } return $r; },
    'SplFixedArray convert' => static function (int $n) use ($ints) { while ($n--) { $r = SplFixedArray::fromArray($ints)->toArray(); } return $r; },
    'ArrayObject read' => static function (int $n) use ($arrayObject) { $r = 0; while ($n--) { $r += $arrayObject['key_500']; } return $r; },
    'ArrayObject write' => static function (int $n) { $a = new ArrayObject(); while ($n--) { $a["k" . ($n & 63)] = $n; } return $a->getArrayCopy(); },
    'ArrayObject isset' => static function (int $n) use ($arrayObject) { $r = 0; while ($n--) { $r += isset($arrayObject['key_7']) + isset($arrayObject['none']); } return $r; },
    'ArrayObject foreach' => static function (int $n) use ($arrayObject) { while ($n--) { $r = 0; foreach ($arrayObject as $i) { $r += $i; } } return $r; },
    'ArrayObject append, count' => static function (int $n) { $a = new ArrayObject(); while ($n--) { $a[] = $n; } return count($a); },
    'ArrayIterator' => static function (int $n) use ($ints) { while ($n--) { $r = 0; foreach (new ArrayIterator($ints) as $k => $i) { $r += $k + $i; } } return $r; },
    'SplObjectStorage attach' => static function (int $n) use ($objects) { while ($n--) { $s = new SplObjectStorage(); foreach ($objects as $o) { $s->attach($o); } } return count($s); },
    'SplObjectStorage contains' => static function (int $n) use ($storage, $objects) { $r = 0; while ($n--) { $r += $storage->contains($objects[$n % 100]) ? 1 : 0; } return $r; },
    'SplObjectStorage read' => static function (int $n) use ($storage, $objects) { $r = 0; while ($n--) { $r += $storage[$objects[$n % 100]]; } return $r; },
    'SplObjectStorage foreach' => static function (int $n) use ($storage) { while ($n--) { $r = 0; foreach ($storage as $i => $o) { $r += $i; } } return $r; },
    'SplStack' => static function (int $n) { $s = new SplStack(); while ($n--) { $s->push($n); $s->push($n); $s->pop(); } return count($s); },
    'SplQueue' => static function (int $n) { $q = new SplQueue(); $q[] = 1; while ($n--) { $q->enqueue($n); $r = $q->dequeue(); } return $r; },
    'SplDoublyLinkedList foreach' => static function (int $n) use ($ints) { $l = new SplDoublyLinkedList(); foreach ($ints as $i) { $l->push($i); } while ($n--) { $r = 0; foreach ($l as $i) { $r += $i; } } return $r; },
    'SplPriorityQueue' => static function (int $n) use ($ints) { while ($n--) { $q = new SplPriorityQueue(); foreach ($ints as $i) { $q->insert($i, $i); } $r = 0; while (!$q->isEmpty()) { $r = $r * 3 + $q->extract() & 0xffff; } } return $r; },
    'SplMinHeap' => static function (int $n) use ($ints) { while ($n--) { $h = new SplMinHeap(); foreach ($ints as $i) { $h->insert($i); } $r = 0; while ($h->valid()) { $r = $r * 3 + $h->extract() & 0xffff; } } return $r; },
    'iterator_apply, count' => static function (int $n) use ($ints) { while ($n--) { $r = iterator_count(new ArrayIterator($ints)); } return $r; },
    'LimitIterator' => static function (int $n) use ($ints) { while ($n--) { $r = iterator_to_array(new LimitIterator(new ArrayIterator($ints), 10, 100), false); } return $r; },
    'CallbackFilterIterator' => static function (int $n) use ($ints) { while ($n--) { $r = 0; foreach (new CallbackFilterIterator(new ArrayIterator($ints), static fn ($i) => $i % 2 === 0) as $i) { $r += $i; } } return $r; },
    'RecursiveIteratorIterator' => static function (int $n) use ($nested) { while ($n--) { $r = 0; foreach (new RecursiveIteratorIterator(new RecursiveArrayIterator($nested)) as $i) { $r += $i; } } return $r; },
    'AppendIterator' => static function (int $n) use ($small) { while ($n--) { $a = new AppendIterator(); $a->append(new ArrayIterator($small)); $a->append(new ArrayIterator($small)); $r = iterator_to_array($a, false); } return $r; },
    'MultipleIterator' => static function (int $n) use ($small) { while ($n--) { $m = new MultipleIterator(); $m->attachIterator(new ArrayIterator($small)); $m->attachIterator(new ArrayIterator($small)); $r = 0; foreach ($m as [$a, $b]) { $r += $a + $b; } } return $r; },
    'CachingIterator' => static function (int $n) use ($small) { while ($n--) { $r = 0; foreach (new CachingIterator(new ArrayIterator($small)) as $i) { $r += $i; } } return $r; },
    'WeakMap' => static function (int $n) use ($objects) { $m = new WeakMap(); while ($n--) { $m[$objects[$n % 100]] = $n; } return count($m); },
    'SplObjectStorage hash' => static function (int $n) use ($objects) { $r = 0; while ($n--) { $r += strlen(spl_object_hash($objects[$n % 100])); } return $r; },
    'SplTempFileObject' => static function (int $n) use ($line) { while ($n--) { $f = new SplTempFileObject(); for ($i = 0; $i < 20; $i++) { $f->fwrite("$line\n"); } $r = 0; foreach ($f as $l) { $r += strlen($l); } } return $r; },
];
