--TEST--
Walks that call methods only where PHP code runs, and builtin methods called from builtins
--FILE--
<?php
// Rejected, kept, and thrown at: the methods that run PHP code are called, the others only tell what is kept.
class Odd extends FilterIterator
{
    public array $asked = [];
    public function accept(): bool
    {
        $this->asked[] = $this->current();
        if ($this->current() === 'stop') {
            throw new LogicException('at ' . $this->key());
        }
        return $this->current() % 2 === 1;
    }
}
$odd = new Odd(new ArrayIterator([1, 2, 3, 4, 'stop', 5]));
try {
    foreach ($odd as $key => $value) {
        echo "$key => $value\n";
    }
} catch (LogicException $e) {
    echo $e->getMessage(), "\n", implode(' ', $odd->asked), "\n";
}

// The current element stays when its key cannot be had.
class Keyless extends ArrayIterator
{
    public function key(): string|int|null
    {
        throw new LogicException('no key');
    }
}
$around = new IteratorIterator(new Keyless(['a']));
try {
    $around->rewind();
} catch (LogicException $e) {
    var_dump($e->getMessage(), $around->current(), $around->key());
}

// Iterators whose methods are builtin, written in PHP, or generators.
$all = new MultipleIterator(MultipleIterator::MIT_NEED_ANY | MultipleIterator::MIT_KEYS_ASSOC);
$all->attachIterator(new ArrayIterator([1, 2, 3]), 'array');
$all->attachIterator((function () { yield 'x' => 'y'; })(), 'generator');
$all->attachIterator($list = new SplDoublyLinkedList(), 'list');
$list->push(7);
foreach ($all as $keys => $values) {
    echo json_encode([$keys, $values]), "\n";
}

// Levels without elements on the way up and down.
$tree = new RecursiveIteratorIterator(new RecursiveArrayIterator([[], 1, [[2], []], 'k' => [[[3]]]]));
foreach ($tree as $key => $value) {
    echo $tree->getDepth(), ":$key=$value ";
}
echo "\n";

// Builtin methods as callbacks, on objects of child classes too.
class Counted extends ArrayObject
{
    public function offsetGet(mixed $key): mixed
    {
        return 'own ' . parent::offsetGet($key);
    }
}
echo implode(' ', array_map([new ArrayObject(['a', 'b']), 'offsetGet'], [1, 0])), "\n";
echo implode(' ', array_map([new Counted(['a', 'b']), 'offsetGet'], [1, 0])), "\n";
try {
    call_user_func([new ArrayObject(), 'offsetGet']);
} catch (ArgumentCountError $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
0 => 1
2 => 3
at 4
1 2 3 4 stop
string(6) "no key"
string(1) "a"
NULL
[{"array":0,"generator":"x","list":0},{"array":1,"generator":"y","list":7}]
[{"array":1,"generator":null,"list":null},{"array":2,"generator":null,"list":null}]
[{"array":2,"generator":null,"list":null},{"array":3,"generator":null,"list":null}]
0:1=1 2:0=2 3:0=3 
b a
own b own a
ArrayObject::offsetGet() expects exactly 1 argument, 0 given
