--TEST--
A signal ends stream_select(), so that loops of events can look at it
--EXTENSIONS--
pcntl
--FILE--
<?php
pcntl_async_signals(true);
pcntl_signal(SIGALRM, function () { echo "alarm\n"; });
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
pcntl_alarm(1);
$read = [$a];
$write = $except = null;
$start = microtime(true);
var_dump(@stream_select($read, $write, $except, 20));
var_dump(microtime(true) - $start < 10, count($read), error_get_last()['message'] !== null);
pcntl_alarm(1);
stream_select($read, $write, $except, null);
?>
--EXPECTF--
alarm
bool(false)
bool(true)
int(1)
bool(true)

Warning: stream_select(): Unable to select [4]: Interrupted system call (max_fd=%d) in %s on line %d
alarm
