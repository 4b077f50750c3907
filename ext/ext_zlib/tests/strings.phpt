--TEST--
Strings are compressed and decompressed in all formats
--FILE--
<?php
$text = str_repeat("hello zlib ", 40);
foreach ([ZLIB_ENCODING_RAW, ZLIB_ENCODING_GZIP, ZLIB_ENCODING_DEFLATE] as $encoding) {
    $packed = zlib_encode($text, $encoding, 9);
    echo strlen($packed), " ", bin2hex(substr($packed, 0, 4)), " ";
    var_dump(zlib_decode($packed) === $text);
}
var_dump(gzinflate(gzdeflate($text), 10), gzuncompress("nonsense"), gzdecode(gzencode("")) === "");
try {
    gzcompress("x", 10);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
$context = deflate_init(ZLIB_ENCODING_GZIP, ["dictionary" => ""]);
$out = deflate_add($context, "abc", ZLIB_NO_FLUSH) . deflate_add($context, "def", ZLIB_FINISH);
$in = inflate_init(ZLIB_ENCODING_GZIP);
foreach (str_split($out, 5) as $piece) {
    echo inflate_add($in, $piece);
}
var_dump(inflate_get_status($in) === ZLIB_STREAM_END, inflate_get_read_len($in) === strlen($out));
?>
--EXPECTF--
18 cb48cdc9 bool(true)
36 1f8b0800 bool(true)
24 78dacb48 bool(true)

Warning: gzinflate(): insufficient memory in %s on line 8

Warning: gzuncompress(): data error in %s on line 8
bool(false)
bool(false)
bool(true)
gzcompress(): Argument #2 ($level) must be between -1 and 9
abcdefbool(true)
bool(true)
