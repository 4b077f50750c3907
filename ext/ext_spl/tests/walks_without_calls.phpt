--TEST--
Loops over builtin iterators see what methods and changes do
--FILE--
<?php
$list = new SplDoublyLinkedList();
foreach ([1, 2, 3, 4] as $i) {
    $list->push($i);
}
foreach ($list as $key => $value) {
    echo "$key=>$value ";
    if ($value === 2) {
        $list->push(5);
        $list->offsetUnset(2);
    }
}
$list->setIteratorMode(SplDoublyLinkedList::IT_MODE_LIFO);
foreach ($list as $key => $value) {
    echo "| $key=>$value ";
    $list->setIteratorMode(SplDoublyLinkedList::IT_MODE_FIFO);
}
$list->setIteratorMode(SplDoublyLinkedList::IT_MODE_DELETE);
foreach ($list as $value) {
    echo "* $value ";
}
echo count($list), "\n";

// A variable that is a reference, a typed one, a value that is freed by the loop.
class Typed
{
    public int $number = 0;
    public function __destruct()
    {
        echo "[gone]";
    }
}
$typed = new Typed();
$reference = &$typed->number;
try {
    foreach (new ArrayIterator([1, '2', 'x']) as $reference) {
        echo $typed->number, ' ';
    }
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
unset($reference, $typed);
foreach (new ArrayIterator([new Typed(), new Typed()]) as $index => $object) {
    echo $index;
    $object = null;
}
echo "\n";

// Iterators whose methods are somebody's own are asked by them.
class Loud extends ArrayIterator
{
    public function valid(): bool
    {
        echo 'v';
        return parent::valid();
    }
}
$several = new MultipleIterator(MultipleIterator::MIT_KEYS_ASSOC | MultipleIterator::MIT_NEED_ANY);
$several->attachIterator(new ArrayIterator(['a' => 1, 'b' => 2]), 'plain');
$several->attachIterator(new Loud([3, 4, 5]), 'loud');
$several->attachIterator(new ArrayIterator(new ArrayObject([6])), 'other');
foreach ($several as $keys => $values) {
    echo json_encode([$keys, $values]), "\n";
}

class Tree extends RecursiveArrayIterator
{
    public function hasChildren(bool $allowLinks = false): bool
    {
        return parent::hasChildren() && count($this->current()) > 1;
    }
}
foreach (['RecursiveArrayIterator', 'Tree'] as $class) {
    $walk = new RecursiveIteratorIterator(new $class([1, [2], [3, [4, 5]], (object) ['p' => 6, 'q' => 7]]), RecursiveIteratorIterator::SELF_FIRST);
    try {
        foreach ($walk as $key => $value) {
            echo $walk->getDepth(), ':', $key, '=', is_scalar($value) ? $value : gettype($value), ' ';
        }
    } catch (TypeError $e) {
        echo $e->getMessage();
    }
    echo "\n";
}
$scalar = new RecursiveArrayIterator([7]);
try {
    $scalar->getChildren();
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
$limited = new RecursiveArrayIterator([new ArrayObject([1])], RecursiveArrayIterator::CHILD_ARRAYS_ONLY);
var_dump($limited->hasChildren(), $limited->getChildren());

// A callback that comes back to the iterator.
$filter = new CallbackFilterIterator(new ArrayIterator([1, 2, 3, 4]), function ($value, $key, $inner) use (&$filter) {
    echo $filter->key() ?? 'none', $inner->key(), ' ';
    return $value % 2 === 0;
});
echo json_encode(iterator_to_array($filter)), "\n";
$append = new AppendIterator();
$append->append(new ArrayIterator([1]));
$append->append(new ArrayIterator([]));
$append->append(new ArrayIterator([2, 3]));
foreach ($append as $key => $value) {
    echo $append->getIteratorIndex(), ":$key=>$value ";
    if ($value === 2) {
        $append->append(new ArrayIterator(['late']));
    }
}
echo "\n";
$storage = new SplObjectStorage();
$object = new stdClass();
$storage[$object] = 'first';
$storage->attach($object);
var_dump(count($storage), $storage[$object]);
--EXPECT--
0=>1 1=>2 2=>4 3=>5 | 3=>5 | 2=>4 | 1=>2 | 0=>1 * 1 * 2 * 4 * 5 0
1 2 Cannot assign string to reference held by property Typed::$number of type int
[gone]01[gone][gone]
vv[{"plain":"a","loud":0,"other":0},{"plain":1,"loud":3,"other":6}]
vv[{"plain":"b","loud":1,"other":null},{"plain":2,"loud":4,"other":null}]
vvv[{"plain":null,"loud":2,"other":null},{"plain":null,"loud":5,"other":null}]
v0:0=1 0:1=array 1:0=2 0:2=array 1:0=3 1:1=array 2:0=4 2:1=5 0:3=object 1:p=6 1:q=7 
0:0=1 0:1=array 0:2=array 1:0=3 1:1=array 2:0=4 2:1=5 count(): Argument #1 ($value) must be of type Countable|array, stdClass given
ArrayIterator::__construct(): Argument #1 ($array) must be of type array, int given
bool(false)
NULL
00 11 22 33 {"1":2,"3":4}
0:0=>1 2:0=>2 2:1=>3 3:0=>late 
int(1)
NULL
