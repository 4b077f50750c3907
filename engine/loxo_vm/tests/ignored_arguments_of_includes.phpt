--TEST--
Traces without arguments have those of `include` all the same
--FILE--
<?php
function show(array $trace) {
    foreach ($trace as $frame) {
        echo $frame['function'], ' ', isset($frame['args']) ? basename($frame['args'][0]) : 'no arguments', "\n";
    }
}
$file = __DIR__ . '/ignored_arguments_of_includes.inc';
file_put_contents($file, '<?php
function inner($x) { return debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS); }
function thrower($x) { throw new Exception(); }
show(debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS));
return inner(1);
');
show(include $file);
function with($file) {
    eval('require $file;');
}
ini_set('zend.exception_ignore_args', 1);
$second = __DIR__ . '/ignored_arguments_of_includes2.inc';
file_put_contents($second, '<?php thrower(2);');
try {
    with($second);
} catch (Exception $e) {
    show($e->getTrace());
}
?>
--CLEAN--
<?php
unlink(__DIR__ . '/ignored_arguments_of_includes.inc');
unlink(__DIR__ . '/ignored_arguments_of_includes2.inc');
?>
--EXPECT--
include no arguments
inner no arguments
include ignored_arguments_of_includes.inc
thrower no arguments
require ignored_arguments_of_includes2.inc
eval no arguments
with no arguments
