--TEST--
Directories of tags in either byte order, within a JPEG and alone
--EXTENSIONS--
exif
--FILE--
<?php
function directory(bool $big, array $entries, int $next = 0, int $at = 8): string {
    [$two, $four] = $big ? ['n', 'N'] : ['v', 'V'];
    $far = $at + 2 + 12 * count($entries) + 4;
    [$near, $values] = [pack($two, count($entries)), ''];
    foreach ($entries as [$tag, $format, $count, $value]) {
        $near .= pack("$two$two$four", $tag, $format, $count);
        if (strlen($value) <= 4) {
            $near .= str_pad($value, 4, "\0");
        } else {
            $near .= pack($four, $far + strlen($values));
            $values .= $value;
        }
    }
    return $near . pack($four, $next) . $values;
}

function tiff(bool $big, string $directory): string {
    return ($big ? "MM\0*" . pack('N', 8) : "II*\0" . pack('V', 8)) . $directory;
}

function jpeg(string $exif): string {
    $segments = [0xe1 => "Exif\0\0$exif", 0xfe => "a comment", 0xc0 => "\x08\0\x05\0\x07\x03" . str_repeat("\0", 9), 0xda => ''];
    $out = "\xff\xd8";
    foreach ($segments as $marker => $data) {
        $out .= "\xff" . chr($marker) . pack('n', strlen($data) + 2) . $data;
    }
    return $out;
}

function stream(string $data) {
    $stream = fopen('php://memory', 'w+b');
    fwrite($stream, $data);
    return $stream;
}

function show(string $data, ...$arguments): void {
    echo json_encode(exif_read_data(stream($data), ...$arguments), JSON_PARTIAL_OUTPUT_ON_ERROR), "\n";
}

