--TEST--
Iterators around iterators
--FILE--
<?php
// Each wrapper, over the same elements.
$numbers = fn() => new ArrayIterator(['a' => 1, 'b' => 2, 'c' => 3, 'd' => 4]);
function show(string $name, iterable $elements): void {
    $shown = [];
    foreach ($elements as $key => $value) {
        $shown[] = "$key=$value";
    }
    echo $name, ': ', implode(' ', $shown), "\n";
}
show('IteratorIterator', new IteratorIterator($numbers()));
show('CallbackFilterIterator', new CallbackFilterIterator($numbers(), fn($value, $key) => $value % 2 == 0 || $key == 'a'));
show('LimitIterator', new LimitIterator($numbers(), 1, 2));
show('InfiniteIterator', new LimitIterator(new InfiniteIterator($numbers()), 2, 5));
show('RegexIterator', new RegexIterator($numbers(), '/[bc]/', RegexIterator::MATCH, RegexIterator::USE_KEY));
$append = new AppendIterator;
$append->append(new EmptyIterator);
$append->append($numbers());
$append->append(new ArrayIterator([9]));
show('AppendIterator', $append);
$inner = $numbers();
$inner->next();
show('NoRewindIterator', new NoRewindIterator($inner));
function counting() { yield 'x' => 1; yield 'y' => 2; }
show('generator', new IteratorIterator(counting()));
$caching = new CachingIterator($numbers(), CachingIterator::FULL_CACHE);
foreach ($caching as $value) {
    echo $value, $caching->hasNext() ? ', ' : "\n";
}
echo count($caching), ' ', $caching['b'], "\n";
$several = new MultipleIterator(MultipleIterator::MIT_KEYS_ASSOC | MultipleIterator::MIT_NEED_ANY);
$several->attachIterator($numbers(), 'one');
$several->attachIterator(new ArrayIterator([10]), 'two');
foreach ($several as $values) {
    echo json_encode($values), "\n";
}
// What only the inner iterator can do.
var_dump((new IteratorIterator($numbers()))->count());
class Unmade extends IteratorIterator { public function __construct() {} }
try {
    (new Unmade)->rewind();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
IteratorIterator: a=1 b=2 c=3 d=4
CallbackFilterIterator: a=1 b=2 d=4
LimitIterator: b=2 c=3
InfiniteIterator: c=3 d=4 a=1 b=2 c=3
RegexIterator: b=2 c=3
AppendIterator: a=1 b=2 c=3 d=4 0=9
NoRewindIterator: b=2 c=3 d=4
generator: x=1 y=2
1, 2, 3, 4
4 2
{"one":1,"two":10}
{"one":2,"two":null}
{"one":3,"two":null}
{"one":4,"two":null}
int(4)
The object is in an invalid state as the parent constructor was not called

