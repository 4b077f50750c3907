--TEST--
open_basedir can only become tighter, and relative paths count from where they were set
--FILE--
<?php
$dir = sys_get_temp_dir() . '/loxo_basedir_' . getmypid();
mkdir("$dir/in/deep", recursive: true);
chdir("$dir/in");
var_dump(ini_set('open_basedir', "$dir/in") !== false);
var_dump(ini_set('open_basedir', $dir), ini_get('open_basedir') === "$dir/in");
chdir('deep');
var_dump(ini_set('open_basedir', ini_get('open_basedir') . ':..') !== false);
var_dump(chdir('..'), @chdir('..'), basename(getcwd()));
var_dump(@scandir('..'), error_get_last()['message']);
var_dump(glob('../*'), ini_set('error_log', "$dir/log") === false);
rmdir('deep');
var_dump(crypt('x', '$5$rounds=1000000000$salt'), crypt('x', '$6$rounds=10$salt'));
--EXPECTF--
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
string(2) "in"
bool(false)
string(45) "scandir(): (errno 1): Operation not permitted"

Warning: ini_set(): open_basedir restriction in effect. File(%s/log) is not within the allowed path(s): (%s/in:%s/in) in %s on line 11
array(1) {
  [0]=>
  string(5) "../in"
}
bool(true)
string(2) "*0"
string(2) "*0"
