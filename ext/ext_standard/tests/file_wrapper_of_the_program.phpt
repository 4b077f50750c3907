--TEST--
A wrapper of the program's own in the place of plain files: include statements ask it, for files that are not there too
--FILE--
<?php
class W
{
    public $context;
    private string $text;
    private int $at = 0;

    function stream_open(string $path, string $mode, int $options): bool
    {
        echo "open $mode ", basename($path), " $options\n";
        $this->text = "<?php echo 'code of ', basename(__FILE__), \"\\n\"; return 5;";
        return !str_contains($path, 'never');
    }

    function stream_read($count)
    {
        $read = substr($this->text, $this->at, $count);
        $this->at += strlen($read);
        return $read;
    }

    function stream_eof() { return $this->at >= strlen($this->text); }
    function stream_stat() { return []; }
    function stream_set_option() { return false; }
}

stream_wrapper_register('var', 'W');
include 'var://x';
chdir(__DIR__);
$file = __DIR__ . '/file_wrapper_of_the_program.inc';
file_put_contents($file, '<?php echo "from disk\n"; return 1;');
var_dump(include $file);

stream_wrapper_unregister('file');
stream_wrapper_register('file', 'W');
var_dump(include $file);
var_dump(include_once $file);
var_dump(require __DIR__ . '/missing.php');
var_dump(include './missing.php');
var_dump(include 'file_wrapper_of_the_program.inc');
var_dump(include 'never.php');
echo file_get_contents(__DIR__ . '/any.txt'), "\n";

stream_wrapper_restore('file');
var_dump(include $file);
?>
--CLEAN--
<?php unlink(__DIR__ . '/file_wrapper_of_the_program.inc'); ?>
--EXPECTF--
open rb x 65665
code of x
from disk
int(1)
open rb file_wrapper_of_the_program.inc 82048
code of file_wrapper_of_the_program.inc
int(5)
bool(true)
open rb missing.php 65665
code of missing.php
int(5)
open rb missing.php 65665
code of missing.php
int(5)
open rb file_wrapper_of_the_program.inc 82048
code of file_wrapper_of_the_program.inc
int(5)
open rb never.php 65665

Warning: include(never.php): Failed to open stream: "W::stream_open" call failed in %sfile_wrapper_of_the_program.php on line 41

Warning: include(): Failed opening 'never.php' for inclusion (include_path='%s') in %sfile_wrapper_of_the_program.php on line 41
bool(false)
open rb any.txt 0
<?php echo 'code of ', basename(__FILE__), "\n"; return 5;
from disk
int(1)
