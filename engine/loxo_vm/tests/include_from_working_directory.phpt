--TEST--
A relative path that is in no folder of the include path, nor beside the running file, is looked for in the working directory
--FILE--
<?php
$root = sys_get_temp_dir() . '/loxo_' . getmypid();
foreach (['', '/code', '/lib', '/code/beside'] as $folder) {
    mkdir("$root$folder");
}
mkdir("$root/parts");
file_put_contents("$root/parts/one.php", '<?php echo "one\n"; return 1;');
file_put_contents("$root/parts/two.php", '<?php echo "two in the working directory\n"; return 2;');
file_put_contents("$root/lib/two.php", '<?php echo "two in the include path\n"; return 3;');
file_put_contents("$root/code/beside/three.php", '<?php echo "three beside the file\n"; return 4;');
file_put_contents("$root/code/run.php", '<?php return include $name;');
mkdir("$root/beside");
file_put_contents("$root/beside/three.php", '<?php echo "three in the working directory\n"; return 5;');
chdir($root);
set_include_path("$root/lib");
$run = fn ($name) => include "$root/code/run.php";
var_dump($run('parts/one.php'), $run('parts/two.php'), $run('two.php'), $run('beside/three.php'));
var_dump(include_once 'parts/one.php', stream_resolve_include_path('parts/one.php'));
set_include_path("glob://$root/lib");
var_dump($run('parts/one.php'));
eval('var_dump(include "parts/one.php");');
chdir('/');
var_dump(@$run('parts/one.php'));
foreach (['parts/one.php', 'parts/two.php', 'lib/two.php', 'code/beside/three.php', 'code/run.php', 'beside/three.php'] as $file) {
    unlink("$root/$file");
}
array_map('rmdir', ["$root/code/beside", "$root/code", "$root/lib", "$root/parts", "$root/beside", $root]);
?>
--EXPECT--
one
two in the working directory
two in the include path
three beside the file
int(1)
int(2)
int(3)
int(4)
bool(true)
bool(false)
one
int(1)
one
int(1)
bool(false)
