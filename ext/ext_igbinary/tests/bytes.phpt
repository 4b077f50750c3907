--TEST--
Each kind of value, as bytes and back
--FILE--
<?php
function show(string $what, mixed $value): void {
    $bytes = igbinary_serialize($value);
    $again = igbinary_unserialize($bytes);
    // Not a number is not even itself.
    $same = $again === $value || var_export($again, true) === var_export($value, true);
    echo $what, ' ', strlen($bytes) > 60 ? strlen($bytes) . ' ' . md5($bytes) : bin2hex(substr($bytes, 4)), $same ? "\n" : " but changed\n";
}
echo bin2hex(substr(igbinary_serialize(null), 0, 4)), "\n";
foreach ([null, true, false, 0.0, -0.0, 1.5, -INF, NAN, PHP_FLOAT_MIN] as $value) {
    show(var_export($value, true), $value);
}
foreach ([0, 1, 0xff, 0x100, 0xffff, 0x10000, 0xffffffff, 0x100000000, PHP_INT_MAX] as $number) {
    show($number, $number);
    show(-$number, -$number);
}
show('smallest', PHP_INT_MIN);
foreach ([0, 1, 255, 256, 65535, 65536] as $length) {
    show("text of $length", str_repeat('x', $length));
    show("list of $length", $length ? array_fill(0, $length, null) : []);
}
show('bytes', "\0\xff\n");
show('keys', [5 => 'a', -1 => 'b', '' => 'c', '07' => 'd', 1 << 40 => 'e', 'a' => 'f', "\0" => 'g']);
show('strings that come again', ['name' => 'name', 'x' => ['name' => 'x', 'y' => ''], 'z' => '']);
$many = [];
for ($i = 0; $i < 70000; $i++) {
    $many[] = "text $i";
}
show('many strings', [$many, 'text 255', 'text 256', 'text 65535', 'text 65536']);
ini_set('igbinary.compact_strings', '0');
show('each string written', ['name' => 'name', 'x' => ['name' => 'x']]);
// Names of classes are told by number all the same, and count with the strings.
$list = ['stdClass', new ArrayObject(), new ArrayObject(), 'ArrayObject'];
echo bin2hex($bytes = igbinary_serialize($list)), "\n";
ini_set('igbinary.compact_strings', '1');
var_dump(igbinary_unserialize($bytes) == $list);
// The older format is the same but for its number, and strings of 64 bits' length are read.
var_dump(igbinary_unserialize("\0\0\0\1\x14\1\x11\1a\x26\0\0\0\0\0\0\0\3xyz"));
// Keys are strings or integers as they are written, not as PHP code spells them.
foreach (igbinary_unserialize("\0\0\0\2\x14\3\x11\0017\6\1\6\7\6\2\0") as $key => $value) {
    var_dump($key);
}
--EXPECT--
00000002
NULL 00
true 05
false 04
0.0 0c0000000000000000
-0.0 0c8000000000000000
1.5 0c3ff8000000000000
-INF 0cfff0000000000000
NAN 0c7ff8000000000000
2.2250738585072014E-308 0c0010000000000000
0 0600
0 0600
1 0601
-1 0701
255 06ff
-255 07ff
256 080100
-256 090100
65535 08ffff
-65535 09ffff
65536 0a00010000
-65536 0b00010000
4294967295 0affffffff
-4294967295 0bffffffff
4294967296 200000000100000000
-4294967296 210000000100000000
9223372036854775807 207fffffffffffffff
-9223372036854775807 217fffffffffffffff
smallest 218000000000000000
text of 0 0d
list of 0 1400
text of 1 110178
list of 1 1401060000
text of 255 261 8cf68d95455fc76c85754c4fe8071d9e
list of 255 771 d233e27dbe287bbbeaf9897fa63a85b6
text of 256 263 66e7c882c87c6c6fb7d333086a1ac382
list of 256 775 1d7d39002e70ce13491d3e9d981ac75b
text of 65535 65542 bafa8e228f73020a36875855c5b59493
list of 65535 261891 311c785511004b31708b5c2a45b1cb61
text of 65536 65545 3cebeab1ce7116a6d8c5a2c5c847e6a3
list of 65536 261897 e284bfc55d03bfbe5571edfad06cd920
bytes 110300ff0a
keys 1407060511016107011101620d110163110230371101642000000100000000001101650e00110166110100110167
strings that come again 140311046e616d650e0011017814020e000e011101790d11017a0d
many strings 1047596 32218e427d48d3279f2905e69a9bf2d5
each string written 140211046e616d6511046e616d65110178140111046e616d65110178
00000002140406001108737464436c6173730601170b41727261794f626a656374140406000600060114000602140006030006021a0114040600060006011400060214000603000603110b41727261794f626a656374
bool(true)
array(1) {
  ["a"]=>
  string(3) "xyz"
}
string(1) "7"
int(7)
