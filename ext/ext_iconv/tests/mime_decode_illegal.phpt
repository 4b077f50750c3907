--TEST--
iconv_mime_decode(): of a word that cannot be converted nothing stays but what filled whole rooms
--FILE--
<?php
$illegal = "\xA1";
$texts = [
    "a =?utf-8?Q?$illegal?= .",
    "a =?utf-8?Q?$illegal?=",
    "a =?utf-8?Q?b$illegal?= =?utf-8?Q?c?= d",
    "a =?utf-8?Q?b$illegal?=.c",
    'a =?utf-8?Q?' . str_repeat('b', 200) . "$illegal?= c",
    'a =?utf-8?Q?=A1?= b',
    'a =?utf-8?Q?b=A1?= =?utf-8?Q?c?= d',
    'a =?utf-8?Q?' . str_repeat('b', 200) . '=A1?= c',
    'a =?utf-8?Q?' . str_repeat('b', 600) . '=A1?= c',
];
foreach ($texts as $text) {
    foreach ([ICONV_MIME_DECODE_CONTINUE_ON_ERROR, ICONV_MIME_DECODE_CONTINUE_ON_ERROR | ICONV_MIME_DECODE_STRICT] as $mode) {
        echo preg_replace_callback('/b{9,}/', fn ($found) => 'b*' . strlen($found[0]), json_encode(@iconv_mime_decode($text, $mode, 'UTF-8'))), "\n";
    }
}
?>
--EXPECT--
"a ."
"a "
"a "
"a "
"a c d"
"a ?utf-8?Q?c?= d"
"a c"
false
"a b*128=?utf-8?Q?b*246c"
"a b*128=?utf-8?Q?b*118"
"a =?utf-8?Q?=A1?= b"
"a =?utf-8?Q?=A1?= b"
"a =?utf-8?Q?b=A1?= c d"
"a =?utf-8?Q?b=A1?= c d"
"a b*128=?utf-8?Q?b*200=A1?= c"
"a b*128=?utf-8?Q?b*200=A1?= c"
"a b*384=?utf-8?Q?b*600=A1?= c"
"a b*384=?utf-8?Q?b*600=A1?= c"
