--TEST--
Bytes, what they are, and the same asked for in other ways
--EXTENSIONS--
fileinfo
--FILE--
<?php
$samples = [
    '',
    'a',
    "plain\n",
    "caf\xc3\xa9\r\n",
    "<?php echo 1;\n",
    "#!/usr/bin/env php\n<?php",
    "#!/bin/sh\nls\n",
    "import java.util.List;\npublic class A {}\n",
    "\xff\xfe" . mb_convert_encoding("<?xml version=\"1.0\"?>\n<svg/>\n", 'UTF-16LE'),
    '{"a": [1, 2]}',
    "GIF89a\x05\0\x07\0",
    "\0\0\3\0\0\0\0\0\0\0\0\0\5\0\6\0\10\0abc",
    "\0\1\2\3",
];
$finfo = new finfo;
foreach ($samples as $sample) {
    echo $finfo->buffer($sample), ' | ', $finfo->buffer($sample, FILEINFO_MIME), ' | ',
        $finfo->buffer($sample, FILEINFO_EXTENSION), "\n";
}
echo finfo_file(finfo_open(FILEINFO_MIME_TYPE), __FILE__), ' ', mime_content_type(__DIR__), "\n";
?>
--EXPECT--
empty | application/x-empty; charset=binary | ???
very short file (no magic) | application/octet-stream; charset=binary | ???
ASCII text | text/plain; charset=us-ascii | ???
Unicode text, UTF-8 text, with CRLF line terminators | text/plain; charset=utf-8 | ???
PHP script, ASCII text | text/x-php; charset=us-ascii | ???
a php script, ASCII text executable | text/plain; charset=us-ascii | ???
POSIX shell script, ASCII text executable | text/x-shellscript; charset=us-ascii | ???
Java source, ASCII text | text/x-java; charset=us-ascii | ???
SVG Scalable Vector Graphics image, Unicode text, UTF-16, little-endian text | image/svg+xml; charset=utf-16le | svg
JSON text data | application/json; charset=us-ascii | ???
GIF image data, version 89a, 5 x 7 | image/gif; charset=binary | gif
Targa image data - Mono 5 x 6 x 8 | image/x-tga; charset=binary | tga/tpic/icb/vda/vst
data | application/octet-stream; charset=binary | ???
text/x-php directory
