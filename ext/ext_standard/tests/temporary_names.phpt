--TEST--
Temporary files have long names: a prefix, a random number in base 32 and six letters, uploads too
--POST_RAW--
Content-Type: multipart/form-data; boundary=b

--b
Content-Disposition: form-data; name="f"; filename="a.txt"

text
--b--
--FILE--
<?php
$random = '[0-9a-v]{13}[0-9A-Za-z]{6}$~D';
foreach (['foo', '', str_repeat('x', 100)] as $prefix) {
    $file = tempnam(sys_get_temp_dir(), $prefix);
    var_dump(preg_match('~/' . substr($prefix, 0, 63) . $random, $file));
    unlink($file);
}
var_dump(preg_match('~/php' . $random, stream_get_meta_data(tmpfile())['uri']));
var_dump(preg_match('~/php' . $random, $_FILES['f']['tmp_name']));
$lengths = [];
for ($i = 0; $i < 200; $i++) {
    $file = tempnam(sys_get_temp_dir(), 'a');
    $lengths[] = strlen(basename($file));
    unlink($file);
}
var_dump(array_unique($lengths));
--EXPECT--
int(1)
int(1)
int(1)
int(1)
int(1)
array(1) {
  [0]=>
  int(20)
}
