<?php
// Takes the values of the queue until there is none, and says whether each was there once: php reader.php Memcached|Memcache HOST PORT

[, $kind, $host, $port] = $argv;
$queue = new $kind();
$queue->addServer($host, (int) $port);
$taken = [];
while (($value = $queue->get('benchmark-queue1')) !== false) {
    $number = (int) $value;
    $taken[$number] = ($taken[$number] ?? 0) + 1;
}
$once = array_filter($taken, fn (int $count): bool => $count === 1);
echo array_sum($taken), ' values taken, ', count($once), " of them once\n";
