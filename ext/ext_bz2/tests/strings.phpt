--TEST--
Strings and files compressed with bzip2
--FILE--
<?php
$text = str_repeat("hello bzip2 ", 100);
$packed = bzcompress($text, 9);
var_dump(md5($packed), bzdecompress($packed) === $text, bzdecompress("nonsense"), bzcompress("x", 10));
$file = tempnam(sys_get_temp_dir(), "bz");
$out = bzopen($file, "w");
var_dump(bzwrite($out, "some text\n"), bzclose($out));
$in = bzopen($file, "r");
var_dump(bzread($in, 4), bzread($in), feof($in), bzerror($in), bzread($in));
bzclose($in);
var_dump(file_get_contents("compress.bzip2://$file"));
file_put_contents($file, "no bzip2 at all");
$in = bzopen($file, "r");
var_dump(bzread($in), bzerrno($in), bzerrstr($in));
unlink($file);
?>
--EXPECTF--
string(32) "e60e57a4b9957542fefe6fdfb2887139"
bool(true)
int(-5)
int(-2)
int(10)
bool(true)
string(4) "some"
string(6) " text
"
bool(true)
array(2) {
  ["errno"]=>
  int(0)
  ["errstr"]=>
  string(2) "OK"
}
string(0) ""
string(10) "some text
"
bool(false)
int(-5)
string(16) "DATA_ERROR_MAGIC"
