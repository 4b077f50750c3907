--TEST--
zend.multibyte: encodings of source texts
--INI--
zend.multibyte=1
internal_encoding=UTF-8
--FILE--
<?php
declare(encoding='ISO-8859-1');
var_dump(bin2hex('ä'));
$dir = sys_get_temp_dir() . '/loxo_source_' . getmypid();
mkdir($dir);
file_put_contents("$dir/16.php", "\xff\xfe" . mb_convert_encoding('<?php return "z\u{e4}";', 'UTF-16LE', 'UTF-8'));
file_put_contents("$dir/8.php", "\xef\xbb\xbf<?php return 'marked';");
file_put_contents("$dir/sjis.php", "<?php /* first */ declare(encoding = 'SJIS'); return '\x83\x5c';");
foreach (['16', '8', 'sjis'] as $name) {
    var_dump(bin2hex(include "$dir/$name.php"));
    unlink("$dir/$name.php");
}
rmdir($dir);
eval("declare(encoding='no-such');");
--EXPECTF--
string(4) "c3a4"
string(6) "7ac3a4"
ï»¿string(12) "6d61726b6564"
string(6) "e382bd"

Warning: Unsupported encoding [no-such] in %s(14) : eval()'d code on line 1
