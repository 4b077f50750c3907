--TEST--
Compressed files are read, written and searched
--FILE--
<?php
$file = tempnam(sys_get_temp_dir(), "gz");
$out = gzopen($file, "wb9");
var_dump(gzwrite($out, "first line\nsecond line\n"), gzseek($out, 30), gztell($out));
gzputs($out, "end");
gzclose($out);
var_dump(bin2hex(substr(file_get_contents($file), 0, 3)));
$in = gzopen($file, "r");
var_dump(gzgets($in), gzseek($in, 11), gzgets($in), gzeof($in), strlen(gzread($in, 100)), gzeof($in), gzrewind($in), gzgetc($in));
fclose($in);
var_dump(count(gzfile($file)), file_get_contents("compress.zlib://$file", false, null, 30));
file_put_contents($file, "plain");
readgzfile($file);
echo "\n";
$filtered = fopen("php://memory", "w+");
$filter = stream_filter_append($filtered, "zlib.deflate", STREAM_FILTER_WRITE, 6);
fwrite($filtered, "filtered");
stream_filter_remove($filter);
rewind($filtered);
var_dump(gzinflate(stream_get_contents($filtered)));
unlink($file);
?>
--EXPECTF--
int(23)
int(0)
int(30)
string(6) "1f8b08"
string(11) "first line
"
int(0)
string(12) "second line
"
bool(false)
int(10)
bool(true)
bool(true)
string(1) "f"
int(3)
string(3) "end"
plain
string(8) "filtered"
