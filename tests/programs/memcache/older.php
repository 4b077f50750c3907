<?php
// The older extension: no other engine is at hand, so what is expected stands here.
[, $ports, $dead] = $argv;
$ports = array_map('intval', explode(',', $ports));
$failures = 0;

function is(string $what, mixed $expected, mixed $actual): void
{
    global $failures;
    if ($expected !== $actual) {
        $failures++;
        echo "$what: expected ", var_export($expected, true), ', is ', var_export($actual, true), "\n";
    }
}

$messages = [];
set_error_handler(function ($level, $message) use (&$messages) {
    $messages[] = $message;
    return true;
});

foreach (['ascii', 'binary'] as $protocol) {
    foreach (['standard', 'consistent'] as $strategy) {
        ini_set('memcache.protocol', $protocol);
        ini_set('memcache.hash_strategy', $strategy);
        $name = "$protocol $strategy";
        $m = new Memcache();
        foreach ($ports as $i => $port) {
            is("$name addServer", true, $m->addServer('127.0.0.1', $port, false, $i + 1));
        }
        is("$name flush", true, $m->flush());
        $values = ['text', 12, 1.5, true, false, null, [1, 'a' => 2], str_repeat('long ', 10000), ''];
        foreach ($values as $i => $value) {
            is("$name set $i", true, $m->set("k$i", $value, 0, 60));
            is("$name get $i", $value, $m->get("k$i"));
        }
        is("$name missing", false, $m->get('nothing'));
        is("$name add", [false, true], [$m->add('k0', 1), $m->add('new', 1)]);
        is("$name replace", [true, false], [$m->replace('k0', 'other'), $m->replace('nothing', 1)]);
        is("$name append", ['>other<', true], [$m->append('k0', '<') && $m->prepend('k0', '>') ? $m->get('k0') : null, true]);
        is("$name count", [13, 10, false], [$m->increment('k1'), $m->decrement('k1', 3), $m->increment('nothing')]);
        is("$name first", [7, 8], [$m->increment('counter', 1, 7), $m->increment('counter', 1, 7)]);
        is("$name delete", [true, false], [$m->delete('new'), $m->delete('new')]);
        is("$name many", true, $m->set(['m1' => 1, 'm2' => 'two', 'm3' => [3]], null, 0, 60));
        $got = $m->get(['m1', 'm2', 'm3', 'm4'], $flags, $cas);
        ksort($got);
        is("$name get many", ['m1' => 1, 'm2' => 'two', 'm3' => [3]], $got);
        ksort($flags);
        is("$name flags", ['m1' => 0x300, 'm2' => 0, 'm3' => 1], $flags);
        is("$name cas", 3, count($cas));
        $m->get('m2', $flags, $cas);
        is("$name cas wrong", false, $m->cas('m2', 'x', 0, 0, $cas + 1));
        is("$name cas right", true, $m->cas('m2', 'x', 0, 0, $cas));
        is("$name own flag", true, $m->set('own', 'x', MEMCACHE_USER1));
        $m->get('own', $flags);
        is("$name own flag back", MEMCACHE_USER1, $flags);
        is("$name compressed", true, $m->set('zip', str_repeat('z', 500), MEMCACHE_COMPRESSED));
        is("$name compressed back", str_repeat('z', 500), $m->get('zip', $flags));
        is("$name compressed flag", 2, $flags);
        is("$name threshold", true, $m->setCompressThreshold(100, 0.9));
        $m->set('zip', random_bytes(300));
        $m->get('zip', $flags);
        is("$name not worth it", 0, $flags);
        is("$name key", 'v', $m->set('a key', 'v') ? $m->get('a_key') : null);
        is("$name version", 1, preg_match('~^\d+\.\d+\.\d+~', $m->getVersion()));
        is("$name stats", true, isset($m->getStats()['pid']));
        $all = $m->getExtendedStats();
        is("$name extended stats", array_map(fn($port) => "127.0.0.1:$port", $ports), array_keys($all));
        is("$name slabs", true, is_array(current($m->getExtendedStats('slabs'))));
        is("$name status", 1, $m->getServerStatus('127.0.0.1', $ports[1]));

        // Every server of the list is used, as much as it weighs.
        $counts = array_fill_keys($ports, 0);
        for ($i = 0; $i < 600; $i++) {
            $counts[(int) explode(':', $m->findServer("key $i"))[1]]++;
        }
        is("$name all servers", true, min($counts) > 30);
        is("$name weights", true, $counts[$ports[2]] > $counts[$ports[0]]);
        is("$name close", true, $m->close());
        is("$name closed", false, $m->get('k0'));

        // Weights cost no time, and neither does the first value.
        $slowest = 0;
        foreach ([1, 50] as $weight) {
            $m = new Memcache();
            foreach ($ports as $port) {
                $m->addServer('127.0.0.1', $port, false, $weight);
            }
            for ($i = 0; $i < 20; $i++) {
                $begin = hrtime(true);
                $m->get("k$i");
                $slowest = max($slowest, hrtime(true) - $begin);
            }
        }
        is("$name quick", true, $slowest < 500_000_000);

        // A server that is not there.
        $m = new Memcache();
        $called = [];
        $m->addServer('127.0.0.1', $dead, false, 1, 1, 15, true, function (...$arguments) use (&$called) {
            $called[] = $arguments;
        });
        $m->addServer('127.0.0.1', $ports[0], false);
        for ($i = 0; $i < 30; $i++) {
            is("$name with a dead one", true, $m->set("d$i", $i));
        }
        is("$name told once", 1, count($called));
        is("$name told", ['127.0.0.1', (int) $dead, 0], array_slice($called[0], 0, 3));
        is("$name its status", 0, $m->getServerStatus('127.0.0.1', (int) $dead));
        $keys = array_map(fn($i) => "d$i", range(0, 29));
        is("$name found elsewhere", 30, count($m->get($keys)));
        is("$name switched off", true, $m->setServerParams('127.0.0.1', $ports[0], 1, -1, false));
        is("$name none left", false, $m->set('x', 1));
    }
}
ini_restore('memcache.protocol');
$messages = [];
$m = memcache_connect('127.0.0.1', $ports[0]);
is('function', true, $m instanceof Memcache && memcache_set($m, 'f', 'value') && memcache_get($m, 'f') === 'value');
is('function add server', true, memcache_add_server($m, '127.0.0.1', $ports[1]));
is('no messages', [], $messages);
is('cannot connect', false, @memcache_connect('127.0.0.1', $dead));
is('two messages', 2, count($messages));
$messages = [];
is('no servers', false, (new Memcache())->get('x'));
is('weight', false, (new Memcache())->addServer('127.0.0.1', 1, false, 0));
is('callback', false, (new Memcache())->addServer('127.0.0.1', 1, false, 1, 1, 1, true, 'no function'));
is('messages', [
    'Memcache::get(): No servers added to memcache connection',
    'Memcache::addServer(): weight must be a positive integer',
    'Memcache::addServer(): Invalid failure callback',
], array_map(fn($text) => str_replace('MemcachePool::', 'Memcache::', $text), $messages));
$p = new MemcachePool();
$p->addServer('127.0.0.1', $ports[0], 0, true);
is('pool', 'value', $p->get('f'));
echo $failures ? "$failures failures\n" : "as expected\n";
