<?php
// Which server keys belong to, for all hashes and distributions that both know.
[, $ports] = $argv;
$ports = array_map('intval', explode(',', $ports));
$hashes = ['DEFAULT', 'MD5', 'CRC', 'FNV1_64', 'FNV1A_64', 'FNV1_32', 'FNV1A_32', 'HSIEH', 'MURMUR'];
$keys = ['', 'a', 'ab', 'abc', 'abcd', 'key:12', "caf\xc3\xa9", "\xff\xfe\x80", 'a-rather-long-key-of-more-than-twelve-bytes'];
for ($i = 0; $i < 40; $i++) {
    $keys[] = "user:$i:" . str_repeat('x', $i % 13);
}
foreach ([[1, 1, 1], [1, 3, 2], [0, 10, 1]] as $weights) {
    foreach ([Memcached::DISTRIBUTION_MODULA, Memcached::DISTRIBUTION_CONSISTENT, 'ketama', 'spy'] as $distribution) {
        foreach ($hashes as $name) {
            $m = new Memcached();
            if ($distribution === 'ketama') {
                $m->setOption(Memcached::OPT_LIBKETAMA_COMPATIBLE, true);
            } else {
                $m->setOption(Memcached::OPT_DISTRIBUTION, $distribution === 'spy' ? 4 : $distribution);
            }
            $set = @$m->setOption(Memcached::OPT_HASH, constant("Memcached::HASH_$name"));
            foreach ($ports as $i => $port) {
                $m->addServer($i ? '127.0.0.1' : 'localhost', $port, $weights[$i]);
            }
            $places = '';
            foreach ($keys as $key) {
                $server = $m->getServerByKey($key);
                $places .= $server ? array_search($server['port'], $ports) : '-';
            }
            echo json_encode([$weights, $distribution, $name, $set]), ' ', $places, "\n";
        }
    }
}
$m = new Memcached();
$m->setOption(Memcached::OPT_PREFIX_KEY, 'prefix:');
$m->setOption(Memcached::OPT_HASH_WITH_PREFIX_KEY, true);
$m->addServers(array_map(fn($port) => ['127.0.0.1', $port, 2], $ports));
echo implode(array_map(fn($key) => array_search($m->getServerByKey($key)['port'], $ports), array_slice($keys, 1))), "\n";
