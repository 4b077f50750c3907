--TEST--
An owner of -1 leaves a file as it is; items of the locale that no locale has
--FILE--
<?php
$file = tempnam(sys_get_temp_dir(), 'owner');
var_dump(chown($file, -1), chgrp($file, -1), lchown($file, -1), lchgrp($file, -1));
unlink($file);
foreach ([PHP_INT_MIN, PHP_INT_MAX, -1] as $item) {
    var_dump(@nl_langinfo($item));
}
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
