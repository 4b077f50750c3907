--TEST--
Data that is cut short, spoilt, or something else
--FILE--
<?php
enum Suit {
    case Hearts;
}
set_error_handler(function (int $level, string $text): bool {
    $GLOBALS['told'][] = "[$level] $text";
    return true;
});
function back(string $data): string {
    $GLOBALS['told'] = [];
    $value = igbinary_unserialize($data);
    return str_replace("\n", '', var_export($value, true)) . ' ' . implode(' / ', $GLOBALS['told']);
}
foreach (['', "\0", "\0\0\0\2", 'a:0:{}', '"\\"\\', "\0\0\0\3\0", "\2\0\0\0\0", "\1\0\0\1\0", "abc\n\0", "\0\0\0\2\0\0", "\0\0\0\1\4"] as $data) {
    echo bin2hex($data), ': ', back($data), "\n";
}
$seeds = [
    1000, -70000, 1 << 50, 1.5, 'text', [1, 'a' => 'b', 2 => ['a', 'a']], (object)['a' => 1, 'b' => 'a'], Suit::Hearts, str_repeat('x', 300), [$object = new stdClass(), $object],
];
foreach ($seeds as $seed) {
    $bytes = igbinary_serialize($seed);
    $seen = [];
    for ($length = 4; $length < strlen($bytes); $length++) {
        $seen[back(substr($bytes, 0, $length))][] = $length;
    }
    foreach ($seen as $outcome => $lengths) {
        echo get_debug_type($seed), ' ', $lengths[0], count($lengths) > 1 ? '…' : '', ': ', $outcome, "\n";
    }
}
$head = "\0\0\0\2";
foreach ([
    "\x28", "\xff", "\x1d\1x", "\x27\x11\1x", "\x0e\0", "\x10\0\0\0\1", "\1\0", "\3\xff\xff\xff\xff", "\x22\0", "\x25", "\x25\x25\1\0",
    "\x14\1\x0c", "\x14\1\5\0", "\x14\1\x0e\5\0", "\x14\5\0\0", "\x16\xff\xff\xff\xff\0\0", "\x15\xff\xff\0\0", "\x13\xff\xff\xff\xffx",
    "\x26\xff\xff\xff\xff\xff\xff\xff\xffx", "\x26\0\0\0\0\0\0\0\1xy", "\x20\xff\xff\xff\xff\xff\xff\xff\xff", "\x21\x80\0\0\0\0\0\0\0",
    "\x14\1\x20\x80\0\0\0\0\0\0\0\6\1", "\x17\x08stdClass\x15\xff\xff\0", "\x17\x08stdClass\x28", "\x17\x08stdClass\0", "\x1a\0\x14\0",
    "\x17\4Suit\x27\6\1", "\x17\4Suit\x27\x0e\0", "\x17\4Suit\x27\x1a\0", "\x14\2\6\0\6\1\6\0\6\2", "\x17\x08stdClass\x14\1\4\0",
] as $data) {
    echo bin2hex($data), ': ', back($head . $data), "\n";
}
// A handler that throws.
set_error_handler(fn($level, $text) => throw new Exception($text));
try {
    igbinary_unserialize($head . "\x14\1");
} catch (Exception $error) {
    echo $error->getMessage(), "\n";
}
restore_error_handler();
restore_error_handler();
foreach ([[], null, 12, new stdClass()] as $argument) {
    try {
        var_dump(@igbinary_unserialize($argument));
    } catch (TypeError $error) {
        echo $error->getMessage(), "\n";
    }
}
--EXPECT--
: false 
00: NULL [2] igbinary_unserialize_header: expected at least 5 bytes of data, got 1 byte(s)
00000002: NULL [2] igbinary_unserialize_header: expected at least 5 bytes of data, got 4 byte(s)
613a303a7b7d: NULL [2] igbinary_unserialize_header: unsupported version: "a:0:"..., should begin with a binary version header of "\x00\x00\x00\x01" or "\x00\x00\x00\x02"
225c225c: NULL [2] igbinary_unserialize_header: expected at least 5 bytes of data, got 4 byte(s)
0000000300: NULL [2] igbinary_unserialize_header: unsupported version: 3, should be 1 or 2
0200000000: NULL [2] igbinary_unserialize_header: unsupported version: 33554432, should be 1 or 2 (wrong endianness?)
0100000100: NULL [2] igbinary_unserialize_header: unsupported version: 16777217, should be 1 or 2
6162630a00: NULL [2] igbinary_unserialize_header: unsupported version: 1633837834, should be 1 or 2
000000020000: NULL [2] igbinary_unserialize: received more data to unserialize than expected
0000000104: false 
int 4: NULL [2] igbinary_unserialize_header: expected at least 5 bytes of data, got 4 byte(s)
int 5…: NULL [2] igbinary_unserialize_long: end-of-data
int 4: NULL [2] igbinary_unserialize_header: expected at least 5 bytes of data, got 4 byte(s)
int 5…: NULL [2] igbinary_unserialize_long: end-of-data
int 4: NULL [2] igbinary_unserialize_header: expected at least 5 bytes of data, got 4 byte(s)
int 5…: NULL [2] igbinary_unserialize_long: end-of-data
float 4: NULL [2] igbinary_unserialize_header: expected at least 5 bytes of data, got 4 byte(s)
float 5…: NULL [2] igbinary_unserialize_double: end-of-data
string 4: NULL [2] igbinary_unserialize_header: expected at least 5 bytes of data, got 4 byte(s)
string 5…: NULL [2] igbinary_unserialize_chararray: end-of-data
array 4: NULL [2] igbinary_unserialize_header: expected at least 5 bytes of data, got 4 byte(s)
array 5…: NULL [2] igbinary_unserialize_array: end-of-data
array 6: NULL [2] igbinary_unserialize_array: data size 0 smaller that requested array length 3.
array 7: NULL [2] igbinary_unserialize_array: data size 1 smaller that requested array length 3.
array 8: NULL [2] igbinary_unserialize_array: data size 2 smaller that requested array length 3.
array 9…: NULL [2] igbinary_unserialize_long: end-of-data
array 11…: NULL [2] igbinary_unserialize_chararray: end-of-data
array 13…: NULL [2] igbinary_unserialize_zval: end-of-data
array 20: NULL [2] igbinary_unserialize_array: data size 0 smaller that requested array length 2.
array 21: NULL [2] igbinary_unserialize_array: data size 1 smaller that requested array length 2.
array 23…: NULL [2] igbinary_unserialize_string: end-of-data
stdClass 4: NULL [2] igbinary_unserialize_header: expected at least 5 bytes of data, got 4 byte(s)
stdClass 5…: NULL [2] igbinary_unserialize_chararray: end-of-data
stdClass 14: NULL [2] igbinary_unserialize_object: end-of-data
stdClass 15…: NULL [2] igbinary_unserialize_object_properties: end-of-data
stdClass 16: NULL [2] igbinary_unserialize_object_properties: data size 0 smaller that requested array length 2.
stdClass 17: NULL [2] igbinary_unserialize_object_properties: data size 1 smaller that requested array length 2.
stdClass 19…: NULL [2] igbinary_unserialize_zval: end-of-data
stdClass 20: NULL [2] igbinary_unserialize_long: end-of-data
stdClass 25: NULL [2] igbinary_unserialize_string: end-of-data
Suit 4: NULL [2] igbinary_unserialize_header: expected at least 5 bytes of data, got 4 byte(s)
Suit 5…: NULL [2] igbinary_unserialize_chararray: end-of-data
Suit 10: NULL [2] igbinary_unserialize_object: end-of-data
Suit 11: NULL [2] igbinary_unserialize_object_enum_case: end-of-data
string 4: NULL [2] igbinary_unserialize_header: expected at least 5 bytes of data, got 4 byte(s)
string 5…: NULL [2] igbinary_unserialize_chararray: end-of-data
array 4: NULL [2] igbinary_unserialize_header: expected at least 5 bytes of data, got 4 byte(s)
array 5…: NULL [2] igbinary_unserialize_array: end-of-data
array 6: NULL [2] igbinary_unserialize_array: data size 0 smaller that requested array length 2.
array 7: NULL [2] igbinary_unserialize_array: data size 1 smaller that requested array length 2.
array 8…: NULL [2] igbinary_unserialize_zval: end-of-data
array 9…: NULL [2] igbinary_unserialize_chararray: end-of-data
array 18: NULL [2] igbinary_unserialize_object: end-of-data
array 19: NULL [2] igbinary_unserialize_object_properties: end-of-data
array 21: NULL [2] igbinary_unserialize_long: end-of-data
array 23: NULL [2] igbinary_unserialize_ref: end-of-data
28: NULL [2] igbinary_unserialize_zval: unknown type '28', position 5
ff: NULL [2] igbinary_unserialize_zval: unknown type 'ff', position 5
1d0178: NULL [2] igbinary_unserialize_zval: unknown type '1d', position 5
27110178: NULL [2] igbinary_unserialize_zval: unknown type '27', position 5
0e00: NULL [2] igbinary_unserialize_string: string index is out-of-bounds
1000000001: NULL [2] igbinary_unserialize_string: string index is out-of-bounds
0100: NULL [2] igbinary_unserialize_ref: invalid reference 0 >= 0
03ffffffff: NULL [2] igbinary_unserialize_ref: invalid reference 4294967295 >= 0
2200: NULL [2] igbinary_unserialize_ref: invalid reference 0 >= 0
25: NULL [2] igbinary_unserialize_zval: end-of-data
25250100: NULL [2] igbinary_unserialize_ref: invalid reference 0 >= 0
14010c: NULL [2] igbinary_unserialize_array: unknown key type '0c', position 7
14010500: NULL [2] igbinary_unserialize_array: unknown key type '05', position 7
14010e0500: NULL [2] igbinary_unserialize_string: string index is out-of-bounds
14050000: NULL [2] igbinary_unserialize_array: data size 2 smaller that requested array length 5.
16ffffffff0000: NULL [2] igbinary_unserialize_array: data size 2 smaller that requested array length 4294967295.
15ffff0000: NULL [2] igbinary_unserialize_array: data size 2 smaller that requested array length 65535.
13ffffffff78: NULL [2] igbinary_unserialize_chararray: end-of-data
26ffffffffffffffff78: NULL [2] igbinary_unserialize_chararray: end-of-data
2600000000000000017879: NULL [2] igbinary_unserialize: received more data to unserialize than expected
20ffffffffffffffff: 0 [2] igbinary_unserialize_long: too big 64bit long.
218000000000000000: -9223372036854775807-1 
14012080000000000000000601: array (  0 => 1,) [2] igbinary_unserialize_long: too big 64bit long.
1708737464436c61737315ffff00: NULL [2] igbinary_unserialize_object_properties: data size 1 smaller that requested array length 65535.
1708737464436c61737328: NULL [2] igbinary_unserialize_object: unknown object inner type '28', position 15
1708737464436c61737300: NULL [2] igbinary_unserialize_object: unknown object inner type '00', position 15
1a001400: NULL [2] igbinary_unserialize_string: string index is out-of-bounds
170453756974270601: NULL [2] igbinary_unserialize_string: unknown type '06', position 12
170453756974270e00: NULL [2] igbinary_unserialize_object_enum_case: Undefined constant Suit::Suit
170453756974271a00: NULL [2] igbinary_unserialize_object_enum_case: Undefined constant Suit::Suit
14020600060106000602: array (  0 => 2,) 
1708737464436c61737314010400: NULL [2] igbinary_unserialize_object_properties: unknown key type '04', position 17
igbinary_unserialize_array: data size 0 smaller that requested array length 1.
igbinary_unserialize(): Argument #1 ($str) must be of type string, array given
bool(false)
NULL
igbinary_unserialize(): Argument #1 ($str) must be of type string, stdClass given
