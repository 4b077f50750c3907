--TEST--
Elements of any type are put in a language's order
--EXTENSIONS--
intl
--FILE--
<?php
$c = new Collator('sv');
$words = ['x' => 'öl', 'y' => 'zon', 'z' => 'Ål', 'w' => 'al', '10', '9', 2.5, null];
$c->asort($words);
echo json_encode($words, JSON_UNESCAPED_UNICODE), "\n";
$c->sort($words, Collator::SORT_STRING);
echo json_encode($words, JSON_UNESCAPED_UNICODE), "\n";
$numbers = ['10 apples', '9', 'x', '8.5e0'];
collator_sort($c, $numbers, Collator::SORT_NUMERIC);
echo json_encode($numbers), "\n";
$keys = ['b', "\u{e5}", 'a', 'B'];
var_dump($c->sortWithSortKeys($keys), implode(' ', $keys));
$c->setAttribute(Collator::NUMERIC_COLLATION, Collator::ON);
var_dump($c->compare('a10', 'a9'), $c->compare("\xff", ''), $c->getErrorMessage(), intl_get_error_code());
$bad = ['a', "\xff"];
var_dump($c->sort($bad), $bad === ['a', "\xff"]);
var_dump(strcmp($c->getSortKey('a'), $c->getSortKey('B')) < 0, $c->getAttribute(999), $c->getErrorCode());
try {
    clone $c;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
{"3":null,"2":2.5,"1":"9","0":"10","w":"al","y":"zon","z":"Ål","x":"öl"}
[null,"10",2.5,"9","al","zon","Ål","öl"]
["x","8.5e0","9","10 apples"]
bool(true)
string(8) "a b B å"
int(1)
bool(false)
string(63) "Error converting first argument to UTF-16: U_INVALID_CHAR_FOUND"
int(0)
bool(false)
bool(true)
bool(true)
bool(false)
int(1)
Trying to clone an uncloneable object of class Collator
