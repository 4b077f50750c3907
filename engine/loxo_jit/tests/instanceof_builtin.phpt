--TEST--
instanceof in compiled functions: builtin classes that nobody has named before
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
function is_date($value, bool $ask) {
    return $ask && $value instanceof DateTimeInterface;
}
function counts($value, bool $ask) {
    return $ask && $value instanceof Countable;
}
function is_missing($value, bool $ask) {
    return $ask && $value instanceof NotThere;
}
$date = new DateTime('2020-01-01');
$list = new ArrayObject([]);
for ($i = 0; $i < 30000; $i++) {
    is_date($date, false);
    counts($list, false);
    is_missing($list, false);
}
var_dump(is_date($date, true), is_date($list, true), counts($list, true), counts($date, true), is_missing($list, true), is_date(1, true));
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(false)
bool(false)
bool(false)
