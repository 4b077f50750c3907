--TEST--
Files that are asked for, read as a whole and listed
--FILE--
<?php
chdir(__DIR__);
$file = basename(__FILE__);
foreach ([$file, "./$file", __FILE__, __DIR__ . '/../' . basename(__DIR__) . "//$file", 'file://' . __FILE__, __DIR__, 'absent', "$file/", "a\0b", ''] as $path) {
    echo var_export(file_exists($path), true), var_export(is_file($path), true), var_export(is_dir($path), true), var_export(is_readable($path), true), "\n";
}
var_dump(file_get_contents($file) === file_get_contents(__DIR__ . "/.//$file"), strlen(file_get_contents(__FILE__, false, null, 5, 7)));
$large = tempnam(sys_get_temp_dir(), 'read');
$text = implode(',', range(1, 20000));
foreach ([0, 1, 8191, 8192, 8193, 16384, strlen($text)] as $length) {
    file_put_contents($large, substr($text, 0, $length));
    $stream = fopen($large, 'r');
    $start = fread($stream, 3);
    $rest = stream_get_contents($stream);
    var_dump(strlen(file_get_contents($large)), $start . $rest === substr($text, 0, $length), feof($stream));
    fclose($stream);
}
unlink($large);
$folder = sys_get_temp_dir() . '/names' . getmypid();
mkdir($folder);
for ($i = 0; $i < 2000; $i++) {
    touch("$folder/a rather long name of a file, number $i");
}
$names = scandir($folder);
echo count($names), ' ', $names[0], ' ', $names[1], ' ', end($names), ' ', count(iterator_to_array(new FilesystemIterator($folder))), "\n";
array_map(fn ($name) => unlink("$folder/$name"), array_slice($names, 2));
rmdir($folder);
--EXPECT--
truetruefalsetrue
truetruefalsetrue
truetruefalsetrue
truetruefalsetrue
truetruefalsetrue
truefalsetruetrue
falsefalsefalsefalse
falsefalsefalsefalse
falsefalsefalsefalse
falsefalsefalsefalse
bool(true)
int(7)
int(0)
bool(true)
bool(true)
int(1)
bool(true)
bool(true)
int(8191)
bool(true)
bool(true)
int(8192)
bool(true)
bool(true)
int(8193)
bool(true)
bool(true)
int(16384)
bool(true)
bool(true)
int(108893)
bool(true)
bool(true)
2002 . .. a rather long name of a file, number 999 2000
