--TEST--
Every server is used, as much as it weighs, with all ways of hashing
--FILE--
<?php
foreach (['standard', 'consistent'] as $strategy) {
    foreach (['crc32', 'fnv'] as $function) {
        ini_set('memcache.hash_strategy', $strategy);
        ini_set('memcache.hash_function', $function);
        $m = new Memcache();
        foreach ([1, 2, 4] as $i => $weight) {
            $m->addServer("10.0.0.$i", 11211, false, $weight);
        }
        $counts = [0, 0, 0];
        for ($i = 0; $i < 1000; $i++) {
            $counts[substr($m->findServer("key$i"), 7, 1)]++;
        }
        var_dump($counts[0] > 50 && $counts[0] < $counts[1] && $counts[1] < $counts[2]);
        echo $m->findServer('a'), ' ', $m->findServer('another key'), ' ', $m->findServer('zzz'), "\n";
    }
}
?>
--EXPECT--
bool(true)
10.0.0.2:11211 10.0.0.2:11211 10.0.0.2:11211
bool(true)
10.0.0.2:11211 10.0.0.1:11211 10.0.0.2:11211
bool(true)
10.0.0.1:11211 10.0.0.1:11211 10.0.0.2:11211
bool(true)
10.0.0.1:11211 10.0.0.2:11211 10.0.0.2:11211
