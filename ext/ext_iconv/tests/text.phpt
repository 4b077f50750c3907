--TEST--
Text in other encodings
--FILE--
<?php
var_dump(bin2hex(iconv("UTF-8", "ISO-8859-1", "é")), iconv("UTF-8", "ASCII//TRANSLIT", "€ ä"), iconv("UTF-8", "ASCII//IGNORE", "aéb"));
var_dump(iconv("UTF-8", "ASCII", "aéb"), iconv("UTF-8", "nowhere", "x"));
var_dump(iconv_strlen("aéb"), iconv_substr("aébc", -3, 2), iconv_strpos("aébé", "é", 2), iconv_strrpos("aébé", "é"));
echo $field = iconv_mime_encode("Subject", "Grüße aus Köln, wo es regnet und regnet und regnet", ["scheme" => "Q", "line-length" => 60]), "\n";
var_dump(iconv_mime_decode($field));
print_r(iconv_mime_decode_headers("From: a\nTo: =?UTF-8?B?w6k=?= x\nTo: c\n"));
$stream = fopen("php://memory", "w+");
stream_filter_append($stream, "convert.iconv.UTF-8.UTF-16BE", STREAM_FILTER_WRITE);
fwrite($stream, "\xc3");
fwrite($stream, "\xa9");
rewind($stream);
var_dump(bin2hex(stream_get_contents($stream)));
?>
--EXPECTF--
string(2) "e9"
string(5) "EUR a"
string(2) "ab"

Notice: iconv(): Detected an illegal character in input string in %s on line 3

Warning: iconv(): Wrong encoding, conversion from "UTF-8" to "nowhere" is not allowed in %s on line 3
bool(false)
bool(false)
int(3)
string(3) "éb"
int(3)
int(3)
Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe=20aus=20K=C3=B6ln,=20wo?=
 =?UTF-8?Q?=20es=20regnet=20und=20regnet=20und=20regnet?=
string(62) "Subject: Grüße aus Köln, wo es regnet und regnet und regnet"
Array
(
    [From] => a
    [To] => Array
        (
            [0] => é x
            [1] => c
        )

)
string(4) "00e9"
