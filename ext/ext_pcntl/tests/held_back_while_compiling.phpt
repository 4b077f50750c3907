--TEST--
A signal that the program holds back is not taken by the thread that compiles
--FILE--
<?php
function f($i) { $s = 0; for ($j = 0; $j < 20; $j++) { $s += $j * $i; } return $s; }
for ($i = 0; $i < 100000; $i++) { f($i); }
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
