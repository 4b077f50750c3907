--TEST--
Arguments of a function stay in traces while a file that it includes runs
--FILE--
<?php
$file = __DIR__ . '/trace_during_include.inc.php';
file_put_contents($file, '<?php echo "$name\n"; $name .= "!"; echo preg_replace("/ .*php/", "", (new Exception)->getTraceAsString()), "\n";');
function load($name, $other = 1) {
    global $file;
    require $file;
    echo $name, ' ', func_get_arg(0), "\n";
}
function many(...$names) {
    $name = 'x';
    include $GLOBALS['file'];
}
load('first');
many('second', 'third');
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/trace_during_include.inc.php');
?>
--EXPECT--
first
#0(6): require()
#1(13): load('first!')
#2 {main}
first! first!
x
#0(11): include()
#1(14): many('second', 'third')
#2 {main}
