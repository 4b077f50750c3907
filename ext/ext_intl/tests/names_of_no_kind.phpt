--TEST--
IntlChar::charFromName() answers at once for kinds of names far below zero
--INI--
max_execution_time=10
--FILE--
<?php
foreach ([-1, -100000, -2147483648] as $kind) {
    var_dump(IntlChar::charFromName('ArrayObject', $kind));
    var_dump(IntlChar::charName('a', $kind));
}
?>
--EXPECT--
NULL
string(0) ""
NULL
string(0) ""
NULL
string(0) ""
