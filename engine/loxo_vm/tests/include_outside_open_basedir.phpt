--TEST--
include and its like within open_basedir
--FILE--
<?php
$root = sys_get_temp_dir() . '/basedir' . getmypid();
mkdir("$root/in", 0777, true);
mkdir("$root/out");
file_put_contents("$root/in/a.php", '<?php return "in\n";');
file_put_contents("$root/out/b.php", '<?php return "out\n";');
symlink("$root/out/b.php", "$root/in/link.php");
set_error_handler(function ($level, $message) use ($root) {
    echo str_replace($root, 'ROOT', $message), "\n";
    return true;
});
register_shutdown_function(function () use ($root) {
    exec('rm -r ' . escapeshellarg($root));
});
set_include_path("$root/out:$root/in");
ini_set('open_basedir', "$root/in");
echo include "$root/in/a.php", include 'a.php';
var_dump(include "$root/out/b.php", include 'b.php', include_once "$root/in/../out/b.php", include "$root/in/link.php", include "$root/out/none.php", include "$root/in/none.php");
var_dump(include "php://filter/read=string.toupper/resource=$root/out/b.php");
try {
    require "$root/out/b.php";
} catch (Error $error) {
    echo str_replace($root, 'ROOT', $error->getMessage()), "\n";
}
--EXPECT--
in
in
include(): open_basedir restriction in effect. File(ROOT/out/b.php) is not within the allowed path(s): (ROOT/in)
include(ROOT/out/b.php): Failed to open stream: Operation not permitted
include(): Failed opening 'ROOT/out/b.php' for inclusion (include_path='ROOT/out:ROOT/in')
include(): open_basedir restriction in effect. File(ROOT/out/b.php) is not within the allowed path(s): (ROOT/in)
include(ROOT/out/b.php): Failed to open stream: Operation not permitted
include(): Failed opening 'b.php' for inclusion (include_path='ROOT/out:ROOT/in')
include_once(): open_basedir restriction in effect. File(ROOT/out/b.php) is not within the allowed path(s): (ROOT/in)
include_once(ROOT/out/b.php): Failed to open stream: Operation not permitted
include_once(): Failed opening 'ROOT/in/../out/b.php' for inclusion (include_path='ROOT/out:ROOT/in')
include(): open_basedir restriction in effect. File(ROOT/out/b.php) is not within the allowed path(s): (ROOT/in)
include(ROOT/out/b.php): Failed to open stream: Operation not permitted
include(): Failed opening 'ROOT/in/link.php' for inclusion (include_path='ROOT/out:ROOT/in')
include(): open_basedir restriction in effect. File(ROOT/out/none.php) is not within the allowed path(s): (ROOT/in)
include(ROOT/out/none.php): Failed to open stream: Operation not permitted
include(): Failed opening 'ROOT/out/none.php' for inclusion (include_path='ROOT/out:ROOT/in')
include(ROOT/in/none.php): Failed to open stream: No such file or directory
include(): Failed opening 'ROOT/in/none.php' for inclusion (include_path='ROOT/out:ROOT/in')
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
include(): open_basedir restriction in effect. File(ROOT/out/b.php) is not within the allowed path(s): (ROOT/in)
include(php://filter/read=string.toupper/resource=ROOT/out/b.php): Failed to open stream: operation failed
include(): Failed opening 'php://filter/read=string.toupper/resource=ROOT/out/b.php' for inclusion (include_path='ROOT/out:ROOT/in')
bool(false)
require(): open_basedir restriction in effect. File(ROOT/out/b.php) is not within the allowed path(s): (ROOT/in)
require(ROOT/out/b.php): Failed to open stream: Operation not permitted
Failed opening required 'ROOT/out/b.php' (include_path='ROOT/out:ROOT/in')
