--TEST--
Where output began: in the file that is being compiled, also when it comes out of the cache, and nowhere outside of the program
--INI--
output_buffering=0
opcache.enable_cli=0
--FILE--
<?php
$file = __DIR__ . '/where_output_started.inc';
file_put_contents($file, "<?php\n\nreturn fn(int \$a = null) => 1;\n");
ob_start();
include $file;
ob_end_clean();
include $file;
var_dump(headers_sent($name, $line), basename($name), $line);
header('X: y');
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/where_output_started.inc');
?>
--EXPECTF--
Deprecated: {closure:%swhere_output_started.inc:3}(): Implicitly marking parameter $a as nullable is deprecated, the explicit nullable type must be used instead in %swhere_output_started.inc on line 3
bool(true)
string(24) "where_output_started.inc"
int(3)

Warning: Cannot modify header information - headers already sent by (output started at %swhere_output_started.inc:3) in %swhere_output_started.php on line 9
