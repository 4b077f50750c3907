<?php
// Takes the jobs of the queue `mail` until there is none: php reader.php Memcached|Memcache HOST PORT

[, $kind, $host, $port] = $argv;
$queue = new $kind();
$queue->addServer($host, (int) $port);
$done = 0;
while (is_array($job = $queue->get('mail'))) {
    echo json_encode($job), "\n";
    $done++;
}
echo "$done jobs done\n";
