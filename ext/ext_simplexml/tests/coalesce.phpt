--TEST--
?? takes its right side for elements that are not there
--EXTENSIONS--
simplexml
--FILE--
<?php
$x = simplexml_load_string('<a k="v"><s>text</s><e/></a>');
var_dump((string) ($x->t ?? $x->s), $x->nope ?? 'one', $x->nope->deeper ?? 'two', (string) ($x->e ?? 'not this'), $x['k'] . '', $x['z'] ?? 'three');
$list = [$x];
$name = 'nope';
var_dump((string) ($list[0]->t ?? 'four'), (string) ($list[0]->s ?? 'not this'), $x->$name ?? 'five', $x->{'no-pe'} ?? 'six');
?>
--EXPECT--
string(4) "text"
string(3) "one"
string(3) "two"
string(0) ""
string(1) "v"
string(5) "three"
string(4) "four"
string(4) "text"
string(4) "five"
string(3) "six"
