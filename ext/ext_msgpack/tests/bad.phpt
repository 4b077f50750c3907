--TEST--
MessagePack: data that is bad, short, too deep or too much
--EXTENSIONS--
msgpack
--FILE--
<?php
foreach (['', "\xc1", "\x92\x01", "\xdd\xff\xff\xff\xff", "\xdf\x7f\xff\xff\xff\x01", "\xdb\xff\xff\xff\xffabc", "\x01\x02", "\x82\xc0\x04\x00\x05",
    "\x92\x80\x82\xc0\x02\x00\x09", "\x82\xc0\x03\x01\xa1a", "\x82\xc0\x06\x01\xa1a", "\x81\xc3\x01", "\x81\xcb\x3f\xf8\x00\x00\x00\x00\x00\x00\x01",
    "\x81\x91\x01\x02"] as $data) {
    echo bin2hex($data), ': ';
    var_dump(msgpack_unpack($data));
}
ini_set('msgpack.illegal_key_insert', 1);
var_dump(msgpack_unpack("\x82\x05\x01\xc3\x02"));
$deep = [];
for ($i = 0; $i < 1023; $i++) {
    $deep = [$deep];
}
var_dump(msgpack_unpack(msgpack_pack($deep)) === $deep, msgpack_unpack(msgpack_pack([[$deep]])));
echo "Nothing is told\n";
ini_set('msgpack.error_display', 0);
var_dump(msgpack_unpack("\xc1"), msgpack_unpack("\x01\x02"));
echo "Arguments\n";
foreach ([[], [[]], ['a', 'b', 'c'], ["\x01", 5]] as $args) {
    try {
        msgpack_unpack(...$args);
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
--EXPECTF--
: NULL
c1: 
Warning: [msgpack] (php_msgpack_unserialize) Parse error in %s on line 6
bool(false)
9201: 
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing in %s on line 6
bool(false)
ddffffffff: 
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing in %s on line 6
bool(false)
df7fffffff01: 
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing in %s on line 6
bool(false)
dbffffffff616263: 
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing in %s on line 6
bool(false)
0102: 
Warning: [msgpack] (php_msgpack_unserialize) Extra bytes in %s on line 6
int(1)
82c0040005: 
Warning: [msgpack] (msgpack_unserialize_map_item) Invalid references value: 4 in %s on line 6
NULL
928082c0020009: 
Warning: [msgpack] (msgpack_unserialize_map_item) Invalid references value: 8 in %s on line 6
array(2) {
  [0]=>
  object(stdClass)#1 (0) {
  }
  [1]=>
  NULL
}
82c00301a161: 
Warning: [msgpack] (php_msgpack_unserialize) Parse error in %s on line 6
bool(false)
82c00601a161: 
Warning: [msgpack] (php_msgpack_unserialize) Parse error in %s on line 6
bool(false)
81c301: 
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type in %s on line 6
array(1) {
  [1]=>
  int(1)
}
81cb3ff800000000000001: 
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type in %s on line 6
array(1) {
  ["1.5"]=>
  int(1)
}
81910102: 
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type in %s on line 6

Warning: Array to string conversion in %s on line 6
array(1) {
  ["Array"]=>
  int(2)
}

Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type in %s on line 9
array(3) {
  [5]=>
  int(1)
  [6]=>
  bool(true)
  [7]=>
  int(2)
}

Warning: [msgpack] (php_msgpack_unserialize) Memory error in %s on line 14
bool(true)
bool(false)
Nothing is told
bool(false)
int(1)
Arguments
msgpack_unpack() expects at least 1 argument, 0 given
msgpack_unpack(): Argument #1 ($str) must be of type string, array given
msgpack_unpack() expects at most 2 arguments, 3 given

Fatal error: [msgpack] (msgpack_convert_template) Template type is unsupported in %s on line 21
