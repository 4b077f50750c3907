--TEST--
Headers, entities, kana, regular expressions, variables
--FILE--
<?php
// Headers of mails, numeric entities, kana, regular expressions.
mb_internal_encoding("UTF-8");
mb_language("ja");
echo mb_encode_mimeheader("これは長い件名のテストです。とても長いので折り返されます", "ISO-2022-JP"), "\n";
echo mb_encode_mimeheader("Grüße aus Köln", "UTF-8", "Q"), "\n";
echo mb_decode_mimeheader("=?ISO-8859-1?Q?Gr=FC=DFe?= =?UTF-8?B?w6TDtsO8?= plain"), "\n";
echo mb_encode_numericentity("aé日", [0x80, 0x10ffff, 0, 0x1fffff], "UTF-8"), mb_decode_numericentity("&#233;&#x65E5;&#x;", [0, 0xffff, 0, 0xffff]), "\n";
echo mb_convert_kana("ｶﾞｷﾞ ＡＢＣ あア", "KVas"), "\n";
echo mb_http_output(), " ", mb_preferred_mime_name("sjis-win"), " ", implode(",", mb_encoding_aliases("latin1")), "\n";
mb_regex_encoding("UTF-8");
var_dump(mb_ereg('(?<wort>[[:alpha:]]+)ß', "die Straße", $found), $found);
echo mb_ereg_replace('(\w+) (\w+)', '\2 \1', "äh öh"), mb_ereg_replace_callback('[ä-ü]', fn ($m) => "<$m[0]>", "aäoö"), "\n";
echo implode("|", mb_split('[\s、]+', "一 二、三")), "\n";
mb_ereg_search_init("a1b22", '\d+');
while ($place = mb_ereg_search_pos()) {
    echo implode(",", $place), " ";
}
$value = ["k" => "\x93\xfa", "n" => ["\x96\x7b"]];
echo mb_convert_variables("UTF-8", "SJIS", $value), json_encode($value, JSON_UNESCAPED_UNICODE), "\n";
parse_str("x=1", $ignored);
mb_parse_str("a=%E6%97%A5&b[]=2", $parsed);
echo json_encode($parsed, JSON_UNESCAPED_UNICODE), "\n";
--EXPECT--
=?ISO-2022-JP?B?GyRCJDMkbCRPRDkkJDdvTD4kTiVGJTklSCRHJDkhIyRIJEYkYkQ5GyhC?=
 =?ISO-2022-JP?B?GyRCJCQkTiRHQF4kakpWJDUkbCReJDkbKEI=?=
=?UTF-8?Q?Gr=C3=BC=C3=9Fe=20aus=20K=C3=B6ln?=
Grüßeäöü plain
a&#233;&#26085;é日&#x;
ガギ ABC あア
UTF-8 Shift_JIS ISO8859-1,latin1
bool(true)
array(3) {
  [0]=>
  string(6) "Straß"
  [1]=>
  string(4) "Stra"
  ["wort"]=>
  string(4) "Stra"
}
öh äha<ä>o<ö>
一|二|三
1,1 3,2 SJIS{"k":"日","n":["本"]}
{"a":"日","b":["2"]}
