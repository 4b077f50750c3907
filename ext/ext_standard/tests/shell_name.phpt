--TEST--
What the shell calls itself in its messages
--FILE--
<?php
exec('no-such-program-at-all 2>&1', $lines);
echo preg_replace('/\d+/', 'N', $lines[0]), "\n";
$process = proc_open('echo $0; no-such-program-at-all', [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes);
echo preg_replace('/\d+/', 'N', stream_get_contents($pipes[1]));
echo shell_exec('echo $0'), stream_get_contents(popen('echo $0', 'r'));
?>
--EXPECTF--
sh: %Sno-such-program-at-all: %Snot found
sh
sh: %Sno-such-program-at-all: %Snot found
sh
sh
