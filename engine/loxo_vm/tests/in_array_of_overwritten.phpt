--TEST--
in_array() in a constant array some of whose values are written over
--FILE--
<?php
foreach ([1, 2, 5, 7, 'a', 'b'] as $n) {
    var_dump(in_array($n, [1 => 7, 'k' => 5, 3, 1 => 2], true), in_array($n, ['x' => 'a', 'y' => 'b', 'x' => 'c']), in_array($n, ['0' => 'a', 'b'], true));
}
--EXPECT--
bool(false)
bool(false)
bool(false)
bool(true)
bool(false)
bool(false)
bool(true)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
