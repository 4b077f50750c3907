--TEST--
What was printed before error_log() comes before it
--FILE--
<?php
$code = 'echo "one\n"; error_log("two"); echo "three\n"; error_log("four", 4); echo "five\n"; ini_set("display_errors", "stderr"); echo $six; echo "seven\n";';
$command = [PHP_BINARY, '-n', '-d', 'log_errors=0', '-d', 'html_errors=0', '-r', $code];
$process = proc_open($command, [['null'], ['pipe', 'w'], ['redirect', 1]], $pipes);
echo stream_get_contents($pipes[1]);
?>
--EXPECT--
one
two
three
four
five
Warning: Undefined variable $six in Command line code on line 1
seven
