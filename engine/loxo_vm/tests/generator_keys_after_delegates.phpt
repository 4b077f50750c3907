--TEST--
A generator whose delegate was ended by another has its own key again
--FILE--
<?php
function inner() { yield 'a' => 1; yield 'b' => 2; return 3; }
function outer($inner, $own) {
    if ($own) { yield 'own' => 0; }
    echo "got ", yield from $inner, "\n";
    yield 'end' => 9;
}
foreach ([true, false] as $own) {
    $inner = inner();
    [$one, $two] = [outer($inner, $own), outer($inner, $own)];
    if ($own) { $one->next(); $two->next(); }
    var_dump($two->key());
    $one->next();
    var_dump($two->key());
    $one->next();
    var_dump($two->key(), $two->current(), $two->valid());
    $two->next();
    var_dump($two->key(), $two->current());
}
?>
--EXPECT--
got got string(1) "a"
string(1) "b"
3
string(3) "own"
int(2)
bool(true)
3
string(3) "end"
int(9)
got string(1) "a"
got string(1) "b"
3
NULL
int(2)
bool(true)
3
string(3) "end"
int(9)
