--TEST--
Filters, quoted-printable text, JPEG frames and IPTC data of strange bytes
--FILE--
<?php
function through(string $filter, string $text)
{
    $stream = fopen('php://memory', 'w+');
    fwrite($stream, $text);
    rewind($stream);
    stream_filter_append($stream, $filter, STREAM_FILTER_READ);
    return @fread($stream, 100);
}
foreach (["YWJj\xc3Y!WJj", "\0", 'YWJj=', 'YW==!', 'YW==Y'] as $text) {
    echo json_encode(through('convert.base64-decode', $text)), ' ';
}
foreach (['a=', 'a=4', 'a=41=4', '=zz'] as $text) {
    echo json_encode(through('convert.quoted-printable-decode', $text)), ' ';
}
echo json_encode([quoted_printable_decode("a=41\0b"), quoted_printable_decode("a=\0b")]), "\n";

foreach (["\xff\xd8\xff\xc0", "\xff\xd8\xff\xc0\0\0\x08\0\1\0\2\3", "\xff\xd8\xff\xc0\0\x0b\x08\0"] as $data) {
    echo json_encode(getimagesizefromstring($data)), "\n";
}
foreach (['ab', "MM\0x"] as $data) {
    getimagesizefromstring($data);
}

// The second of two application segments holds what looks like the end.
$path = tempnam(sys_get_temp_dir(), 'jpeg');
file_put_contents($path, "\xff\xd8\xff\xe0\0\4ab\xff\xe1\0\6\xff\xd9cd\xff\xda\0\2data");
echo bin2hex(iptcembed('x', $path)), "\n";

// Films are not read as a whole to be refused. (PHP looks for a line of text in them, and needs memory for it.)
$film = fopen($path, 'w');
fwrite($film, "\0\0\0\x18ftypisom");
ftruncate($film, 1 << 30);
var_dump(getimagesize($path));
unlink($path);
foreach ([500, 20000] as $count) {
    $block = str_repeat("\x1c\x02\x19\0\1a", $count);
    echo count(iptcparse($block)['2#025']), "\n";
}
?>
--EXPECTF--
"abcabc" "" false "a" false "a" "a" "aA" false ["aA","a"]
{"0":0,"1":0,"2":2,"3":"width=\"0\" height=\"0\"","bits":4294967295,"channels":4294967295,"mime":"image\/jpeg"}
{"0":2,"1":1,"2":2,"3":"width=\"2\" height=\"1\"","bits":8,"channels":3,"mime":"image\/jpeg"}
{"0":0,"1":0,"2":2,"3":"width=\"0\" height=\"0\"","bits":8,"channels":4294967295,"mime":"image\/jpeg"}

Notice: getimagesizefromstring(): Error reading from ab! in %s on line %d

Notice: getimagesizefromstring(): Error reading from MM! in %s on line %d
ffd8ffe000046162ffed001e50686f746f73686f7020332e30003842494d04040000000000027800ffe10006ff
bool(false)
500
20000
