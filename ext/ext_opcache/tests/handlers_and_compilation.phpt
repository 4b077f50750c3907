--TEST--
What is deprecated at compile time is told by opcache itself and once; handlers hear of it without opcache, and of eval()
--INI--
opcache.enable=1
opcache.enable_cli=1
html_errors=0
--FILE--
<?php
$file = __DIR__ . '/handlers_and_compilation.inc';
file_put_contents($file, "<?php\nreturn fn (int \$a = null) => 7;\n");
touch($file, time() - 100);
set_error_handler(function ($level, $text) { echo "handler: $text\n"; return true; });
var_dump((include $file)());
var_dump((include $file)());
var_dump((eval('return fn (int $b = null) => 8;'))());
echo $undefined;
?>
--CLEAN--
<?php
unlink(__DIR__ . '/handlers_and_compilation.inc');
?>
--EXPECTF--

Deprecated: {closure:%s:2}(): Implicitly marking parameter $a as nullable is deprecated, the explicit nullable type must be used instead in %shandlers_and_compilation.inc on line 2
int(7)
int(7)
handler: {closure:%s}(): Implicitly marking parameter $b as nullable is deprecated, the explicit nullable type must be used instead
int(8)
handler: Undefined variable $undefined
