--TEST--
What is said when no server answers
--FILE--
<?php
function attempt(callable $run): void
{
    try {
        var_dump($run());
    } catch (Throwable $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}
$redis = new Redis();
attempt(fn () => $redis->isConnected());
attempt(fn () => $redis->connect('127.0.0.1', 1, 0.5));
attempt(fn () => $redis->connect('/no/such/socket'));
attempt(fn () => $redis->connect('127.0.0.1', 1, 0, null, -5));
attempt(fn () => new Redis(['host' => 3]));
attempt(fn () => new Redis(['backoff' => ['algorithm' => -1]]));
attempt(fn () => (new Redis(['host' => '127.0.0.1', 'port' => 1]))->get('key'));
attempt(fn () => new RedisArray('nowhere'));
attempt(fn () => new RedisCluster('nowhere'));
attempt(fn () => new RedisCluster(null, ['127.0.0.1:1']));
attempt(fn () => (new RedisSentinel(['host' => '127.0.0.1', 'port' => 1]))->ping());
attempt(fn () => unserialize('O:5:"Redis":0:{}'));
attempt(fn () => is_subclass_of('RedisException', 'RuntimeException') && is_subclass_of('RedisClusterException', 'RuntimeException'));
--EXPECTF--
bool(false)
RedisException: Connection refused
RedisException: No such file or directory
ValueError: Invalid retry interval
ValueError: Invalid host
ValueError: Invalid backoff options
RedisException: Redis server 127.0.0.1:1 went away
object(RedisArray)#2 (0) {
}
RedisClusterException: Couldn't find seeds for cluster
RedisClusterException: Couldn't map cluster keyspace using any provided seed
RedisException: Redis server 127.0.0.1:1 went away
object(Redis)#2 (0) {
}
bool(true)
