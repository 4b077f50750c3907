--TEST--
Children, their status, and signals that are handled when asked for and at once
--FILE--
<?php
echo "before\n";
$child = pcntl_fork();
if ($child === 0) {
    echo "child\n";
    exit(7);
}
var_dump(pcntl_waitpid($child, $status, 0, $usage) === $child, pcntl_wifexited($status), pcntl_wexitstatus($status), isset($usage['ru_nvcsw']));
var_dump(pcntl_wait($status), pcntl_strerror(pcntl_errno()));

pcntl_signal(SIGUSR1, function (int $signal, array $info) {
    var_dump($signal === SIGUSR1, $info['pid'] === getmypid());
});
posix_kill(getmypid(), SIGUSR1);
echo "waits\n";
pcntl_signal_dispatch();

var_dump(pcntl_async_signals(true), pcntl_async_signals());
$seen = 0;
pcntl_signal(SIGALRM, function () use (&$seen) { $seen++; });
pcntl_alarm(1);
while (!$seen);
var_dump($seen, pcntl_signal_get_handler(SIGALRM) instanceof Closure, pcntl_signal_get_handler(SIGHUP));

pcntl_signal(SIGUSR2, fn() => throw new Exception('out of a handler'));
try {
    posix_kill(getmypid(), SIGUSR2);
    for ($i = 0; $i < 1000; $i++);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
pcntl_sigprocmask(SIG_BLOCK, [SIGHUP]);
posix_kill(getmypid(), SIGHUP);
var_dump(pcntl_sigtimedwait([SIGHUP], $info, 1) === SIGHUP, $info['signo']);
pcntl_exec('/bin/echo', ['another', 'program']);
?>
--EXPECT--
before
child
bool(true)
bool(true)
int(7)
bool(true)
int(-1)
string(18) "No child processes"
waits
bool(true)
bool(true)
bool(false)
bool(true)
int(1)
bool(true)
int(0)
out of a handler
bool(true)
int(1)
another program
