--TEST--
A file that does not compile, or at whose compilation a handler throws, does not run, and counts as included
--FILE--
<?php
$folder = sys_get_temp_dir() . '/loxo_' . getmypid();
mkdir($folder);
file_put_contents("$folder/bad.php", '<?php function broken( {');
file_put_contents("$folder/told.php", '<?php echo "ran\n"; class Told implements Countable { function f(int $a = null) {} function count(): int { return 0; } }');
foreach ([1, 2] as $i) {
    try {
        var_dump(require_once "$folder/bad.php");
    } catch (ParseError $e) {
        echo get_class($e), "\n";
    }
}
set_error_handler(function ($level, $text) {
    throw new Exception('thrown');
});
foreach ([1, 2] as $i) {
    try {
        var_dump(require_once "$folder/told.php");
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
}
try {
    eval('echo "ran"; function h(int $a = null) {} class Early {} class G implements Countable { function f(int $a = null) {} function count(): int { return 0; } }');
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
var_dump(class_exists('Told', false), class_exists('G', false), function_exists('h'), class_exists('Early', false));
echo implode(' ', array_map('basename', array_slice(get_included_files(), 1))), "\n";
array_map('unlink', glob("$folder/*"));
rmdir($folder);
?>
--EXPECT--
ParseError
bool(true)
thrown
bool(true)
thrown
bool(false)
bool(false)
bool(true)
bool(true)
bad.php told.php
