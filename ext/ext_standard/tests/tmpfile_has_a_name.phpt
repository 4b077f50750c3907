--TEST--
tmpfile(): its name is known, others can open it, and it is gone when it is closed; php://temp tells no name of a file
--INI--
memory_limit=64M
--FILE--
<?php
$file = tmpfile();
fwrite($file, "some text\n");
$data = stream_get_meta_data($file);
echo json_encode([$data['wrapper_type'], $data['stream_type'], $data['mode'], $data['seekable'], dirname($data['uri']) === sys_get_temp_dir()]), "\n";
echo file_get_contents($data['uri']), filesize($data['uri']), "\n";
file_put_contents($data['uri'], 'other');
rewind($file);
var_dump(fread($file, 100));
fclose($file);
var_dump(file_exists($data['uri']));
$temp = fopen('php://temp/maxmemory:10', 'w+');
fwrite($temp, str_repeat('x', 100));
$data = stream_get_meta_data($temp);
echo json_encode([$data['wrapper_type'], $data['stream_type'], $data['mode'], $data['uri']]), "\n";
$name = stream_get_meta_data($keep = tmpfile())['uri'];
unset($keep);
var_dump(file_exists($name));
--EXPECT--
["plainfile","STDIO","r+b",true,true]
some text
10
string(5) "other"
bool(false)
["PHP","TEMP","w+b","php:\/\/temp\/maxmemory:10"]
bool(false)
