--TEST--
MessagePack: numbers and strings in as few bytes as possible, and back
--EXTENSIONS--
msgpack
--FILE--
<?php
$values = [0, 127, 128, 255, 256, 65535, 65536, 4294967295, 4294967296, PHP_INT_MAX, -1, -32, -33, -128, -129, -32768, -32769,
    -2147483648, -2147483649, PHP_INT_MIN, 1.5, -0.0, INF, null, true, false, '', 'text', "\0\xff"];
foreach ($values as $value) {
    $packed = msgpack_pack($value);
    echo bin2hex($packed), msgpack_unpack($packed) === $value ? '' : ' differs', "\n";
}
var_dump(is_nan(msgpack_unpack(msgpack_pack(NAN))));
foreach ([1, 0] as $str8) {
    ini_set('msgpack.use_str8_serialization', $str8);
    foreach ([31, 32, 255, 256, 65535, 65536] as $length) {
        $packed = msgpack_pack(str_repeat('x', $length));
        echo bin2hex(substr($packed, 0, strlen($packed) - $length)), ' ', strlen(msgpack_unpack($packed)), "\n";
    }
}
foreach ([15, 16, 65535, 65536] as $count) {
    echo bin2hex(substr(msgpack_pack(range(1, $count)), 0, 5)), ' ', bin2hex(substr(msgpack_pack(array_flip(range(1, $count))), 0, 5)), "\n";
}
echo "\nOther shapes\n";
$shapes = ["\xca\x3f\xc0\x00\x00", "\xcc\x05", "\xcf\x80\x00\x00\x00\x00\x00\x00\x00", "\xcf\xff\xff\xff\xff\xff\xff\xff\xff", "\xc4\x02ab", "\xc5\x00\x01a",
    "\xc6\x00\x00\x00\x00", "\xd9\x00", "\xdb\x00\x00\x00\x01z", "\xd4\x01\x02", "\xd8" . str_repeat('x', 17), "\xc7\x02\x01ab", "\xc7\x00\x01",
    "\xc9\xff\xff\xff\xff", "\xdd\x00\x00\x00\x01\x07", "\xdf\x00\x00\x00\x01\x07\x08", "\xdc\x00\x00"];
foreach ($shapes as $shape) {
    echo bin2hex($shape), ' ', json_encode(msgpack_unpack($shape)), "\n";
}
--EXPECT--
00
7f
cc80
ccff
cd0100
cdffff
ce00010000
ceffffffff
cf0000000100000000
cf7fffffffffffffff
ff
e0
d0df
d080
d1ff7f
d18000
d2ffff7fff
d280000000
d3ffffffff7fffffff
d38000000000000000
cb3ff8000000000000
cb8000000000000000
cb7ff0000000000000
c0
c3
c2
a0
a474657874
a200ff
bool(true)
bf 31
d920 32
d9ff 255
da0100 256
daffff 65535
db00010000 65536
bf 31
da0020 32
da00ff 255
da0100 256
daffff 65535
db00010000 65536
9f01020304 8f01000201
dc00100102 de00100100
dcffff0102 deffff0100
dd00010000 df00010000

Other shapes
ca3fc00000 1.5
cc05 5
cf8000000000000000 "9223372036854775808"
cfffffffffffffffff "18446744073709551615"
c4026162 "ab"
c5000161 "a"
c600000000 ""
d900 ""
db000000017a "z"
d40102 null
d87878787878787878787878787878787878 null
c702016162 null
c70001 null
c9ffffffff null
dd0000000107 [7]
df000000010708 {"7":8}
dc0000 []
