--TEST--
Sizes of packed films, JPEG 2000 and AVIF
--FILE--
<?php
function box(string $name, string $content): string
{
    return pack('N', 8 + strlen($content)) . $name . $content;
}
function full(string $name, string $content, int $version = 0): string
{
    return box($name, pack('N', $version << 24) . $content);
}
function show(string $what, string $bytes): void
{
    echo $what, ': ', json_encode(getimagesizefromstring($bytes), JSON_UNESCAPED_SLASHES), "\n";
}

// Five bits say that fields have fifteen.
$fields = sprintf('%05b%015b%015b%015b%015b', 15, 0, 320 * 20, 0, 200 * 20);
$frame = implode(array_map(fn($bits) => chr(bindec(str_pad($bits, 8, '0'))), str_split($fields, 8)));
$film = gzcompress($frame . random_bytes(100));
show('packed film', "CWS\x06" . pack('V', 200) . $film);
show('cut off', "CWS\x06" . pack('V', 200) . substr($film, 0, 90));
show('short', "CWS\x06" . pack('V', 200) . gzcompress($frame));

$stream = "\xff\x4f\xff\x51" . pack('nnNNx24n', 47, 0, 640, 480, 3) . "\x07\1\1\x0b\1\1\x07\1\1";
show('code stream', $stream);
show('no size', "\xff\x4f\xff\x52" . substr($stream, 4));
show('too many components', "\xff\x4f\xff\x51" . pack('nnNNx24n', 47, 0, 640, 480, 3000));
$jp2 = "\0\0\0\x0cjP  \r\n\x87\n";
show('boxes', $jp2 . box('ftyp', 'jp2 ') . box('jp2c', $stream));
show('no code stream', $jp2 . box('ftyp', 'jp2 '));

function avif(string $items, string $associations, string $more = '', string $brands = "avif\0\0\0\0mif1"): string
{
    $properties = box('ipco', full('ispe', pack('NN', 64, 48)) . full('pixi', "\3\x0a\x0a\x0a") . full('auxC', "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0"));
    $meta = full('meta', full('pitm', "\0\1") . full('iinf', $items) . $more . box('iprp', $properties . full('ipma', $associations)));
    return box('ftyp', $brands) . $meta . box('mdat', 'x');
}
$item = full('infe', "\0\1\0\0av01\0", 2);
show('avif', avif("\0\1$item", pack('NnCCC', 1, 1, 2, 1, 2)));
show('other brand first', avif("\0\1$item", pack('NnCCC', 1, 1, 2, 1, 2), '', "mif1\0\0\0\0avif"));
show('tiles', avif("\0\1$item", pack('NnCCnCC', 2, 1, 1, 1, 7, 1, 2), full('iref', box('dimg', pack('nnn', 1, 1, 7)))));
show('without size', avif("\0\1$item", pack('NnCC', 1, 1, 1, 2)));
$whole = avif("\0\1$item", pack('NnCCC', 1, 1, 2, 1, 2));
for ($end = 0, $found = 0; $end < strlen($whole); $end++) {
    $found += (bool) @getimagesizefromstring(substr($whole, 0, $end));
}
echo "cut: $found\n";
--EXPECTF--
packed film: {"0":320,"1":200,"2":13,"3":"width=\"320\" height=\"200\"","mime":"application/x-shockwave-flash"}
cut off: false
short: false
code stream: {"0":640,"1":480,"2":9,"3":"width=\"640\" height=\"480\"","bits":12,"channels":3,"mime":"application/octet-stream"}
no size: 
Warning: getimagesizefromstring(): JPEG2000 codestream corrupt(Expected SIZ marker not found after SOC) in %s on line %d
false
too many components: false
boxes: {"0":640,"1":480,"2":10,"3":"width=\"640\" height=\"480\"","bits":12,"channels":3,"mime":"image/jp2"}
no code stream: 
Warning: getimagesizefromstring(): JP2 file has no codestreams at root level in %s on line %d
false
avif: {"0":64,"1":48,"2":19,"3":"width=\"64\" height=\"48\"","bits":10,"channels":4,"mime":"image/avif"}
other brand first: {"0":64,"1":48,"2":19,"3":"width=\"64\" height=\"48\"","bits":10,"channels":4,"mime":"image/avif"}
tiles: {"0":64,"1":48,"2":19,"3":"width=\"64\" height=\"48\"","bits":10,"channels":4,"mime":"image/avif"}
without size: false
cut: 9
