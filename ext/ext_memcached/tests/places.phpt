--TEST--
Keys belong to servers without anybody being asked
--FILE--
<?php
$places = function (array $options, array $weights): string {
    $m = new Memcached();
    $m->setOptions($options);
    foreach ($weights as $i => $weight) {
        $m->addServer('10.0.0.' . ($i + 1), 11211, $weight);
    }
    return implode(array_map(fn($i) => substr($m->getServerByKey("key$i")['host'], -1), range(0, 39)));
};
echo $places([], [0, 0, 0]), "\n";
echo $places([Memcached::OPT_HASH => Memcached::HASH_MURMUR], [0, 0, 0]), "\n";
echo $places([Memcached::OPT_DISTRIBUTION => Memcached::DISTRIBUTION_CONSISTENT], [0, 0, 0]), "\n";
echo $places([Memcached::OPT_LIBKETAMA_COMPATIBLE => true], [0, 0, 0]), "\n";
echo $places([Memcached::OPT_LIBKETAMA_COMPATIBLE => true], [1, 5, 2]), "\n";
var_dump((new Memcached())->getServerByKey('a'));
?>
--EXPECT--
3333333222121111122233322222221112322333
2323223211313313323222323113111223221331
1123323211321333331332312312132213132132
2133131113113111123233122221223323223323
2123222123213221222233222222223323223223
bool(false)
