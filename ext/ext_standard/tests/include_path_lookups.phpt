--TEST--
What is looked up along the include path: missing files and folders, files that come and go, links that lead nowhere
--FILE--
<?php
$root = realpath(sys_get_temp_dir()) . '/loxo_' . getmypid();
mkdir($root);
mkdir("$root/a");
mkdir("$root/b");
set_include_path("$root/none:$root/a:$root/b");
$tell = function ($name) use ($root) {
    clearstatcache(true);
    echo str_replace($root, 'ROOT', var_export(stream_resolve_include_path($name), true)), "\n";
};
$tell('x/y/z.php');
mkdir("$root/b/x/y", recursive: true);
$tell('x/y/z.php');
touch("$root/b/x/y/z.php");
$tell('x/y/z.php');
mkdir("$root/a/x");
mkdir("$root/a/x/y");
touch("$root/a/x/y/z.php");
$tell('x/y/z.php');
unlink("$root/a/x/y/z.php");
$tell('x/y/z.php');
symlink("$root/nowhere", "$root/a/link.php");
$tell('link.php');
touch("$root/b/link.php");
$tell('link.php');
touch("$root/nowhere");
$tell('link.php');
$tell('x/../x/y/../y/z.php');
$tell('x/y/z.php/');
$tell('x/y/z.php/more');
$tell('x/y');
unlink("$root/a/link.php");
rmdir("$root/a/x/y");
rmdir("$root/a/x");
rename("$root/b", "$root/c");
$tell('x/y/z.php');
symlink("$root/c", "$root/b");
$tell('x/y/z.php');
foreach (['b', 'nowhere', 'c/x/y/z.php', 'c/link.php'] as $file) {
    unlink("$root/$file");
}
array_map('rmdir', ["$root/c/x/y", "$root/c/x", "$root/c", "$root/a", $root]);
?>
--EXPECT--
false
false
'ROOT/b/x/y/z.php'
'ROOT/a/x/y/z.php'
'ROOT/b/x/y/z.php'
false
'ROOT/b/link.php'
'ROOT/nowhere'
'ROOT/b/x/y/z.php'
false
false
'ROOT/a/x/y'
false
'ROOT/c/x/y/z.php'
