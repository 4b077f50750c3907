<?php
// Writes values for the other engine, or reads what it wrote.
[, $port, $what] = $argv;
$m = new Memcached();
$m->addServer('127.0.0.1', (int) $port);
$random = str_repeat(hash('sha512', 'not quite random', true), 100);
$values = ['text', '', 1, PHP_INT_MIN, 0.1, 1e300, -1.5e-9, INF, true, false, null, [1, [2, 'x' => null]], (object) ['a' => 1],
    str_repeat('compress me well ', 5000), str_repeat("\0\xff", 70000), $random . str_repeat('a', 5000)];
foreach ([Memcached::COMPRESSION_ZLIB, Memcached::COMPRESSION_FASTLZ] as $type) {
    foreach ([Memcached::SERIALIZER_PHP, Memcached::SERIALIZER_JSON_ARRAY, Memcached::SERIALIZER_IGBINARY, Memcached::SERIALIZER_MSGPACK] as $serializer) {
        $m->setOption(Memcached::OPT_COMPRESSION_TYPE, $type);
        $m->setOption(Memcached::OPT_SERIALIZER, $serializer);
        $m->setOption(Memcached::OPT_USER_FLAGS, 5);
        foreach ($values as $i => $value) {
            $key = "cross:$type:$serializer:$i";
            if ($what === 'write') {
                $m->set($key, $value);
            } else {
                $got = $m->get($key, null, Memcached::GET_EXTENDED);
                echo $key, ' ', is_array($got) ? $got['flags'] . ' ' . md5(serialize($got['value'])) : 'lost', "\n";
            }
        }
    }
}
