--TEST--
A program in an archive: its includes, relative names and intercepted file functions
--INI--
phar.readonly=0
--FILE--
<?php
$path = __DIR__ . '/own_running.phar';
$phar = new Phar($path);
$phar['index.php'] = <<<'PROGRAM'
<?php
echo basename(__DIR__), ' ', basename(Phar::running(false)), "\n";
require 'lib/first.php';
echo (include __DIR__ . '/lib/missing.php') ? 'found' : 'missing', "\n";
Phar::interceptFileFuncs();
echo file_get_contents('data.txt'), ' ', filesize('data.txt'), ' ', is_dir('lib') ? 'folder' : 'no folder', "\n";
var_dump(file_exists('data.txt'), is_readable('data.txt'), is_writable('data.txt'), is_writeable('data.txt'), file_exists('other.txt'));
PROGRAM;
$phar['lib/first.php'] = '<?php namespace Lib; echo basename(__FILE__), " of ", __NAMESPACE__, "\n"; require_once __DIR__ . "/second.php"; require_once __DIR__ . "/second.php";';
$phar['lib/second.php'] = '<?php echo "second\n";';
$phar['data.txt'] = 'some data';
$phar->setStub('<?php Phar::mapPhar("running.phar"); require "phar://running.phar/index.php"; __HALT_COMPILER();');
unset($phar);
require $path;
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/own_running.phar');
?>
--EXPECTF--
own_running.phar own_running.phar
first.php of Lib
second

Warning: include(phar://%s/own_running.phar/lib/missing.php): Failed to open stream: phar error: "lib/missing.php" is not a file in phar "%s/own_running.phar" in phar://%s/own_running.phar/index.php on line 4

Warning: include(): Failed opening 'phar://%s/own_running.phar/lib/missing.php' for inclusion (include_path='%s') in phar://%s/own_running.phar/index.php on line 4
missing
some data 9 folder
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
