--TEST--
phar:// opens, lists, renames and removes
--INI--
phar.readonly=0
--FILE--
<?php
$root = 'phar://' . __DIR__ . '/own_wrapper.phar';
file_put_contents("$root/a/b.txt", 'first');
file_put_contents("$root/a/c.txt", str_repeat('second ', 200));
var_dump(mkdir("$root/new"), is_dir("$root/new"), is_file("$root/a/b.txt"), filesize("$root/a/c.txt"));
print_r(scandir("$root/a"));
var_dump(rename("$root/a/b.txt", "$root/new/d.txt"), file_exists("$root/a/b.txt"), file_get_contents("$root/new/d.txt"));
var_dump(unlink("$root/a/c.txt"), rmdir("$root/new"));
$file = fopen("$root/new/d.txt", 'r+');
fseek($file, 0, SEEK_END);
fwrite($file, ' and more');
fclose($file);
echo file_get_contents("$root/new/d.txt"), "\n";
var_dump(file_get_contents("$root/../own_wrapper.phar"), fopen("$root/none", 'r'));
copy("$root/new/d.txt", "$root/copy.txt");
$archive = new Phar(__DIR__ . '/own_wrapper.phar');
$archive->compressFiles(Phar::GZ);
unset($archive);
echo file_get_contents("$root/copy.txt"), "\n";
ini_set('phar.readonly', '1');
var_dump(file_put_contents("$root/late.txt", ''));
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/own_wrapper.phar');
?>
--EXPECTF--
bool(true)
bool(true)
bool(true)
int(1400)
Array
(
    [0] => b.txt
    [1] => c.txt
)
bool(true)
bool(false)
string(5) "first"

Warning: rmdir(): phar error: Directory not empty in %s on line 8
bool(true)
bool(false)
first and more

Warning: file_get_contents(phar://%s/own_wrapper.phar/../own_wrapper.phar): Failed to open stream: phar error: "own_wrapper.phar" is not a file in phar "%s/own_wrapper.phar" in %s on line 14

Warning: fopen(phar://%s/own_wrapper.phar/none): Failed to open stream: phar error: "none" is not a file in phar "%s/own_wrapper.phar" in %s on line 14
bool(false)
bool(false)
first and more

Warning: file_put_contents(phar://%s/own_wrapper.phar/late.txt): Failed to open stream: phar error: write operations disabled by the php.ini setting phar.readonly in %s on line 21
bool(false)
