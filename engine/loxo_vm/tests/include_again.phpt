--TEST--
A file that is included again declares its classes again, which is an error where its statement is reached
--FILE--
<?php
$file = __DIR__ . '/include_again.tmp.inc';
file_put_contents($file, '<?php if (class_exists("Again", false)) { echo "there\n"; if ($skip) return; } class Again extends ArrayObject {} echo "declared\n";');
$skip = true;
include $file;
include $file;
$skip = false;
include $file;
?>
--CLEAN--
<?php unlink(__DIR__ . '/include_again.tmp.inc'); ?>
--EXPECTF--
there
there
there

Fatal error: Cannot redeclare class Again (previously declared in %stmp.inc:1) in %stmp.inc on line 1
