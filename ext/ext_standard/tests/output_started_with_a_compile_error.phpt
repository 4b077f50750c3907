--TEST--
Output that began with the report of a file that does not compile began in that file
--INI--
output_buffering=0
--FILE--
<?php
$file = __DIR__ . '/output_started_with_a_compile_error.inc';
file_put_contents($file, "<?php\n\n\nfunction f() { \$this = 1; }\n");
register_shutdown_function(function () {
    var_dump(headers_sent($name, $line), basename($name), $line);
    header('X: y');
});
include $file;
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/output_started_with_a_compile_error.inc');
?>
--EXPECTF--
Fatal error: Cannot re-assign $this in %soutput_started_with_a_compile_error.inc on line 4
bool(true)
string(39) "output_started_with_a_compile_error.inc"
int(4)

Warning: Cannot modify header information - headers already sent by (output started at %soutput_started_with_a_compile_error.inc:4) in %soutput_started_with_a_compile_error.php on line 6
