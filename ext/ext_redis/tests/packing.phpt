--TEST--
Values packed and unpacked without a server
--FILE--
<?php
$redis = new Redis();
$text = str_repeat('much ado about nothing ', 20);
foreach ([Redis::COMPRESSION_NONE, Redis::COMPRESSION_LZF, Redis::COMPRESSION_ZSTD, Redis::COMPRESSION_LZ4] as $compression) {
    $redis->setOption(Redis::OPT_COMPRESSION, $compression);
    foreach ([Redis::SERIALIZER_NONE, Redis::SERIALIZER_PHP] as $serializer) {
        $redis->setOption(Redis::OPT_SERIALIZER, $serializer);
        foreach ([$text, 'x', 12, [1, 'a' => null]] as $value) {
            $packed = @$redis->_pack($value);
            echo $compression, $serializer, ' ', strlen($packed) < 100 ? '' : 'long ', $redis->_unpack($packed) === $value ? 'same' : json_encode($redis->_unpack($packed)), "\n";
        }
    }
    var_dump($redis->_uncompress($redis->_compress($text)) === $text);
    try {
        var_dump($redis->_uncompress('rubbish'));
    } catch (RedisException $error) {
        echo $error->getMessage(), "\n";
    }
}
$redis->setOption(Redis::OPT_COMPRESSION, Redis::COMPRESSION_NONE);
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_JSON);
var_dump($redis->_serialize(['a' => 1.0, 'b' => 'é']), $redis->_unserialize('{"a":[1,2]}'), $redis->_prefix('key'));
$redis->setOption(Redis::OPT_PREFIX, 'app:');
var_dump($redis->_prefix('key'), $redis->getOption(Redis::OPT_PREFIX), $redis->getOption(Redis::OPT_SERIALIZER) === Redis::SERIALIZER_JSON);
var_dump($redis->setOption(Redis::OPT_SERIALIZER, 99), $redis->setOption(Redis::OPT_READ_TIMEOUT, '1.5'), $redis->getOption(Redis::OPT_READ_TIMEOUT));
--EXPECTF--
00 long same
00 same
00 "12"
00 "Array"
01 long same
01 same
01 same
01 same
bool(true)
string(7) "rubbish"
10 same
10 same
10 "12"
10 "Array"
11 same
11 same
11 same
11 same
bool(true)
Invalid compressed data or uncompression error
20 same
20 same
20 "12"
20 "Array"
21 same
21 same
21 same
21 same
bool(true)
Invalid compressed data or uncompression error
30 same
30 same
30 "12"
30 "Array"
31 same
31 same
31 same
31 same
bool(true)
Invalid compressed data or uncompression error
string(20) "{"a":1,"b":"\u00e9"}"
array(1) {
  ["a"]=>
  array(2) {
    [0]=>
    int(1)
    [1]=>
    int(2)
  }
}
string(3) "key"
string(7) "app:key"
string(4) "app:"
bool(true)
bool(false)
bool(true)
float(1.5)
