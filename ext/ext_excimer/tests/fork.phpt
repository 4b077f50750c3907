--TEST--
A process that was forked while timers ran has timers of its own
--SKIPIF--
<?php if (!extension_loaded('pcntl')) die('skip needs pcntl');
--FILE--
<?php
$outer = new ExcimerProfiler;
$outer->setPeriod(0.0005);
$outer->start();
$sampled = 0;
for ($i = 0; $i < 20; $i++) {
    $child = pcntl_fork();
    if ($child === 0) {
        $inner = new ExcimerProfiler;
        $inner->setPeriod(0.0005);
        $inner->setEventType(EXCIMER_REAL);
        $inner->start();
        for ($end = microtime(true) + 0.02; microtime(true) < $end;) {}
        $inner->stop();
        exit(count($inner->getLog()) > 0 ? 0 : 1);
    }
    pcntl_waitpid($child, $status);
    $sampled += pcntl_wexitstatus($status) === 0;
}
var_dump($sampled);
--EXPECT--
int(20)
