--TEST--
Clusters are found as the root collation sees them, and positions are in clusters
--EXTENSIONS--
intl
--FILE--
<?php
echo json_encode([
    grapheme_strpos("A\u{308}ber \u{e4}", "\u{c4}"),
    grapheme_stripos("x\u{e4}", "A\u{308}"),
    grapheme_stripos("Stra\u{df}e", "SSE"),
    grapheme_strpos("e\u{301}", "e"),
    grapheme_strpos("\r\n\n", "\n"),
    grapheme_strrpos("aa\u{e9}aa", "aa", -3),
    grapheme_strlen("\u{1F468}\u{200D}\u{1F469}\r\n"),
    grapheme_strlen("\xff"),
]), "\n", intl_get_error_message(), "\n";
// Units of UTF-16 are taken for characters.
var_dump(grapheme_strstr("\u{1F642}abc", "b"));
echo json_encode(array_map('bin2hex', grapheme_str_split("e\u{301}\xe2\x84x"))), "\n";
ini_set('intl.use_exceptions', 1);
try {
    grapheme_strlen("\xff");
} catch (IntlException $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
[0,1,false,false,1,0,2,null]
Error converting input string to UTF-16: U_INVALID_CHAR_FOUND
string(1) "c"
["65cc81","e284","78"]
Error converting input string to UTF-16