foreach ([true, false] as $big) {
    [$two, $four] = $big ? ['n', 'N'] : ['v', 'V'];
    $entries = [
        [0x100, 3, 1, pack($two, 40)],
        [0x101, 4, 1, pack($four, 30)],
        [0x106, 3, 1, pack($two, 2)],
        [0x10e, 2, 6, "A cat\0"],
        [0x11a, 5, 1, pack("$four$four", 72, 1)],
        [0x9204, 10, 1, pack("$four$four", -1, 3)],
        [0x829d, 5, 1, pack("$four$four", 28, 10)],
        [0x8298, 2, 8, "One\0Two\0"],
        [0x9286, 7, 13, "ASCII\0\0\0hello"],
        [0x9c9d, 1, 6, "M\0e\0\0\0"],
        [0x7777, 3, 3, pack("$two$two$two", 1, 2, 3)],
        [0x7778, 9, 2, pack("$four$four", -1, 2)],
    ];
    show(tiff($big, directory($big, $entries)));
    show(jpeg(tiff($big, directory($big, $entries))), null, true);
    $place = directory($big, [[0, 1, 4, "\2\2\0\0"], [1, 2, 2, "N\0"]], 0, 26);
    show(jpeg(tiff($big, directory($big, [[0x8825, 4, 1, pack($four, 26)]]) . $place)), 'GPS', true);
}
show("\xff\xd8\xff\xd9\0\2");
show(jpeg("II*\0\x08\0\0"));
show('nothing known');
show(tiff(true, directory(true, [[0x10e, 77, 1, 'x']])));
var_dump(exif_thumbnail(stream(jpeg(tiff(true, directory(true, []))))), exif_tagname(0x10e), exif_tagname(-1));
?>
--EXPECTF--
{"FileDateTime":0,"FileSize":229,"FileType":8,"MimeType":"image\/tiff","SectionsFound":"ANY_TAG, IFD0, WINXP","COMPUTED":{"html":"width=\"40\" height=\"30\"","Height":30,"Width":40,"IsColor":1,"ByteOrderMotorola":1,"ApertureFNumber":"f\/2.8","UserComment":"hello","UserCommentEncoding":"ASCII","Copyright":"One, Two","Copyright.Photographer":"One","Copyright.Editor":"Two"},"ImageWidth":40,"ImageLength":30,"PhotometricInterpretation":2,"ImageDescription":"A cat","XResolution":"72\/1","ExposureBiasValue":"-1\/3","FNumber":"28\/10","Copyright":"One","UserComment":"ASCII\u0000\u0000\u0000hello","Author":"??","UndefinedTag:0x7777":[1,2,3],"UndefinedTag:0x7778":[-1,2]}
{"FILE":{"FileDateTime":0,"FileSize":277,"FileType":2,"MimeType":"image\/jpeg","SectionsFound":"ANY_TAG, IFD0, COMMENT, WINXP"},"COMPUTED":{"html":"width=\"7\" height=\"5\"","Height":5,"Width":7,"IsColor":1,"ByteOrderMotorola":1,"ApertureFNumber":"f\/2.8","UserComment":"hello","UserCommentEncoding":"ASCII","Copyright":"One, Two","Copyright.Photographer":"One","Copyright.Editor":"Two"},"IFD0":{"ImageWidth":40,"ImageLength":30,"PhotometricInterpretation":2,"ImageDescription":"A cat","XResolution":"72\/1","ExposureBiasValue":"-1\/3","FNumber":"28\/10","Copyright":"One","UserComment":"ASCII\u0000\u0000\u0000hello","Author":"M\u0000e\u0000\u0000\u0000","UndefinedTag:0x7777":[1,2,3],"UndefinedTag:0x7778":[-1,2]},"COMMENT":["a comment"],"WINXP":{"Author":"??"}}
{"FILE":{"FileDateTime":0,"FileSize":104,"FileType":2,"MimeType":"image\/jpeg","SectionsFound":"ANY_TAG, IFD0, COMMENT, GPS"},"COMPUTED":{"html":"width=\"7\" height=\"5\"","Height":5,"Width":7,"IsColor":1,"ByteOrderMotorola":1},"IFD0":{"GPS_IFD_Pointer":26},"COMMENT":["a comment"],"GPS":{"GPSVersion":"\u0002\u0002\u0000\u0000","GPSLatitudeRef":"N"}}
{"FileDateTime":0,"FileSize":229,"FileType":7,"MimeType":"image\/tiff","SectionsFound":"ANY_TAG, IFD0, WINXP","COMPUTED":{"html":"width=\"40\" height=\"30\"","Height":30,"Width":40,"IsColor":1,"ByteOrderMotorola":0,"ApertureFNumber":"f\/2.8","UserComment":"hello","UserCommentEncoding":"ASCII","Copyright":"One, Two","Copyright.Photographer":"One","Copyright.Editor":"Two"},"ImageWidth":40,"ImageLength":30,"PhotometricInterpretation":2,"ImageDescription":"A cat","XResolution":"72\/1","ExposureBiasValue":"-1\/3","FNumber":"28\/10","Copyright":"One","UserComment":"ASCII\u0000\u0000\u0000hello","Author":"Me","UndefinedTag:0x7777":[1,2,3],"UndefinedTag:0x7778":[-1,2]}
{"FILE":{"FileDateTime":0,"FileSize":277,"FileType":2,"MimeType":"image\/jpeg","SectionsFound":"ANY_TAG, IFD0, COMMENT, WINXP"},"COMPUTED":{"html":"width=\"7\" height=\"5\"","Height":5,"Width":7,"IsColor":1,"ByteOrderMotorola":0,"ApertureFNumber":"f\/2.8","UserComment":"hello","UserCommentEncoding":"ASCII","Copyright":"One, Two","Copyright.Photographer":"One","Copyright.Editor":"Two"},"IFD0":{"ImageWidth":40,"ImageLength":30,"PhotometricInterpretation":2,"ImageDescription":"A cat","XResolution":"72\/1","ExposureBiasValue":"-1\/3","FNumber":"28\/10","Copyright":"One","UserComment":"ASCII\u0000\u0000\u0000hello","Author":"M\u0000e\u0000\u0000\u0000","UndefinedTag:0x7777":[1,2,3],"UndefinedTag:0x7778":[-1,2]},"COMMENT":["a comment"],"WINXP":{"Author":"Me"}}
{"FILE":{"FileDateTime":0,"FileSize":104,"FileType":2,"MimeType":"image\/jpeg","SectionsFound":"ANY_TAG, IFD0, COMMENT, GPS"},"COMPUTED":{"html":"width=\"7\" height=\"5\"","Height":5,"Width":7,"IsColor":1,"ByteOrderMotorola":0},"IFD0":{"GPS_IFD_Pointer":26},"COMMENT":["a comment"],"GPS":{"GPSVersion":"\u0002\u0002\u0000\u0000","GPSLatitudeRef":"N"}}

Warning: exif_read_data(): No image in jpeg! in %s on line %d

Warning: exif_read_data(): Invalid JPEG file in %s on line %d
false

Warning: exif_read_data(): Invalid TIFF start (1) in %s on line %d
{"FileDateTime":0,"FileSize":55,"FileType":2,"MimeType":"image\/jpeg","SectionsFound":"COMMENT","COMPUTED":{"html":"width=\"7\" height=\"5\"","Height":5,"Width":7,"IsColor":1,"ByteOrderMotorola":0},"COMMENT":["a comment"]}

Warning: exif_read_data(): File not supported in %s on line %d
false

Notice: exif_read_data(): Read from TIFF: tag(0x010E,ImageDescription): Illegal format code 0x004D, switching to BYTE in %s on line %d

Warning: exif_read_data(): Process tag(x010E=ImageDescription): Illegal format code 0x004D, suppose BYTE in %s on line %d
{"FileDateTime":0,"FileSize":26,"FileType":8,"MimeType":"image\/tiff","SectionsFound":"ANY_TAG, IFD0","COMPUTED":{"IsColor":0,"ByteOrderMotorola":1},"ImageDescription":"x"}
bool(false)
string(16) "ImageDescription"
bool(false)
