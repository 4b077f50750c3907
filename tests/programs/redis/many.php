<?php
// Several servers: arrays of them, watched by a sentinel, joined in a cluster. And sessions in one and in the cluster.
[, $one, $two, $sentinel, $cluster] = $argv;
error_reporting(E_ALL & ~E_DEPRECATED);
ob_start();

function attempt(callable $run): void
{
    try {
        $value = $run();
        echo json_encode($value, JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION | JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES), "\n";
    } catch (Throwable $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}

function sorted(array $list): array
{
    sort($list);
    return $list;
}

echo "== an array\n";
$hosts = ["127.0.0.1:$one", "127.0.0.1:$two"];
foreach ($hosts as $host) {
    (new Redis(['host' => '127.0.0.1', 'port' => (int) explode(':', $host)[1]]))->flushAll();
}
$array = new RedisArray($hosts, ['lazy_connect' => true]);
attempt(fn () => $array->_hosts());
attempt(fn () => array_map(fn ($key) => array_search($array->_target($key), $hosts), ['a', 'b', 'c', 'd', '{a}b', 'x{b}', 'key:1', 'key:2']));
attempt(fn () => $array->mset(['a' => 1, 'b' => 2, 'c' => 3, 'd' => 4]));
attempt(fn () => $array->mget(['d', 'none', 'a']));
attempt(fn () => [$array->set('k', 'v'), $array->get('k'), $array->incr('a'), $array->exists('k'), $array->type('a')]);
attempt(fn () => array_values($array->ping()));
attempt(fn () => array_merge(...array_map(sorted(...), array_values($array->keys('*')))));
attempt(fn () => array_sum($array->dbSize()));
attempt(fn () => $array->del(['a', 'b', 'none']));
attempt(fn () => $array->unlink('c', 'd'));
attempt(fn () => array_values($array->setOption(Redis::OPT_PREFIX, 'p:')));
attempt(fn () => array_values($array->getOption(Redis::OPT_PREFIX)));
attempt(fn () => [$array->set('k', 'w'), $array->get('k'), array_values($array->setOption(Redis::OPT_PREFIX, ''))]);
attempt(fn () => $array->multi($hosts[0])->set('m', 1)->incr('m')->get('m')->exec());
attempt(fn () => [$array->_function(), $array->_distributor(), $array->_continuum() === null]);
attempt(fn () => array_map(fn ($info) => isset($info['redis_version']), array_values($array->info())));
attempt(fn () => array_values($array->flushDB()));
$parts = new RedisArray($hosts, ['function' => fn ($key) => explode(':', $key)[0], 'distributor' => fn ($key) => strlen($key) % 2]);
attempt(fn () => [array_search($parts->_target('ab:1'), $hosts), array_search($parts->_target('abc:1'), $hosts)]);
$ring = new RedisArray($hosts, ['consistent' => true, 'algorithm' => 'crc32', 'previous' => [$hosts[0]], 'autorehash' => true]);
attempt(fn () => count($ring->_continuum()));
(new Redis(['host' => '127.0.0.1', 'port' => (int) $one]))->mset(['r1' => 1, 'r2' => 2, 'r3' => 3, 'r4' => 4]);
attempt(fn () => array_map($ring->get(...), ['r1', 'r2', 'r3', 'r4']));
$moving = new RedisArray($hosts, ['previous' => [$hosts[1]]]);
attempt(fn () => $moving->_rehash(fn ($host, $count) => print($count . "\n")));
attempt(fn () => new RedisArray('unknown'));
attempt(fn () => new RedisArray([]));
attempt(fn () => (new RedisArray(['127.0.0.1:1']))->get('x'));

echo "== a sentinel\n";
$watcher = new RedisSentinel(['host' => '127.0.0.1', 'port' => (int) $sentinel]);
attempt(fn () => [$watcher->ping(), $watcher->getMasterAddrByName('main') == ['127.0.0.1', $one], $watcher->getMasterAddrByName('none')]);
attempt(fn () => [count($watcher->masters()), $watcher->master('main')['name'], $watcher->master('none'), $watcher->slaves('main'), $watcher->sentinels('main')]);
attempt(fn () => [$watcher->ckquorum('main'), $watcher->flushconfig(), $watcher->reset('none*'), $watcher->failover('none')]);
attempt(fn () => $watcher->myid() === $watcher->myid());
attempt(fn () => (new RedisSentinel(['host' => '127.0.0.1', 'port' => 1]))->ping());
attempt(fn () => new RedisSentinel(['host' => '127.0.0.1', 'unknown' => 1]));
attempt(fn () => new RedisSentinel(['port' => 'x']));

echo "== a cluster\n";
$seeds = explode(',', $cluster);
$joined = new RedisCluster(null, $seeds, 3, 3);
attempt(fn () => count($joined->_masters()));
foreach ($joined->_masters() as $master) {
    attempt(fn () => $joined->flushDB($master));
}
attempt(fn () => array_map(fn ($key) => $joined->cluster($key, 'KEYSLOT', $key), ['a', 'b', '{a}b', 'x{', '{}y']));
attempt(fn () => $joined->mset(array_combine(range('a', 'j'), range(1, 10))));
attempt(fn () => $joined->mget(range('a', 'k')));
attempt(fn () => $joined->msetnx(['a' => 1, 'new' => 2]));
attempt(fn () => [$joined->del('a', 'b', 'c'), $joined->exists('d', 'e'), $joined->unlink(['d', 'none'])]);
attempt(fn () => [$joined->set('s', 'v', ['ex' => 10]), $joined->get('s'), $joined->ttl('s'), $joined->get('none'), $joined->incr('n'), $joined->append('s', 'w'), $joined->type('s'), $joined->strlen('s')]);
attempt(fn () => [$joined->hMset('h', ['a' => 1, 'b' => 2]), $joined->hGetAll('h'), $joined->lPush('l', 'x', 'y'), $joined->lrange('l', 0, -1), $joined->zAdd('z', 1, 'a'), $joined->zRange('z', 0, -1, true), $joined->sAdd('{s}1', 'a', 'b'), $joined->sAdd('{s}2', 'b'), $joined->sInter('{s}1', '{s}2')]);
attempt(fn () => $joined->sInter('s1', 's2'));
attempt(fn () => $joined->multi()->set('t1', 1)->set('t2', 2)->get('t1')->incr('t2')->exec());
attempt(fn () => $joined->eval('return {KEYS[1], ARGV[1]}', ['k', 'v'], 1));
attempt(fn () => $joined->eval('return redis.error_reply("ERR no")', ['k'], 1));
attempt(fn () => [$joined->getLastError(), $joined->clearLastError(), $joined->getLastError()]);
attempt(fn () => sorted($joined->keys('*')));
$all = [];
foreach ($joined->_masters() as $master) {
    $cursor = null;
    while ($cursor !== 0 && ($found = $joined->scan($cursor, $master, '*', 100)) !== false) {
        $all = array_merge($all, $found);
    }
}
attempt(fn () => sorted($all));
attempt(fn () => [$joined->ping('s'), $joined->ping('s', 'text'), $joined->echo('s', 'text'), is_array($joined->info('s')), is_array($joined->time('s')), $joined->rawCommand('s', 'get', 's'), count($joined->role('s')), $joined->dbSize($joined->_masters()[0]) >= 0, $joined->publish('c', 'm') >= 0]);
attempt(fn () => $joined->xadd('x', '1-1', ['a' => 'b']));
attempt(fn () => [$joined->xrange('x', '-', '+'), $joined->geoadd('g', 1, 2, 'p'), $joined->geopos('g', 'p'), $joined->sort('l', ['alpha' => true]), $joined->object('encoding', 'n'), $joined->config('s', 'get', 'maxmemory')]);
foreach ([Redis::OPT_SERIALIZER => Redis::SERIALIZER_PHP, RedisCluster::OPT_SLAVE_FAILOVER => RedisCluster::FAILOVER_ERROR, Redis::OPT_PREFIX => 'p:'] as $option => $value) {
    attempt(fn () => [$joined->setOption($option, $value), $joined->getOption($option), $joined->set('o', [1]), $joined->get('o')]);
}
attempt(fn () => new RedisCluster(null, []));
attempt(fn () => new RedisCluster(null, ['127.0.0.1:1'], 0.5));
attempt(fn () => new RedisCluster('unknown'));

echo "== sessions\n";
session_cache_limiter('');
ini_set('session.use_cookies', '0');
foreach (['redis' => "tcp://127.0.0.1:$one?database=1&prefix=sess:", 'rediscluster' => 'seed[]=' . implode('&seed[]=', $seeds) . '&prefix=sess:'] as $handler => $path) {
    foreach ([0, 1] as $locking) {
        ini_set('redis.session.locking_enabled', (string) $locking);
        ini_set('session.save_handler', $handler);
        ini_set('session.save_path', $path);
        session_id("visitor$locking");
        attempt(fn () => [session_start(), $_SESSION]);
        $_SESSION['count'] = ($_SESSION['count'] ?? 0) + 1;
        attempt(fn () => [session_regenerate_id(true), session_id() !== "visitor$locking", session_write_close()]);
        attempt(fn () => [session_start(), $_SESSION, session_destroy()]);
        session_id("visitor$locking");
        attempt(fn () => [session_start(['read_and_close' => true]), $_SESSION, session_id() === "visitor$locking"]);
    }
}
attempt(function () {
    ini_set('session.save_handler', 'redis');
    ini_set('session.save_path', 'tcp://127.0.0.1:1?timeout=0.2');
    return session_start();
});
