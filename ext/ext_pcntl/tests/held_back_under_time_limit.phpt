--TEST--
A signal that the program holds back is not taken by the thread that watches max_execution_time
--FILE--
<?php
set_time_limit(30);
usleep(10000);
$n = 0;
pcntl_signal(SIGUSR1, function () use (&$n) { $n++; });
pcntl_sigprocmask(SIG_BLOCK, [SIGUSR1]);
posix_kill(posix_getpid(), SIGUSR1);
usleep(10000);
pcntl_signal_dispatch();
echo $n, ' ';
pcntl_sigprocmask(SIG_UNBLOCK, [SIGUSR1]);
pcntl_signal_dispatch();
echo $n, "\n";
--EXPECT--
0 1
