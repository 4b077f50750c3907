<?php
// What operations do and say; the same for both protocols.
[, $ports, $binary] = $argv;
$ports = array_map('intval', explode(',', $ports));
$dead = (int) $argv[3];

function say(Memcached $m, string $what, mixed $value): void
{
    echo str_pad($what, 26), json_encode($value, JSON_PARTIAL_OUTPUT_ON_ERROR), '  ', $m->getResultCode(), ' ', $m->getResultMessage(), "\n";
}

set_error_handler(function ($level, $message) {
    echo "  ($message)\n";
    return true;
});

function client(array $ports, string $binary): Memcached
{
    $m = new Memcached();
    $m->setOption(Memcached::OPT_SERIALIZER, Memcached::SERIALIZER_PHP);
    $m->setOption(Memcached::OPT_BINARY_PROTOCOL, (bool) $binary);
    foreach ($ports as $port) {
        $m->addServer('127.0.0.1', $port);
    }
    return $m;
}

$m = new Memcached();
say($m, 'no servers', $m->get('a'));
say($m, 'no servers, set', $m->set('a', 1));
$m = client($ports, $binary);
say($m, 'flush', $m->flush());
foreach (['text', 1, -7, 1.5, 0.1, 1e100, 1e-9, -0.0, INF, NAN, true, false, null, [1, 'b' => [2]], (object) ['x' => 1], ''] as $i => $value) {
    say($m, "set $i", $m->set("v$i", $value));
    $got = $m->get("v$i");
    say($m, "get $i", var_export($got, true));
}
say($m, 'missing', $m->get('missing'));
say($m, 'add', $m->add('added', 1));
say($m, 'add again', $m->add('added', 2));
say($m, 'replace', $m->replace('added', 'three'));
say($m, 'replace missing', $m->replace('nothing', 3));
say($m, 'append with compression', $m->append('added', 'x'));
$m->setOption(Memcached::OPT_COMPRESSION, false);
say($m, 'append', $m->append('added', '-after'));
say($m, 'prepend', $m->prepend('added', 'before-'));
say($m, 'got', $m->get('added'));
say($m, 'append missing', $m->append('nothing', 'x'));
$m->setOption(Memcached::OPT_COMPRESSION, true);
$all = $m->get('added', null, Memcached::GET_EXTENDED);
echo implode(',', array_keys($all)), ' ', gettype($all['cas']), ' ', $all['flags'], "\n";
say($m, 'cas wrong', $m->cas($all['cas'] + 1000, 'added', 'no'));
say($m, 'cas', $m->cas($all['cas'], 'added', 'yes'));
say($m, 'cas missing', $m->cas(1, 'nothing', 'yes'));
say($m, 'count missing', $m->increment('count'));
say($m, 'first', $m->increment('count', 2, 10, 100));
$m->set('count', 5);
say($m, 'up', $m->increment('count', 3));
say($m, 'down', $m->decrement('count', 100));
say($m, 'negative', $m->increment('count', -1));
$m->set('word', 'x');
say($m, 'not a number', $m->increment('word'));
say($m, 'touch', $m->touch('word', 100));
say($m, 'touch missing', $m->touch('nothing', 100));
say($m, 'delete', $m->delete('word'));
say($m, 'delete missing', $m->delete('word'));
say($m, 'delete later', $m->delete('count', 10));
say($m, 'setMulti', $m->setMulti(['m1' => 1, 'm2' => 'two', 3 => [3]], 100));
$many = $m->getMulti(['m1', 'm2', '3', 'm4']);
ksort($many, SORT_STRING);
say($m, 'getMulti', $many);
say($m, 'getMulti order', $m->getMulti(['3', 'm4', 'm2', 'm1'], Memcached::GET_PRESERVE_ORDER));
say($m, 'getMulti nothing', $m->getMulti(['n1', 'n2']));
say($m, 'getMulti no keys', $m->getMulti([]));
say($m, 'getMulti bad keys', $m->getMulti(['']));
$extended = $m->getMulti(['m1'], Memcached::GET_EXTENDED);
echo json_encode(array_map(fn($x) => [$x['value'], gettype($x['cas']), $x['flags']], $extended)), "\n";
say($m, 'deleteMulti', $m->deleteMulti(['m1', 'nothing', 'm2']));
say($m, 'getDelayed', $m->getDelayed(['3', 'added']));
$fetched = $m->fetchAll();
usort($fetched, fn($a, $b) => strcmp($a['key'], $b['key']));
say($m, 'fetchAll', array_map(fn($x) => [$x['key'], $x['value']], $fetched));
say($m, 'fetch', $m->fetch());
say($m, 'fetchAll again', $m->fetchAll());
say($m, 'getDelayed', $m->getDelayed(['3'], true));
$one = $m->fetch();
echo implode(',', array_keys($one)), "\n";
say($m, 'fetch at the end', $m->fetch());
say($m, 'callback', $m->getDelayed(['3'], false, fn($m, $item) => print(json_encode([$item['key'], $item['value']]) . "\n")));
say($m, 'read through', $m->get('made', function ($m, $key, &$value, &$expiration) {
    $value = "made for $key";
    $expiration = 100;
    return true;
}));
say($m, 'kept', $m->get('made'));
say($m, 'not made', $m->get('unmade', fn() => false));
say($m, 'by key', $m->setByKey('group', 'g1', 'v1') && $m->setByKey('group', 'g2', 'v2'));
say($m, 'get by key', $m->getByKey('group', 'g1'));
$many = $m->getMultiByKey('group', ['g1', 'g2']);
ksort($many);
say($m, 'getMulti by key', $many);
say($m, 'delete by key', $m->deleteByKey('group', 'g1'));
foreach (['with space', str_repeat('k', 251), str_repeat('k', 250), "new\nline", "ctrl\1", ''] as $key) {
    say($m, 'key ' . strlen($key), $m->set($key, 1));
    say($m, 'check ' . strlen($key), $m->checkKey($key));
}
$m->setOption(Memcached::OPT_PREFIX_KEY, 'my:');
$m->set('own', 'prefixed');
say($m, 'prefixed', $m->getMulti(['own']));
$m->setOption(Memcached::OPT_PREFIX_KEY, '');
say($m, 'whole', $m->get('my:own'));
say($m, 'bad prefix', $m->setOption(Memcached::OPT_PREFIX_KEY, str_repeat('p', 200)));
$m->setOption(Memcached::OPT_USER_FLAGS, 77);
$m->set('flagged', 'f');
say($m, 'flags', $m->get('flagged', null, Memcached::GET_EXTENDED)['flags']);
say($m, 'flags too large', $m->setOption(Memcached::OPT_USER_FLAGS, 70000));
$m->setOption(Memcached::OPT_USER_FLAGS, -1);
$m->setOption(Memcached::OPT_ITEM_SIZE_LIMIT, 100);
$m->setOption(Memcached::OPT_COMPRESSION, false);
say($m, 'limit', $m->set('long', str_repeat('x', 101)));
$m->setOption(Memcached::OPT_ITEM_SIZE_LIMIT, 0);
say($m, 'too big', $m->set('huge', str_repeat('x', 3 << 20)));
say($m, 'after that', $m->get('made'));
$m->setOption(Memcached::OPT_COMPRESSION, true);
foreach ([Memcached::COMPRESSION_ZLIB, Memcached::COMPRESSION_FASTLZ] as $type) {
    $m->setOption(Memcached::OPT_COMPRESSION_TYPE, $type);
    $m->set("c$type", $long = str_repeat('compress me ', 1000));
    say($m, "compressed $type", $m->get("c$type") === $long);
}
foreach ([Memcached::SERIALIZER_JSON, Memcached::SERIALIZER_JSON_ARRAY] as $serializer) {
    $m->setOption(Memcached::OPT_SERIALIZER, $serializer);
    $m->set('json', ['a' => [1, 2]]);
    say($m, "json $serializer", var_export($m->get('json'), true));
}
foreach ([[Memcached::OPT_HASH, 99], [Memcached::OPT_DISTRIBUTION, 99], [Memcached::OPT_CACHE_LOOKUPS, 0], [12345, 1], [-2000, 1],
    [Memcached::OPT_SERVER_FAILURE_LIMIT, 0], [Memcached::OPT_SERIALIZER, 99], [Memcached::OPT_COMPRESSION_TYPE, 99],
    [Memcached::OPT_LIBKETAMA_COMPATIBLE, 1], [Memcached::OPT_LIBKETAMA_COMPATIBLE, 0], [Memcached::OPT_VERIFY_KEY, 1]] as [$option, $value]) {
    say($m, "option $option", $m->setOption($option, $value));
}
$options = [];
foreach ((new ReflectionClass($m))->getConstants() as $name => $value) {
    if (str_starts_with($name, 'OPT_') && !in_array($name, ['OPT_SOCKET_SEND_SIZE', 'OPT_SOCKET_RECV_SIZE', 'OPT_PREFIX_KEY'])) {
        $options[$name] = $m->getOption($value);
    }
}
echo json_encode($options), "\n";
$m = client($ports, $binary);
$m->setOption(Memcached::OPT_NOREPLY, true);
say($m, 'no reply', $m->set('quiet', 1));
say($m, 'no reply, delete', $m->delete('quiet'));
$m->setOption(Memcached::OPT_NOREPLY, false);
say($m, 'gone', $m->get('quiet'));
$m->setOption(Memcached::OPT_BUFFER_WRITES, true);
for ($i = 0; $i < 50; $i++) {
    $m->set("b$i", $i);
}
say($m, 'buffered', $m->set('b50', 50));
say($m, 'flushed', $m->flushBuffers());
say($m, 'buffered values', array_sum($m->getMulti(array_map(fn($i) => "b$i", range(0, 50)))));
$m->setOption(Memcached::OPT_BUFFER_WRITES, false);
$keys = array_map(fn($i) => "many-keys-with-long-names-$i", range(0, 4999));
foreach (array_chunk($keys, 500) as $chunk) {
    $m->setMulti(array_fill_keys($chunk, 'v'));
}
say($m, 'many', count($m->getMulti($keys)));
$stats = $m->getStats();
say($m, 'stats', array_map(fn($list) => [isset($list['pid'], $list['curr_items']), gettype($list['pid']), gettype($list['version'])], array_values($stats)));
$versions = $m->getVersion();
say($m, 'versions', count($versions) === count($ports) && preg_match('~^\d+\.\d+\.\d+$~', reset($versions)));
say($m, 'reset', $m->resetServerList());
say($m, 'reset, get', $m->get('a'));
say($m, 'wrong entries', $m->addServers([['127.0.0.1', $ports[0]], 'no array', ['alone']]));
say($m, 'list', count($m->getServerList()));

