--TEST--
Paths that links and renamed folders lead elsewhere
--FILE--
<?php
$d='/tmp/loxo_real_'.getmypid(); mkdir("$d/a/x",0777,true); mkdir("$d/b/x",0777,true);
file_put_contents("$d/a/x/f.php",'<?php return "A";'); file_put_contents("$d/b/x/f.php",'<?php return "B";');
symlink("$d/a","$d/cur"); var_dump(include "$d/cur/x/f.php", str_replace($d,"",realpath("$d/cur/x")), str_replace($d,'',realpath("$d/cur/x/f.php")));
unlink("$d/cur"); symlink("$d/b","$d/cur"); var_dump(include "$d/cur/x/f.php", str_replace($d,'',realpath("$d/cur/x/f.php")));
symlink("$d/a/x/f.php","$d/b/x/g.php"); var_dump(include "$d/cur/x/g.php", str_replace($d,'',realpath("$d/cur/x/g.php")));
rename("$d/b","$d/c"); var_dump(@include "$d/cur/x/f.php", realpath("$d/b/x/f.php"), str_replace($d,'',realpath("$d/c/x/../x/./f.php")));
exec("rm -r $d/c/x"); var_dump(@include "$d/c/x/f.php", realpath("$d/c/x/f.php"));
mkdir("$d/c/x"); file_put_contents("$d/c/x/f.php",'<?php return "C";'); var_dump(include "$d/c/x/f.php", include_once "$d/c//x/f.php", str_replace($d,'',realpath("$d/c/x/f.php")));
chdir("$d/a"); var_dump(include 'x/f.php', include './x/f.php', include '../a/x/f.php'); chdir("$d/c"); var_dump(include 'x/f.php');
exec("rm -rf $d"); var_dump(str_replace($d, '', realpath("$d/c/x/f.php")), realpath('/'), realpath('/tmp'), realpath('/tmp/'), realpath('/tmp/..'), realpath(''));
?>
--EXPECT--
string(1) "A"
string(4) "/a/x"
string(10) "/a/x/f.php"
string(1) "B"
string(10) "/b/x/f.php"
string(1) "A"
string(10) "/a/x/f.php"
bool(false)
bool(false)
string(10) "/c/x/f.php"
bool(false)
bool(false)
string(1) "C"
bool(true)
string(10) "/c/x/f.php"
string(1) "A"
string(1) "A"
string(1) "A"
string(1) "C"
string(10) "/c/x/f.php"
string(1) "/"
string(4) "/tmp"
string(4) "/tmp"
string(1) "/"
bool(false)
