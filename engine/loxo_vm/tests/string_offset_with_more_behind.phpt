--TEST--
Offsets of strings that are numbers with more behind them, where nobody minds that there is no such element
--FILE--
<?php
$text = 'abc';
$texts = ['text' => $text];
foreach (['1x', '9x', ' 1x', '1.5', 'x', '1e0'] as $offset) {
    echo "$offset:\n";
    var_dump($text[$offset] ?? 'none', $texts['text'][$offset] ?? 'none', isset($text[$offset]), empty($text[$offset]), isset($text[$offset][0]), $text[$offset][0] ?? 'none');
}
--EXPECTF--
1x:

Warning: Illegal string offset "1x" in %s on line 6

Warning: Illegal string offset "1x" in %s on line 6

Warning: Illegal string offset "1x" in %s on line 6

Warning: Illegal string offset "1x" in %s on line 6
string(1) "b"
string(1) "b"
bool(false)
bool(true)
bool(true)
string(1) "b"
9x:

Warning: Illegal string offset "9x" in %s on line 6

Warning: Illegal string offset "9x" in %s on line 6

Warning: Illegal string offset "9x" in %s on line 6

Warning: Illegal string offset "9x" in %s on line 6
string(4) "none"
string(4) "none"
bool(false)
bool(true)
bool(false)
string(4) "none"
 1x:

Warning: Illegal string offset " 1x" in %s on line 6

Warning: Illegal string offset " 1x" in %s on line 6

Warning: Illegal string offset " 1x" in %s on line 6

Warning: Illegal string offset " 1x" in %s on line 6
string(1) "b"
string(1) "b"
bool(false)
bool(true)
bool(true)
string(1) "b"
1.5:
string(4) "none"
string(4) "none"
bool(false)
bool(true)
bool(false)
string(4) "none"
x:
string(4) "none"
string(4) "none"
bool(false)
bool(true)
bool(false)
string(4) "none"
1e0:
string(4) "none"
string(4) "none"
bool(false)
bool(true)
bool(false)
string(4) "none"
