--TEST--
Characters of strings: counting, cases, places, cutting, wrong bytes
--FILE--
<?php
// Words, cases, widths.
foreach (["Ordnung", "ὈΔΥΣΣΕΎΣ", "straße", "İstanbul", "日本語テキスト", "ǆ"] as $text) {
    echo implode(" ", [
        mb_strlen($text), strlen($text), mb_strtoupper($text), mb_strtolower($text), mb_convert_case($text, MB_CASE_TITLE),
        mb_convert_case($text, MB_CASE_FOLD), mb_strwidth($text), mb_ucfirst($text), mb_lcfirst($text), mb_substr($text, 1, 3),
        mb_substr($text, -2), mb_strimwidth($text, 0, 6, "…"),
    ]), "\n";
}
// Places.
$text = "Füße, Flöße und Flüße";
var_dump(mb_strpos($text, "ß"), mb_strpos($text, "ß", 5), mb_strrpos($text, "ß"), mb_stripos($text, "FLÜ"), mb_strripos($text, "FLÖ"));
var_dump(mb_strstr($text, "Fl"), mb_strrchr($text, "Fl"), mb_stristr($text, "FLÖ", true), mb_substr_count($text, "ü"));
try {
    mb_strpos($text, "x", 100);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
// Splitting, padding, trimming, cutting.
echo implode("|", mb_str_split("aäöü日本", 2)), "\n";
echo mb_str_pad("日本", 7, "あい", STR_PAD_BOTH), "|", mb_trim("\u{3000} \u{a0}x\u{2003}"), "|", mb_rtrim("abcäöä", "äö"), "|", mb_strcut("日本語", 2, 5), "\n";
// Wrong bytes.
var_dump(mb_check_encoding("\xc3\x28"), mb_scrub("a\xc3\x28\xe2\x82z"), mb_strlen("\xe2\x82\xe2"), mb_substr("\xe2\x82xyz", 0, 2) === "\xe2\x82x");
mb_substitute_character("long");
echo mb_convert_encoding("日本 é", "ASCII", "UTF-8"), "\n";
--EXPECT--
7 7 ORDNUNG ordnung Ordnung ordnung 7 Ordnung ordnung rdn ng Ordnu…
8 17 ὈΔΥΣΣΕΎΣ ὀδυσσεύς Ὀδυσσεύς ὀδυσσεύσ 8 ὈΔΥΣΣΕΎΣ ὀΔΥΣΣΕΎΣ ΔΥΣ ΎΣ ὈΔΥΣΣ…
6 7 STRASSE straße Straße strasse 6 Straße straße tra ße straße
8 9 İSTANBUL i̇stanbul İstanbul i̇stanbul 8 İstanbul i̇stanbul sta ul İstan…
7 21 日本語テキスト 日本語テキスト 日本語テキスト 日本語テキスト 14 日本語テキスト 日本語テキスト 本語テ スト 日本…
1 2 Ǆ ǆ ǅ ǆ 1 ǅ ǆ  ǆ ǆ
int(2)
int(9)
int(19)
int(16)
int(6)
string(19) "Flöße und Flüße"
string(7) "Flüße"
string(8) "Füße, "
int(2)
mb_strpos(): Argument #3 ($offset) must be contained in argument #1 ($haystack)
aä|öü|日本
あい日本あいあ|x|abc|日
bool(false)
string(5) "a?(?z"
int(2)
bool(false)
U+65E5U+672C U+E9