// Servers that are not there.
$m = new Memcached();
$m->setOption(Memcached::OPT_BINARY_PROTOCOL, (bool) $binary);
$m->addServer('127.0.0.1', $dead);
foreach (['get', 'get', 'delete', 'increment'] as $method) {
    say($m, "dead $method", $m->$method('a'));
}
say($m, 'dead set', $m->set('a', 1));
say($m, 'dead multi', $m->getMulti(['a', 'b']));
say($m, 'dead stats', $m->getStats());
say($m, 'dead version', $m->getVersion());
say($m, 'disconnected', $m->getLastDisconnectedServer()['host'] ?? null);
$m = client([$ports[0]], $binary);
$m->addServer('127.0.0.1', $dead);
for ($i = 0; $i < 20; $i++) {
    $m->set("half$i", $i);
}
$half = $m->getMulti(array_map(fn($i) => "half$i", range(0, 19)));
$half && ksort($half);
say($m, 'half of them', $half);
say($m, 'half version', $m->getVersion());
say($m, 'half flush', $m->flush());
$p = new Memcached('kept');
say($p, 'persistent', [$p->isPersistent(), $p->isPristine(), count($p->getServerList())]);
$p->addServer('127.0.0.1', $ports[0]);
$q = new Memcached('kept', fn() => print("not called\n"));
say($q, 'again', [$q->isPersistent(), $q->isPristine(), count($q->getServerList())]);
class Late extends Memcached
{
    public function __construct()
    {
    }
}
try {
    (new Late())->get('a');
} catch (Error $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
