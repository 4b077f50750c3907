--TEST--
Lists of sets, extract(), modes, formats, character sets, empty paths
--FILE--
<?php
set_error_handler(function (int $level, string $message): bool {
    echo "[$message]\n";
    return true;
});
function said(callable $call): void {
    try {
        var_dump($call());
    } catch (Throwable $e) {
        echo get_class($e), ': ', addcslashes($e->getMessage(), "\x80..\xff"), "\n";
    }
}

echo "-- sets\n";
foreach (['array_intersect_ukey', 'array_uintersect', 'array_uintersect_assoc', 'array_diff_ukey', 'array_udiff', 'array_udiff_uassoc', 'array_uintersect_uassoc'] as $name) {
    said(fn() => $name([1]));
}
said(fn() => array_udiff_uassoc([1], 'strcmp'));
said(fn() => array_diff());

echo "-- extract\n";
foreach (['text', -0.0, null] as $given) {
    said(fn() => extract($given));
    said(fn() => extract($given, EXTR_PREFIX_ALL, '<p>'));
}

echo "-- parse_ini_string\n";
said(fn() => parse_ini_string('a=1', false, 7));
said(fn() => parse_ini_string('a=yes', false, (1 << 32) + 2));
said(fn() => parse_ini_file(__FILE__, false, -1));

echo "-- pack\n";
said(fn() => bin2hex(pack("\xff", 1)));
said(fn() => bin2hex(pack('y', 1)));
said(fn() => unpack("\xfe1x", 'abc'));
said(fn() => unpack('y1x', 'abc'));

echo "-- charsets\n";
said(fn() => html_entity_decode('plain', ENT_QUOTES, 'nothing-known'));
said(fn() => html_entity_decode('a &amp; b', ENT_QUOTES, 'nothing-known'));
said(fn() => htmlspecialchars('a', ENT_QUOTES, "cut\0here"));

echo "-- unpack\n";
foreach (['a1x//a1y', '/a1x', '/', 'a1x/', ''] as $format) {
    said(fn() => unpack($format, 'ab'));
}

echo "-- paths of nothing\n";
said(fn() => readlink(''));
said(fn() => disk_free_space(''));
said(fn() => disk_total_space(''));
?>
--EXPECT--
-- sets
ArgumentCountError: array_intersect_ukey() expects at least 2 arguments, 1 given
ArgumentCountError: array_uintersect() expects at least 2 arguments, 1 given
ArgumentCountError: array_uintersect_assoc() expects at least 2 arguments, 1 given
ArgumentCountError: array_diff_ukey() expects at least 2 arguments, 1 given
ArgumentCountError: array_udiff() expects at least 2 arguments, 1 given
ArgumentCountError: array_udiff_uassoc() expects at least 3 arguments, 1 given
ArgumentCountError: array_uintersect_uassoc() expects at least 3 arguments, 1 given
ArgumentCountError: array_udiff_uassoc() expects at least 3 arguments, 2 given
ArgumentCountError: array_diff() expects at least 1 argument, 0 given
-- extract
TypeError: extract(): Argument #1 ($array) must be of type array, string given
TypeError: extract(): Argument #1 ($array) must be of type array, string given
TypeError: extract(): Argument #1 ($array) must be of type array, float given
TypeError: extract(): Argument #1 ($array) must be of type array, float given
TypeError: extract(): Argument #1 ($array) must be of type array, null given
TypeError: extract(): Argument #1 ($array) must be of type array, null given
-- parse_ini_string
[Invalid scanner mode]
bool(false)
array(1) {
  ["a"]=>
  bool(true)
}
[Invalid scanner mode]
bool(false)
-- pack
ValueError: Type \377: unknown format code
ValueError: Type y: unknown format code
ValueError: Invalid format type \376
ValueError: Invalid format type y
-- charsets
string(5) "plain"
[html_entity_decode(): Charset "nothing-known" is not supported, assuming UTF-8]
string(5) "a & b"
[htmlspecialchars(): Charset "cut" is not supported, assuming UTF-8]
string(1) "a"
-- unpack
ValueError: Invalid format type /
ValueError: Invalid format type /
ValueError: Invalid format type /
array(1) {
  ["x"]=>
  string(1) "a"
}
array(0) {
}
-- paths of nothing
[readlink(): No such file or directory]
bool(false)
bool(false)
bool(false)
