--TEST--
list() takes nothing out of strings, whatever the key; offsets do
--FILE--
<?php
$text = "foo";
$key = 1;
[$a, $b] = $text;
['x' => $c, 2 => $d, $key => $e] = $text;
var_dump($a, $b, $c, $d, $e, $text[0], $text[-1], $text[$key], $text["1"]);
?>
--EXPECT--
NULL
NULL
NULL
NULL
NULL
string(1) "f"
string(1) "o"
string(1) "o"
string(1) "o"
