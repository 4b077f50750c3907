--TEST--
The built-in server says that its router cannot be opened
--FILE--
<?php
$words = [getenv('TEST_PHP_EXECUTABLE'), '-n', '-d', 'html_errors=0', '-d', 'log_errors=0', '-d', 'include_path=.', '-S', '127.0.0.1:0', '-t', __DIR__, 'not_there.php'];
$server = proc_open($words, [2 => ['pipe', 'w']], $pipes);
while (!preg_match('~http://(\S+?)\) started~', $line = fgets($pipes[2]), $found)) {
    if ($line === false) exit('it does not start');
}
echo file_get_contents("http://$found[1]/");
proc_terminate($server);
?>
--EXPECT--

Warning: Unknown: Failed to open stream: No such file or directory in Unknown on line 0

Fatal error: Failed opening required 'not_there.php' (include_path='.') in Unknown on line 0
