--TEST--
Traces show the functions that PHP calls without a frame: the function's name comes first, and an include around the innermost has no name
--FILE--
<?php
function show(array $trace) {
    foreach ($trace as $i => $entry) {
        echo $i, ' ', $entry['function'], ': ', implode(' ', array_keys($entry)), "\n";
    }
}
function caught(callable $run) {
    try {
        $run();
    } catch (Throwable $e) {
        echo $e->getMessage(), "\n";
        show($e->getTrace());
    }
}
class Text {
    function __toString() {
        show(debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS));
        return 'text';
    }
}
$file = __DIR__ . '/frameless_calls_in_traces.inc';
file_put_contents($file, <<<'PHP'
    <?php
    foreach (['trim', 'in_array'] as $name) {
        try { if ($name === 'trim') trim([]); else in_array(1, 2); } catch (Error $e) { show($e->getTrace()); echo $e->getTraceAsString(), "\n"; }
        try { if ($name === 'trim') $name([]); else $name(1, 2); } catch (Error $e) { show($e->getTrace()); }
    }
    trim(new Text);
    strtolower(new Text);
    PHP);
include $file;
caught(fn () => trim([], 'a'));
caught(fn () => trim());
caught(fn () => trim(string: []));
caught(fn () => trim(...[[]]));
caught(fn () => strpos([], 'a'));
caught(fn () => strtolower([]));
caught(fn () => max([], ));
caught(fn () => str_replace('a', 'b', new stdClass));
caught(fn () => array_map('trim', [[]]));
spl_autoload_register(function ($class) { throw new Exception("no $class"); });
caught(fn () => class_exists('Missing'));
caught(fn () => interface_exists('Missing'));
set_error_handler(function () { show(debug_backtrace()); });
dirname(null);
substr(null, 1);
strlen(null);
?>
--CLEAN--
<?php
unlink(__DIR__ . '/frameless_calls_in_traces.inc');
?>
--EXPECTF--
0 trim: function file line args
1 include: file line function
#0 %sframeless_calls_in_traces.inc(3): trim(Array)
#1 %sframeless_calls_in_traces.php(31): include()
#2 {main}
0 trim: file line function args
1 include: file line args function
0 in_array: function file line args
1 include: file line function
#0 %sframeless_calls_in_traces.inc(3): in_array(1, 2)
#1 %sframeless_calls_in_traces.php(31): include()
#2 {main}
0 in_array: file line function args
1 include: file line args function
0 __toString: function class type
1 trim: function file line
2 include: file line args function
0 __toString: function class type
1 strtolower: file line function
2 include: file line args function
trim(): Argument #1 ($string) must be of type string, array given
0 trim: function file line args
1 {closure:%sframeless_calls_in_traces.php:32}: file line function args
2 caught: file line function args
trim() expects at least 1 argument, 0 given
0 trim: file line function args
1 {closure:%sframeless_calls_in_traces.php:33}: file line function args
2 caught: file line function args
trim(): Argument #1 ($string) must be of type string, array given
0 trim: file line function args
1 {closure:%sframeless_calls_in_traces.php:34}: file line function args
2 caught: file line function args
trim(): Argument #1 ($string) must be of type string, array given
0 trim: file line function args
1 {closure:%sframeless_calls_in_traces.php:35}: file line function args
2 caught: file line function args
strpos(): Argument #1 ($haystack) must be of type string, array given
0 strpos: function file line args
1 {closure:%sframeless_calls_in_traces.php:36}: file line function args
2 caught: file line function args
strtolower(): Argument #1 ($string) must be of type string, array given
0 strtolower: file line function args
1 {closure:%sframeless_calls_in_traces.php:37}: file line function args
2 caught: file line function args
max(): Argument #1 ($value) must contain at least one element
0 max: file line function args
1 {closure:%sframeless_calls_in_traces.php:38}: file line function args
2 caught: file line function args
str_replace(): Argument #3 ($subject) must be of type array|string, stdClass given
0 str_replace: function file line args
1 {closure:%sframeless_calls_in_traces.php:39}: file line function args
2 caught: file line function args
trim(): Argument #1 ($string) must be of type string, array given
0 trim: function args
1 array_map: file line function args
2 {closure:%sframeless_calls_in_traces.php:40}: file line function args
3 caught: file line function args
no Missing
0 {closure:%sframeless_calls_in_traces.php:41}: function args
1 class_exists: function file line args
2 {closure:%sframeless_calls_in_traces.php:42}: file line function args
3 caught: file line function args
no Missing
0 {closure:%sframeless_calls_in_traces.php:41}: function args
1 interface_exists: file line function args
2 {closure:%sframeless_calls_in_traces.php:43}: file line function args
3 caught: file line function args
0 {closure:%sframeless_calls_in_traces.php:44}: function args
1 dirname: function file line args
0 {closure:%sframeless_calls_in_traces.php:44}: function args
1 substr: function file line args
0 {closure:%sframeless_calls_in_traces.php:44}: file line function args
