--TEST--
The built-in server sends header lines as they were written
--FILE--
<?php
$folder = __DIR__ . '/header_lines_as_written';
mkdir($folder);
file_put_contents("$folder/show.php", '<?php header("X-A:b"); header("X-B:   c"); header("X-C : d"); header("X-D:"); header("x-e:\tf"); header("X-G: h  "); header("Content-type:text/plain");');
$server = proc_open([PHP_BINARY, '-S', '127.0.0.1:0', '-t', $folder], [2 => ['pipe', 'w']], $pipes);
while (!preg_match('~http://(\S+?)\) started~', $line = fgets($pipes[2]), $found)) {
    if ($line === false) exit('it does not start');
}
$socket = stream_socket_client("tcp://$found[1]");
fwrite($socket, "GET /show.php HTTP/1.0\r\n\r\n");
foreach (explode("\r\n", stream_get_contents($socket)) as $line) {
    if (preg_match('~^(x-.\s*:|content)~i', $line)) {
        var_dump($line);
    }
}
proc_terminate($server);
?>
--CLEAN--
<?php
unlink(__DIR__ . '/header_lines_as_written/show.php');
rmdir(__DIR__ . '/header_lines_as_written');
?>
--EXPECT--
string(5) "X-A:b"
string(8) "X-B:   c"
string(7) "X-C : d"
string(4) "X-D:"
string(6) "x-e:	f"
string(6) "X-G: h"
string(38) "Content-type: text/plain;charset=UTF-8"
