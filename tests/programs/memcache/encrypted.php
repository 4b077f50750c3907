<?php
// Writes encrypted values for the other engine, reads what it wrote, or does what cannot be done with them.
[, $ports, $what] = $argv;
$port = (int) $ports;
$keys = ['32 bytes, and all of them matter', str_repeat('longer than what is needed ', 4), "31 bytes and \0 among them......"];
$values = ['', 'a', '0123456789abcde', '0123456789abcdef', '0123456789abcdef0', 5, 1.5, true, null, [1, ['x' => 2]], str_repeat('compress me well ', 500)];

function client(int $port, string $key): Memcached
{
    $m = new Memcached();
    $m->setOption(Memcached::OPT_SERIALIZER, Memcached::SERIALIZER_PHP);
    $m->addServer('127.0.0.1', $port);
    var_dump($m->setEncodingKey($key));
    return $m;
}

function say(Memcached $m, string $what, mixed $value): void
{
    echo str_pad($what, 26), json_encode($value), '  ', $m->getResultCode(), ' ', $m->getResultMessage(), ' ', $m->getLastErrorCode(), "\n";
}

if ($what !== 'refuse') {
    foreach ($keys as $k => $key) {
        $m = client($port, $key);
        foreach ($values as $v => $value) {
            if ($what === 'write') {
                $m->set("encrypted:$k:$v", $value);
            } else {
                say($m, "$k:$v", $m->get("encrypted:$k:$v"));
            }
        }
        if ($what === 'read') {
            say($m, 'many', $m->getMulti(["encrypted:$k:0", "encrypted:$k:1", "encrypted:$k:9"]));
        }
    }
    exit;
}

$plain = new Memcached();
$plain->addServer('127.0.0.1', $port);
$plain->set('plain', 'nobody encrypted this');
$plain->set('empty', '');
$m = client($port, $keys[0]);
say($m, 'set', $m->set('number', 5));
say($m, 'increment', $m->increment('number'));
say($m, 'decrement', $m->decrement('number', 2));
$m->setOption(Memcached::OPT_COMPRESSION, false);
say($m, 'append', $m->append('number', '1'));
say($m, 'prepend', $m->prepend('number', '1'));
say($m, 'replace', $m->replace('number', 6));
say($m, 'get', $m->get('number'));
say($m, 'plain', $m->get('plain'));
say($m, 'empty', $m->get('empty'));
say($m, 'plain among others', $m->getMulti(['number', 'plain', 'empty']));
say($m, 'plain first', $m->getMulti(['plain', 'number']));
say($m, 'delayed', $m->getDelayed(['number', 'plain', 'empty']));
say($m, 'fetch', $m->fetch());
say($m, 'fetch', $m->fetch());
say($m, 'fetch', $m->fetch());
say($m, 'delayed', $m->getDelayed(['number', 'plain', 'empty']));
say($m, 'fetchAll', $m->fetchAll());
say($m, 'another key', $m->setEncodingKey($keys[1]));
say($m, 'get', $m->get('number'));
say($m, 'set', $m->set('number', 7));
say($m, 'get', $m->get('number'));
