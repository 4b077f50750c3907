--TEST--
Lists, queues, stacks and heaps
--FILE--
<?php
$stack = new SplStack;
$stack[] = 1;
$stack->push(2);
$stack->unshift(0);
foreach ($stack as $key => $value) {
    echo "$key=$value ";
}
echo $stack->top(), $stack->pop(), $stack[0], count($stack), "\n";
// A loop has a place of its own, which follows changes.
$list = new SplDoublyLinkedList;
foreach ([1, 2, 3, 4] as $value) {
    $list->push($value);
}
foreach ($list as $value) {
    if ($value == 2) {
        $list->offsetUnset(1);
        $list->add(0, 9);
    }
    echo $value, ' ';
}
echo implode(',', iterator_to_array($list)), "\n";
$queue = new SplQueue;
$queue->setIteratorMode(SplQueue::IT_MODE_DELETE);
$queue->enqueue('a');
$queue->enqueue('b');
foreach ($queue as $key => $value) {
    echo $key, $value, ' ';
}
echo count($queue), "\n";
foreach ([fn() => $queue->dequeue(), fn() => $queue[3], fn() => $queue['x'], fn() => $queue->setIteratorMode(SplQueue::IT_MODE_LIFO)] as $wrong) {
    try {
        $wrong();
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
echo serialize($stack), ' ', $stack->serialize(), "\n";
var_dump(unserialize(serialize($stack)) == $stack);
class Shortest extends SplHeap {
    protected function compare(mixed $a, mixed $b): int { return strlen($b) <=> strlen($a); }
}
$heap = new Shortest;
foreach (['ccc', 'a', 'bb'] as $word) {
    $heap->insert($word);
}
echo implode(' ', iterator_to_array($heap, false)), ' ', count($heap), "\n";
$jobs = new SplPriorityQueue;
$jobs->setExtractFlags(SplPriorityQueue::EXTR_BOTH);
$jobs->insert('low', 1);
$jobs->insert('high', 10);
print_r($jobs->extract());
class Broken extends SplMinHeap {
    protected function compare(mixed $a, mixed $b): int { throw new Exception('no order'); }
}
$broken = new Broken;
$broken->insert(1);
foreach ([2, 3] as $value) {
    try {
        $broken->insert($value);
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
}
var_dump($broken->isCorrupted(), count($broken));
--EXPECT--
2=2 1=1 0=0 2212
1 2 9,1,3,4
0a 0b 0
RuntimeException: Can't shift from an empty datastructure
OutOfRangeException: SplDoublyLinkedList::offsetGet(): Argument #1 ($index) is out of range
TypeError: SplDoublyLinkedList::offsetGet(): Argument #1 ($index) must be of type int, string given
RuntimeException: Iterators' LIFO/FIFO modes for SplStack/SplQueue objects are frozen
O:8:"SplStack":3:{i:0;i:6;i:1;a:2:{i:0;i:0;i:1;i:1;}i:2;a:0:{}} i:6;:i:0;:i:1;
bool(true)
a bb ccc 0
Array
(
    [data] => high
    [priority] => 10
)
no order
Heap is corrupted, heap properties are no longer ensured.
bool(true)
int(2)

