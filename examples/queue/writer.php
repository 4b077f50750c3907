<?php
// Puts three jobs into the queue `mail`: php writer.php Memcached|Memcache HOST PORT

[, $kind, $host, $port] = $argv;
$queue = new $kind();
$queue->addServer($host, (int) $port);
foreach (['a', 'b', 'c'] as $index => $name) {
    $job = ['job' => $index + 1, 'to' => "$name@example.org"];
    if (!$queue->set('mail', $job)) {
        exit("the job was not stored\n");
    }
}
echo "3 jobs put\n";
