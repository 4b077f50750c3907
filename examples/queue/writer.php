<?php
// Eight processes put 10,000 values of 100 bytes into one queue: php writer.php Memcached|Memcache HOST PORT

[, $kind, $host, $port] = $argv;
const PROCESSES = 8;
const VALUES = 10_000;

$begun = microtime(true);
for ($process = 0; $process < PROCESSES; $process++) {
    if (pcntl_fork() === 0) {
        $queue = new $kind();
        $queue->addServer($host, (int) $port);
        for ($number = $process; $number < VALUES; $number += PROCESSES) {
            if (!$queue->set('benchmark-queue1', str_pad("$number ", 100, 'x'))) {
                fwrite(STDERR, "value $number was not stored\n");
                exit(1);
            }
        }
        exit(0);
    }
}
$failed = 0;
while (pcntl_wait($status) > 0) {
    $failed += pcntl_wexitstatus($status);
}
if ($failed > 0) {
    exit(1);
}
fprintf(STDERR, "%d sets per second\n", VALUES / (microtime(true) - $begun));
echo VALUES, ' values put by ', PROCESSES, " processes\n";
