--TEST--
stream_select() refuses descriptors that PHP's sets have no room for
--SKIPIF--
<?php
if ((posix_getrlimit()['soft openfiles'] ?? 0) < 2300) {
    die('skip too few files may be open');
}
?>
--FILE--
<?php
$all = [];
for ($i = 0; $i < 1030; $i++) {
    $all[] = fopen('/dev/null', 'r');
}
$read = [$all[0], end($all)];
$write = $except = null;
var_dump(stream_select($read, $write, $except, 0), count($read));
$read = [$all[0]];
var_dump(stream_select($read, $write, $except, 0));
?>
--EXPECTF--
Warning: stream_select(): You MUST recompile PHP with a larger value of FD_SETSIZE.
It is set to 1024, but you have descriptors numbered at least as high as %d.
 --enable-fd-setsize=2048 is recommended, but you may want to set it
to equal the maximum number of open files supported by your system,
in order to avoid seeing this error again at a later date. in %s on line %d
bool(false)
int(2)
int(1)
