--TEST--
What a file was found to be is remembered until this program may have changed it
--FILE--
<?php
$file = __DIR__ . '/stat_cache.tmp';
file_put_contents($file, 'one');
var_dump(filesize($file));
// Somebody else changes it: a program that asks again gets the same answer.
shell_exec('printf fourteen > ' . escapeshellarg($file) . ' & wait');
clearstatcache();
var_dump(filesize($file));
file_put_contents($file, 'sixteen characters');
var_dump(filesize($file));
$handle = fopen($file, 'r+');
var_dump(filesize($file));
ftruncate($handle, 4);
var_dump(filesize($file));
fwrite($handle, 'abcdefgh');
var_dump(filesize($file));
fclose($handle);
var_dump(is_file($file), is_dir($file), filetype($file));
rename($file, "$file.2");
var_dump(is_file($file), is_file("$file.2"));
unlink("$file.2");
var_dump(is_file("$file.2"), file_exists("$file.2"));

mkdir("$file.d");
$before = realpath("$file.d");
var_dump(basename($before));
chdir("$file.d");
file_put_contents('inside', 'x');
var_dump(filesize('inside'));
chdir('..');
var_dump(@filesize('inside'));
unlink("$file.d/inside");
rename("$file.d", "$file.e");
var_dump(realpath("$file.d"), realpath("$file.e") === str_replace('.d', '.e', $before));
symlink("$file.e", "$file.l");
var_dump(is_link("$file.l"), is_dir("$file.l"), realpath("$file.l") === realpath("$file.e"));
unlink("$file.l");
var_dump(realpath("$file.l"), is_link("$file.l"));
rmdir("$file.e");
var_dump(realpath("$file.e"));
--EXPECT--
int(3)
int(8)
int(18)
int(18)
int(18)
int(8)
bool(true)
bool(false)
string(4) "file"
bool(false)
bool(true)
bool(false)
bool(false)
string(16) "stat_cache.tmp.d"
int(1)
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
