<?php
// Ways to a server: with a password, over TLS, by a path; connections that break, and those that last.
[, $port, $tls, $path, $certificate] = $argv;

function attempt(callable $run): void
{
    try {
        echo json_encode($run()), "\n";
    } catch (Throwable $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}

function plain(string ...$auth): Redis
{
    $redis = new Redis();
    $redis->connect('127.0.0.1', (int) $GLOBALS['port'], 5);
    $auth && $redis->auth($auth);
    return $redis;
}

function lasting(string $name): Redis
{
    $redis = new Redis();
    $redis->pconnect('127.0.0.1', (int) $GLOBALS['port'], 5, $name);
    $redis->auth('secret');
    return $redis;
}

plain('secret')->flushAll();
$careless = ['verify_peer' => false, 'verify_peer_name' => false];
echo "== TLS\n";
attempt(function () use ($tls, $careless) {
    $redis = new Redis();
    $redis->connect('tls://127.0.0.1', (int) $tls, 5, null, 0, 0, ['auth' => 'secret', 'stream' => $careless]);
    return [$redis->set('long', str_repeat('x', 300000)), strlen($redis->get('long')), $redis->getHost(), $redis->pipeline()->incr('n')->mget(['n', 'none'])->exec()];
});
attempt(fn () => (new Redis(['host' => 'tls://localhost', 'port' => (int) $tls, 'auth' => ['default', 'secret'], 'ssl' => ['cafile' => $certificate]]))->strlen('long'));
attempt(fn () => @(new Redis(['host' => 'tls://localhost', 'port' => (int) $tls, 'auth' => 'secret']))->strlen('long'));
attempt(function () use ($tls, $careless) {
    $redis = new Redis();
    $redis->pconnect('tls://127.0.0.1', (int) $tls, 5, 'secure', 0, 0, ['auth' => ['secret'], 'stream' => $careless]);
    return $redis->ping();
});
echo "== a path\n";
attempt(function () use ($path) {
    $redis = new Redis();
    return [$redis->connect($path), $redis->auth('secret'), $redis->strlen('long'), $redis->getHost() === $path, $redis->getPort()];
});
attempt(function () use ($path) {
    $redis = new Redis();
    return [$redis->connect("unix://$path"), $redis->auth('secret'), $redis->strlen('long')];
});
echo "== passwords\n";
attempt(fn () => plain()->get('n'));
attempt(fn () => plain()->auth('wrong'));
attempt(fn () => plain()->auth(['nobody', 'secret']));
attempt(fn () => plain('secret')->get('n'));
attempt(fn () => plain('default', 'secret')->getAuth());
attempt(fn () => str_replace($port, 'PORT', (new Redis(['host' => '127.0.0.1', 'port' => (int) $port, 'auth' => 'secret']))->get('n')));
attempt(function () use ($port) {
    try {
        return (new Redis(['host' => '127.0.0.1', 'port' => (int) $port, 'auth' => 'wrong']))->get('n');
    } catch (RedisException $error) {
        return str_replace($port, 'PORT', $error->getMessage());
    }
});
echo "== broken\n";
attempt(function () {
    [$redis, $other] = [plain('secret'), plain('secret')];
    $other->rawCommand('client', 'kill', 'id', (string) $redis->client('id'));
    usleep(50000);
    return $redis->get('n');
});
attempt(function () use ($port) {
    [$redis, $other] = [plain('secret'), plain('secret')];
    $redis->multi()->get('n');
    $other->rawCommand('client', 'kill', 'type', 'normal');
    usleep(50000);
    try {
        return $redis->exec();
    } catch (RedisException $error) {
        return str_replace($port, 'PORT', $error->getMessage());
    }
});
attempt(function () use ($port) {
    $redis = plain('secret');
    $redis->setOption(Redis::OPT_READ_TIMEOUT, 0.2);
    try {
        return $redis->blPop('never', 3);
    } catch (RedisException $error) {
        return [str_replace($port, 'PORT', $error->getMessage()), $redis->isConnected(), $redis->get('n')];
    }
});
echo "== lasting\n";
attempt(function () {
    $first = lasting('a');
    $id = $first->client('id');
    unset($first);
    $again = lasting('a');
    return [$again->client('id') === $id, lasting('b')->client('id') === $id, $again->select(3), $again->getDBNum(), $again->getPersistentID(), $again->close()];
});
attempt(fn () => [lasting('a')->getDBNum(), lasting('a')->set('k', 1)]);
