--TEST--
What was printed is out before the program waits
--FILE--
<?php
$child = <<<'CODE'
<?php
$server = stream_socket_server('tcp://127.0.0.1:0');
echo stream_socket_get_name($server, false), "\n";
$client = stream_socket_accept($server, 20);
echo "accepted\n";
echo fgets($client);
echo fgets(STDIN);
usleep(1000);
CODE;
$file = tempnam(sys_get_temp_dir(), 'loxo');
file_put_contents($file, $child);
$process = proc_open([PHP_BINARY, $file], [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
$address = trim(fgets($pipes[1]));
$client = stream_socket_client("tcp://$address", $code, $text, 20);
echo fgets($pipes[1]);
fwrite($client, "over the socket\n");
echo fgets($pipes[1]);
fwrite($pipes[0], "over the pipe\n");
echo fgets($pipes[1]);
var_dump(proc_close($process));
unlink($file);
--EXPECT--
accepted
over the socket
over the pipe
int(0)
