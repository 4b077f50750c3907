--TEST--
Closures compared with what is no object are cast to its type
--FILE--
<?php
$closure = function () {};
var_dump($closure == true, in_array($closure, [true]), array_search(true, [$closure]), [] < $closure);
var_dump($closure == 'x', $closure == null, $closure == [], $closure == false, $closure <=> true, false <=> $closure);
var_dump($closure == 1, 2 <=> $closure, 1.5 < $closure);
var_dump($closure == $closure, $closure == function () {}, $closure == new stdClass, strlen(...) == strlen(...), strlen(...) == strrev(...));
echo match (true) {
    $closure == false => 'false',
    $closure == true => 'true',
}, "\n";
--EXPECTF--
bool(true)
bool(true)
int(0)
bool(true)
bool(false)
bool(false)
bool(false)
bool(false)
int(0)
int(-1)

Notice: Object of class Closure could not be converted to int in %s on line 5

Notice: Object of class Closure could not be converted to int in %s on line 5

Notice: Object of class Closure could not be converted to float in %s on line 5
bool(true)
int(1)
bool(false)
bool(true)
bool(false)
bool(false)
bool(true)
bool(false)
true
