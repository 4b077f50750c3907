--TEST--
iterator_apply() goes on as long as what the callback gives is true in itself
--FILE--
<?php
foreach ([true, 1, 'x', [0], 0, '', null, false] as $answer) {
    echo iterator_apply(new ArrayIterator([1, 2, 3]), fn() => $answer), ' ';
}
--EXPECT--
3 3 3 3 1 1 1 1 