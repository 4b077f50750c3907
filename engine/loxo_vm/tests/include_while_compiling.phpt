--TEST--
A file that is being compiled is in the list of included files for error handlers that compiling it calls
--INI--
opcache.enable_cli=0
--FILE--
<?php
$file = __DIR__ . '/include_while_compiling.inc';
file_put_contents($file, '<?php function nowLater() { return 5; } function hears(array $x = null) {} return 7;');
set_error_handler(function ($level, $text) use ($file) {
    echo $text, "\n";
    var_dump(require_once $file, include_once $file);
    return true;
});
var_dump(require_once $file, require_once $file, nowLater(), count(get_included_files()));
?>
--CLEAN--
<?php
unlink(__DIR__ . '/include_while_compiling.inc');
--EXPECT--
hears(): Implicitly marking parameter $x as nullable is deprecated, the explicit nullable type must be used instead
bool(true)
bool(true)
int(7)
bool(true)
int(5)
int(2)
