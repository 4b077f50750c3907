--TEST--
Loops call the methods of builtin iterators from their line
--FILE--
<?php
class Broken extends ArrayIterator { function current(): mixed { throw new Exception('broken'); } }
foreach ([new LimitIterator(new Broken([1])), new IteratorIterator(new Broken([1])), new CachingIterator(new Broken([1]))] as $iterator) {
    try {
        foreach ($iterator as $value) {
        }
    } catch (Exception $e) {
        echo $e->getTrace()[1]['line'], ' ', $e->getTrace()[1]['function'], "\n";
    }
}
$several = new MultipleIterator;
$several->attachIterator(new Broken([1]));
try {
    $several->current();
} catch (Exception $e) {
    echo get_class($e), ': ', $e->getMessage(), ', ', $e->getPrevious()->getMessage(), "\n";
}
?>
--EXPECTF--
5 rewind
5 rewind
5 rewind
RuntimeException: Failed to call sub iterator method, broken
