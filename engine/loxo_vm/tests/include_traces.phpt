--TEST--
Traces name an included file where something in it made a call, and only there
--FILE--
<?php
$file = __DIR__ . '/include_traces.inc';
file_put_contents($file, '<?php return (new Exception)->getTraceAsString();');
echo include $file, "\n";
file_put_contents($file = __DIR__ . '/include_traces_2.inc', '<?php return (function () { return (new Exception)->getTraceAsString(); })();');
echo include $file, "\n";
?>
--CLEAN--
<?php
unlink(__DIR__ . '/include_traces.inc');
unlink(__DIR__ . '/include_traces_2.inc');
?>
--EXPECTF--
#0 %sinclude_traces.php(4): include()
#1 {main}
#0 %sinclude_traces_2.inc(1): {closure:%s:1}()
#1 %sinclude_traces.php(6): include('%s')
#2 {main}
