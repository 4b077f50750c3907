<?php
// Every command, one by one, in a pipeline and in a transaction; values with each way of packing them.
[, $port, $program] = $argv;
error_reporting(E_ALL & ~E_DEPRECATED);
$redis = new Redis(['host' => '127.0.0.1', 'port' => (int) $port]);
$called = [];

function show(mixed $value): string
{
    if (is_object($value)) {
        return $value instanceof Redis ? 'Redis' : get_class($value) . json_encode($value);
    }
    if (is_array($value)) {
        return '[' . implode(', ', array_map(fn ($key, $item) => (is_int($key) ? $key : var_export($key, true)) . ' => ' . show($item), array_keys($value), $value)) . ']';
    }
    return is_string($value) ? '"' . addcslashes($value, "\0..\37\\\"\177..\377") . '"' : var_export($value, true);
}

function call(Redis $redis, string $method, array $arguments): string
{
    global $called;
    $called[strtolower($method)] = true;
    if (!method_exists($redis, $method)) {
        return 'no such method';
    }
    try {
        return show($redis->$method(...$arguments));
    } catch (Throwable $error) {
        return get_class($error) . ': ' . $error->getMessage();
    } finally {
        $redis->isConnected() || $redis->connect('127.0.0.1', (int) $GLOBALS['port']);
    }
}

$steps = [
    // Strings.
    ['set', 'a', 'one'], ['set', 'a', 'two', ['nx']], ['set', 'a', 'two', ['xx', 'ex' => 100]], ['set', 'a', 'three', ['get']],
    ['set', 'a', 'four', 50], ['set', 'a', 'x', ['bad' => 1]], ['set', 'a', 'five', ['keepttl']], ['set', 'n', 10], ['set', 'f', 1.5],
    ['get', 'a'], ['get', 'none'], ['getset', 'a', 'six'], ['getDel', 'a'], ['setex', 'e', 100, 'v'], ['setex', 'e', 0, 'v'], ['psetex', 'e', 100000, 'v'],
    ['getEx', 'e', ['persist' => true]], ['getEx', 'e', ['ex' => 10]], ['getEx', 'e', ['bad' => 10]], ['setnx', 'e', 'w'], ['append', 'e', '-more'], ['strlen', 'e'],
    ['getRange', 'e', 1, 3], ['setRange', 'e', 2, 'XY'], ['get', 'e'], ['incr', 'n'], ['incr', 'n', 5], ['incrBy', 'n', 7], ['decr', 'n'], ['decr', 'n', 3], ['decrBy', 'n', 2],
    ['incrByFloat', 'f', 0.25], ['incr', 'e'], ['mset', ['m1' => 1, 'm2' => 'b']], ['mset', []], ['mset', 'x'], ['msetnx', ['m1' => 1, 'm3' => 3]], ['mget', ['m1', 'none', 'm2']], ['mget', []],
    ['lcs', 'm1', 'm2'], ['set', 'l1', 'ohmytext'], ['set', 'l2', 'mynewtext'], ['lcs', 'l1', 'l2'], ['lcs', 'l1', 'l2', ['len']], ['lcs', 'l1', 'l2', ['idx', 'withmatchlen' => true, 'minmatchlen' => 2]],
    ['setBit', 'bits', 7, true], ['setBit', 'bits', 9, 1], ['getBit', 'bits', 7], ['bitcount', 'bits'], ['bitcount', 'bits', 0, 0], ['bitcount', 'bits', 0, 7, true], ['bitpos', 'bits', true], ['bitpos', 'bits', 0, 1, 3], ['bitop', 'and', 'bits2', 'bits', 'bits'], ['bitop', 'NOT', 'bits3', 'bits'],
    ['getBit', 'bits', -1], ['setBit', 'bits', -1, 1], ['getWithMeta', 'n'], ['getWithMeta', 'none'],
    // Keys.
    ['exists', 'n'], ['exists', 'n', 'f', 'none'], ['exists', ['n', 'f']], ['touch', 'n', 'f'], ['type', 'n'], ['type', 'none'], ['expire', 'n', 100], ['expire', 'n', 50, 'LT'], ['expire', 'n', 50, 'BAD'], ['pexpire', 'n', 90000],
    ['persist', 'n'], ['ttl', 'n'], ['pttl', 'none'], ['expireAt', 'n', 4000000000], ['pexpireAt', 'n', 4000000000123], ['expiretime', 'n'], ['pexpiretime', 'n'], ['rename', 'm1', 'm9'], ['rename', 'none', 'x'], ['renameNx', 'm9', 'm2'],
    ['copy', 'm9', 'm8'], ['copy', 'm9', 'm8', ['REPLACE' => true]], ['copy', 'm9', 'm8', ['DB' => 1]], ['move', 'm8', 2], ['keys', 'm8*'], ['object', 'encoding', 'n'], ['object', 'refcount', 'f'], ['object', 'bad', 'n'], ['dump', 'm9'], ['restore', 'm10', 0, "\0\xc0\1\x0b\0\xf5\x9f\xf7\xf6\x90a\x99"], ['restore', 'm10', 0, 'rubbish', ['REPLACE', 'ABSTTL']],
    ['del', 'm9'], ['del', ['m8', 'none']], ['delete', 'x'], ['unlink', 'm2', 'm3'], ['del'], ['del', []],
    // Lists.
    ['rPush', 'l', 'a', 'b', 'c'], ['lPush', 'l', 'z'], ['lPushx', 'none', 1], ['rPushx', 'l', 'd'], ['lLen', 'l'], ['lLen', 'none'], ['lLen', 'n'], ['lrange', 'l', 0, -1], ['lindex', 'l', 0], ['lindex', 'l', 99], ['lSet', 'l', 0, 'y'], ['lSet', 'l', 99, 'y'], ['lInsert', 'l', Redis::BEFORE, 'a', 'aa'], ['lInsert', 'l', 'after', 'none', 'aa'], ['lInsert', 'l', 'beside', 'a', 'aa'],
    ['lPos', 'l', 'b'], ['lPos', 'l', 'b', ['count' => 0, 'rank' => 1, 'maxlen' => 0]], ['lPos', 'l', 'none'], ['lrem', 'l', 'aa', 1], ['ltrim', 'l', 0, 3], ['lPop', 'l'], ['lPop', 'l', 2], ['rPop', 'l'], ['rPop', 'l'], ['rPop', 'l', 2], ['rPush', 'l', 1, 2, 3, 4, 5, 6, 7], ['rpoplpush', 'l', 'l3'], ['brpoplpush', 'l', 'l3', 1], ['lMove', 'l', 'l3', Redis::LEFT, Redis::RIGHT], ['lMove', 'l', 'l3', 'up', 'down'], ['blmove', 'l', 'l3', 'LEFT', 'RIGHT', 1.0],
    ['blPop', 'l', 1], ['blPop', ['none', 'l'], 1], ['brPop', 'l', 'none', 1], ['lmpop', ['none', 'l3'], 'LEFT', 2], ['lmpop', ['none'], 'LEFT'], ['blmpop', 1.0, ['l3'], 'RIGHT', 1], ['rPush', 's1', 3, 1, 2], ['sort', 's1'], ['sort', 's1', ['sort' => 'desc', 'limit' => [0, 2], 'get' => '#']], ['sort', 's1', ['alpha' => true, 'store' => 's2']], ['sort_ro', 's1'], ['sort', 's1', ['limit' => 1]], ['sortAsc', 's1'], ['sortDesc', 's1'], ['sortAscAlpha', 's1'], ['sortDescAlpha', 's1'],
    // Hashes.
    ['hSet', 'h', 'a', 1], ['hSet', 'h', 'a', 2], ['hSet', 'h', 'b', 3, 'c', 4], ['hSet', 'h', ['d' => 5, 'e' => 6]], ['hSet', 'h', 'x'], ['hSetNx', 'h', 'a', 9], ['hGet', 'h', 'a'], ['hGet', 'h', 'none'], ['hLen', 'h'], ['hKeys', 'h'], ['hVals', 'h'], ['hGetAll', 'h'], ['hGetAll', 'none'], ['hMset', 'h', ['x' => 1.5, 'y' => true, 7 => null]], ['hMset', 'h', []], ['hMget', 'h', ['a', 'none', 7]], ['hMget', 'h', []], ['hExists', 'h', 'a'], ['hDel', 'h', 'a', 'b'], ['hIncrBy', 'h', 'c', 3], ['hIncrByFloat', 'h', 'x', 0.5], ['hStrLen', 'h', 'x'], ['hRandField', 'none'], ['hRandField', 'one', ['count' => 2, 'withvalues' => true]],
    // Sets.
    ['sAdd', 's', 'a', 'b', 'c'], ['sAdd', 's', 'a'], ['sAddArray', 't', ['b', 'c', 'd']], ['sAddArray', 't', []], ['scard', 's'], ['sismember', 's', 'a'], ['sMisMember', 's', 'a', 'z'], ['*sMembers', 's'], ['srem', 's', 'a', 'z'], ['sMove', 's', 't', 'b'], ['*sInter', 's', 't'], ['*sInter', ['s', 't']], ['sInterStore', 'u', 's', 't'], ['sintercard', ['s', 't']], ['sintercard', ['s', 't'], 1], ['*sUnion', 's', 't'], ['sUnionStore', 'u', ['s', 't']], ['*sDiff', 't', 's'], ['sDiffStore', 'v', 't', 's'], ['sAdd', 'w', 'only'], ['sRandMember', 'w'], ['sRandMember', 'w', 2], ['sPop', 'w'], ['sPop', 'w'], ['sPop', 'w', 2], ['srem'],
    // Sorted sets.
    ['zAdd', 'z', 1, 'a', 2.5, 'b', 3, 'c'], ['zAdd', 'z', ['XX', 'CH'], 4, 'a'], ['zAdd', 'z', ['INCR'], 1, 'a'], ['zAdd', 'z', 'x', 'y'], ['zCard', 'z'], ['zCount', 'z', 2, '(5'], ['zCount', 'z', '-inf', '+inf'], ['zScore', 'z', 'b'], ['zScore', 'z', 'none'], ['zMscore', 'z', 'a', 'none'], ['zRank', 'z', 'c'], ['zRevRank', 'z', 'c'], ['zRank', 'z', 'none'], ['zIncrBy', 'z', 1.5, 'b'],
    ['zRange', 'z', 0, -1], ['zRange', 'z', 0, -1, true], ['zRange', 'z', '1', '9', ['byscore', 'withscores' => true, 'limit' => [0, 2]]], ['zRange', 'z', 0, -1, ['rev']], ['zRevRange', 'z', 0, -1], ['zRevRange', 'z', 0, 1, ['withscores' => true]], ['zRangeByScore', 'z', 1, 4], ['zRangeByScore', 'z', 1, 9, ['withscores' => true, 'limit' => [1, 1]]], ['zRevRangeByScore', 'z', 9, 1], ['zrangestore', 'z2', 'z', 0, 1], ['zRangeByLex', 'z', '-', '+'], ['zRangeByLex', 'z', 'a', 'b'], ['zRevRangeByLex', 'z', '+', '-', 0, 1], ['zLexCount', 'z', '[a', '[c'],
    ['zinter', ['z', 'z2'], null, ['withscores' => true]], ['zinter', ['z', 'z2'], [1, 2], ['aggregate' => 'max']], ['zinterstore', 'z3', ['z', 'z2'], [2, 3], 'min'], ['zinterstore', 'z3', ['z', 'z2'], [2]], ['zunion', ['z', 'z2']], ['zunionstore', 'z4', ['z', 'z2']], ['zdiff', ['z', 'z2'], ['withscores' => true]], ['zdiffstore', 'z5', ['z', 'z2']], ['zintercard', ['z', 'z2'], 1], ['zRem', 'z', 'a', 'none'], ['zRemRangeByScore', 'z4', 1, 2], ['zRemRangeByRank', 'z4', 0, 0], ['zRemRangeByLex', 'z3', '-', '+'],
    ['zPopMin', 'z'], ['zPopMax', 'z', 2], ['zPopMax', 'z'], ['zAdd', 'z', 1, 'p', 2, 'q', 3, 'r', 4, 's', 5, 't'], ['bzPopMin', 'z', 1], ['bzPopMax', ['none', 'z'], 1], ['zmpop', ['z'], 'MIN'], ['bzmpop', 1.0, ['z'], 'MAX', 1], ['zmpop', ['none'], 'MAX', 3], ['zRandMember', 'z'], ['zRandMember', 'none', ['count' => 2]],
    // Places.
    ['geoadd', 'g', 13.361389, 38.115556, 'Palermo', 15.087269, 37.502669, 'Catania'], ['geoadd', 'g', 200, 1, 'x'], ['geodist', 'g', 'Palermo', 'Catania'], ['geodist', 'g', 'Palermo', 'Catania', 'km'], ['geohash', 'g', 'Palermo', 'none'], ['geopos', 'g', 'Palermo', 'none'], ['georadius', 'g', 15, 37, 200, 'km', ['WITHDIST', 'WITHCOORD', 'WITHHASH', 'ASC', 'count' => 5]], ['georadius_ro', 'g', 15, 37, 100, 'km'], ['georadiusbymember', 'g', 'Palermo', 200, 'km', ['DESC']], ['georadiusbymember_ro', 'g', 'Palermo', 1, 'mi'], ['georadius', 'g', 15, 37, 200, 'km', ['count' => -1]],
    ['geosearch', 'g', 'Palermo', 500, 'km', ['withdist', 'asc']], ['geosearch', 'g', [15, 37], [400, 400], 'km', ['withcoord', 'count' => [1, true]]], ['geosearchstore', 'g2', 'g', 'Catania', 500, 'km', ['storedist']], ['geosearch', 'g', [1], 1, 'km'],
    // Guesses.
    ['pfadd', 'pf', ['a', 'b', 'c']], ['pfadd', 'pf2', ['c', 'd']], ['pfcount', 'pf'], ['pfcount', ['pf', 'pf2']], ['pfmerge', 'pf3', ['pf', 'pf2']],
    // Streams.
    ['xadd', 'x', '1-1', ['a' => 1, 'b' => 'two']], ['xadd', 'x', '2-1', ['a' => 3], 100, true], ['xadd', 'x', '2-1', ['a' => 3]], ['xadd', 'nox', '3-1', ['a' => 3], 0, false, true], ['xadd', 'x', '*', []], ['xlen', 'x'], ['xrange', 'x', '-', '+'], ['xrange', 'x', '-', '+', 1], ['xrevrange', 'x', '+', '-'], ['xread', ['x' => '1-1']], ['xread', ['x' => '0', 'none' => '0'], 1], ['xread', ['x' => '9']],
    ['xgroup', 'CREATE', 'x', 'group', '0'], ['xgroup', 'CREATE', 'x', 'group', '0'], ['xgroup', 'CREATECONSUMER', 'x', 'group', 'other'], ['xreadgroup', 'group', 'me', ['x' => '>'], 1], ['xreadgroup', 'group', 'me', ['x' => '>'], 5, 1], ['xreadgroup', 'none', 'me', ['x' => '>']], ['xpending', 'x', 'group'], ['xpending', 'x', 'group', '-', '+', 1, 'other'], ['xack', 'x', 'group', ['1-1']], ['xclaim', 'x', 'group', 'other', 0, ['2-1'], ['JUSTID']], ['xclaim', 'x', 'group', 'other', 0, ['2-1'], ['RETRYCOUNT' => 3, 'FORCE']], ['xautoclaim', 'x', 'group', 'me', 0, '0-0'], ['xautoclaim', 'x', 'group', 'me', 0, '0-0', 1, true],
    ['xinfo', 'GROUPS', 'x'], ['xinfo', 'STREAM', 'x'], ['xinfo', 'STREAM', 'none'], ['xgroup', 'SETID', 'x', 'group', '0'], ['xgroup', 'DELCONSUMER', 'x', 'group', 'other'], ['xgroup', 'DESTROY', 'x', 'group'], ['xgroup', 'BAD'], ['xdel', 'x', ['1-1', '9-9']], ['xtrim', 'x', '0'], ['xtrim', 'x', '1', true],
    // Scripts.
    ['eval', 'return {1, "two", {3, redis.call("get", KEYS[1])}, ARGV[1], false}', ['f', 'arg'], 1], ['eval', 'return redis.error_reply("OUCH it")'], ['getLastError'], ['clearLastError'], ['getLastError'], ['eval_ro', 'return 1'], ['script', 'load', 'return 42'], ['evalsha', '1fa00e76656cc152ad327c13fe365858fd7be306'], ['evalsha_ro', '1fa00e76656cc152ad327c13fe365858fd7be306'], ['evalsha', 'none'], ['script', 'exists', '1fa00e76656cc152ad327c13fe365858fd7be306', 'x'], ['script', 'flush'], ['script', 'kill'], ['script', 'bad'],
    ['function', 'load', "#!lua name=mylib\nredis.register_function('hello', function(keys, args) return {keys[1], args[1]} end)\nredis.register_function{function_name='still', callback=function() return 1 end, flags={'no-writes'}}"], ['fcall', 'hello', ['k'], ['v']], ['fcall_ro', 'still'], ['function', 'list'], ['function', 'delete', 'mylib'], ['function', 'bad'], ['fcall', 'none'],
    // The server.
    ['ping'], ['ping', 'text'], ['echo', 'text'], ['select', 1], ['dbSize'], ['flushDB'], ['select', 0], ['select', 99], ['swapdb', 0, 1], ['swapdb', 0, 1], ['acl', 'WHOAMI'], ['acl', 'USERS'], ['*acl', 'CAT', 'scripting'], ['acl', 'SETUSER', 'someone', 'on', '+@all'], ['acl', 'GETUSER', 'someone'], ['acl', 'DELUSER', 'someone'], ['acl', 'DRYRUN', 'default', 'GET', 'x'], ['client', 'setname', 'tester'], ['client', 'getname'], ['client', 'kill', '1.2.3.4:5'], ['config', 'get', 'maxmemory-policy'], ['config', 'set', 'maxmemory-samples', '6'], ['config', 'set', ['maxmemory-samples' => '5']], ['config', 'resetstat'], ['config', 'bad'], ['command', 'info', 'get'], ['command', 'getkeys', 'get', 'x'], ['debug', 'none'], ['role'], ['slowlog', 'len'], ['slowlog', 'reset'], ['slowlog', 'get', 1], ['slowlog', 'bad'], ['wait', 0, 10], ['waitaof', 0, 0, 1], ['publish', 'channel', 'text'], ['pubsub', 'channels', '*'], ['pubsub', 'numsub', ['a', 'b']], ['pubsub', 'numpat'], ['pubsub', 'shardchannels'], ['pubsub', 'bad'], ['rawcommand', 'GET', 'f'], ['rawcommand', 'BAD'], ['migrate', '127.0.0.1', 1, 'none', 0, 10], ['reset'], ['auth', 'wrong'], ['auth', ['user', 'wrong']], ['auth', []], ['slaveof'], ['replicaof'], ['failover', null, true], ['watch', 'n'], ['unwatch'], ['discard'], ['exec'], ['expiremember', 's', 'c', 5], ['expirememberat', 's', 'c', 4000000000], ['randomKey'], ['swapdb', -1, 0],
];

echo "== one by one\n";
$redis->flushAll();
foreach ($steps as $arguments) {
    $method = array_shift($arguments);
    $unordered = $method[0] === '*';
    $method = ltrim($method, '*');
    $redis->clearLastError();
    if (strtolower($method) === 'randomkey') {
        $redis->flushDB();
    }
    $text = call($redis, $method, $arguments);
    if ($unordered) {
        $redis->clearLastError();
        $items = $redis->$method(...$arguments);
        sort($items);
        $text = show($items);
    }
    $error = $redis->getLastError();
    echo $method, ' ', show($arguments), ': ', $text, $error === null ? '' : "  ($error)", "\n";
}

$skipped = ['select', 'reset', 'auth', 'failover', 'slaveof', 'replicaof', 'swapdb', 'discard', 'exec', 'watch', 'unwatch', 'blpop', 'brpop', 'bzpopmin', 'bzpopmax', 'blmpop', 'bzmpop', 'brpoplpush', 'blmove', 'getlasterror', 'clearlasterror', 'wait', 'waitaof', 'slowlog', 'xreadgroup', 'xread', 'debug', 'xautoclaim', 'xpending', 'acl', 'function', 'config'];
foreach (['pipeline' => Redis::PIPELINE, 'transaction' => Redis::MULTI] as $name => $mode) {
    echo "== $name\n";
    $redis->flushAll();
    $redis->multi($mode);
    $queued = [];
    foreach ($steps as $arguments) {
        $method = array_shift($arguments);
        if ($method[0] === '*' || in_array(strtolower($method), $skipped, true) || strtolower($method) === 'randomkey') {
            continue;
        }
        $text = call($redis, $method, $arguments);
        $text === 'Redis' ? $queued[] = $method : print("$method: $text\n");
    }
    try {
        $results = $redis->exec();
    } catch (Throwable $error) {
        $results = get_class($error) . ': ' . $error->getMessage();
    }
    echo is_array($results) ? count($results) : show($results), ' of ', count($queued), "\n";
    foreach (is_array($results) ? $results : [] as $at => $result) {
        echo $queued[$at] ?? '?', ': ', show($result), "\n";
    }
}

echo "== scans\n";
$redis->flushDB();
foreach (range(1, 50) as $number) {
    $redis->sAdd('set', "m$number");
    $redis->hSet('hash', "f$number", $number);
    $redis->zAdd('zset', $number, "z$number");
    $redis->set("key$number", 1);
}
foreach ([Redis::SCAN_NORETRY, Redis::SCAN_RETRY] as $option) {
    $redis->setOption(Redis::OPT_SCAN, $option);
    foreach (['scan' => ['key1*', 7], 'sScan' => ['set', 'm1*', 7], 'hScan' => ['hash', 'f1*', 7], 'zScan' => ['zset', 'z1*', 7]] as $method => $arguments) {
        $cursor = null;
        $all = [];
        while (($found = $method === 'scan' ? $redis->scan($cursor, ...$arguments) : $redis->$method($arguments[0], $cursor, $arguments[1], $arguments[2])) !== false) {
            $all += $method === 'hScan' || $method === 'zScan' ? $found : array_combine($found, $found);
            if (!$cursor) {
                break;
            }
        }
        ksort($all);
        echo $method, ': ', show($cursor), ' ', show($all), "\n";
    }
}
$redis->setOption(Redis::OPT_SCAN, Redis::SCAN_PREFIX);
$redis->setOption(Redis::OPT_PREFIX, 'key4');
$cursor = null;
$all = [];
while ($found = $redis->scan($cursor, '*', 1000)) {
    $all = array_merge($all, $found);
}
sort($all);
echo show($all), "\n";
$redis->setOption(Redis::OPT_PREFIX, '');

echo "== options\n";
$values = [null, true, 1, 1.5, 'text', str_repeat('long ', 50), [1, 'a' => ['b' => 2]], new ArrayObject([1])];
foreach ([Redis::SERIALIZER_NONE, Redis::SERIALIZER_PHP, Redis::SERIALIZER_IGBINARY, Redis::SERIALIZER_JSON] as $serializer) {
    foreach ([Redis::COMPRESSION_NONE, Redis::COMPRESSION_LZF, Redis::COMPRESSION_ZSTD, Redis::COMPRESSION_LZ4] as $compression) {
        $redis->setOption(Redis::OPT_SERIALIZER, $serializer);
        $redis->setOption(Redis::OPT_COMPRESSION, $compression);
        foreach ($values as $value) {
            if ($serializer === Redis::SERIALIZER_JSON && $compression !== Redis::COMPRESSION_NONE) {
                // What the reference decodes then depends on the byte behind the text.
                continue;
            }
            try {
                if (@$redis->_pack($value) !== '') {
                    @$redis->set('packed', $value);
                    echo $serializer, $compression, ' ', show($redis->get('packed')), ' ', md5(@$redis->_serialize($value)), ' ', show($redis->_unpack(@$redis->_pack($value))), "\n";
                }
            } catch (Throwable $error) {
                echo get_class($error), ': ', $error->getMessage(), "\n";
            }
        }
        $redis->del('hash');
        $serializer === Redis::SERIALIZER_JSON && $redis->setOption(Redis::OPT_COMPRESSION, Redis::COMPRESSION_NONE);
        $redis->hMset('hash', ['a' => 'b', 'c' => 'd']);
        echo show($redis->hGetAll('hash')), show($redis->eval('return redis.call("hgetall", KEYS[1])', ['hash'], 1)) !== '' ? '.' : '', "\n";
    }
}
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_NONE);
$redis->setOption(Redis::OPT_COMPRESSION, Redis::COMPRESSION_NONE);
$redis->setOption(Redis::OPT_PREFIX, 'app:');
$redis->set('k', 1);
echo show([$redis->keys('*'), $redis->_prefix('k'), $redis->rawcommand('get', 'app:k'), $redis->mget(['k', 'l'])]), "\n";
$redis->setOption(Redis::OPT_PREFIX, null);
foreach ([Redis::OPT_REPLY_LITERAL, Redis::OPT_NULL_MULTIBULK_AS_NULL] as $option) {
    $redis->setOption($option, true);
    echo show([$redis->rawcommand('set', 'k', 'v'), $redis->rawcommand('blpop', 'none', '0.01'), $redis->blPop('none', 0.01)]), "\n";
    $redis->setOption($option, false);
}
// 5 is of clusters only; the reference gives what lies in memory.
foreach ([1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13] as $option) {
    echo $option, ' ', show($redis->getOption($option)), "\n";
}
foreach ([[99, 1], [Redis::OPT_SERIALIZER, 77], [Redis::OPT_BACKOFF_ALGORITHM, -1], [Redis::OPT_COMPRESSION, 55], [Redis::OPT_MAX_RETRIES, -1]] as $pair) {
    echo call($redis, 'setOption', $pair), "\n";
}

echo "== channels\n";
$publisher = proc_open([$program, __DIR__ . '/publisher.php', $port], [], $pipes);
$listener = new Redis();
$listener->connect('127.0.0.1', (int) $port, 2);
$listener->setOption(Redis::OPT_READ_TIMEOUT, 9);
try {
    $listener->subscribe(['news', 'other'], function (Redis $from, string $channel, string $text) use (&$count) {
        echo "$channel: $text ", $from->getMode(), "\n";
        $text === 'last' && print(show($from->unsubscribe(['news', 'other'])) . "\n");
    });
    echo "over\n";
    $listener->psubscribe(['n*', 'o?*'], function (Redis $from, string $pattern, string $channel, string $text) {
        echo "$pattern $channel: $text\n";
        $text === 'last' && print(show($from->punsubscribe(['n*', 'o?*'])) . "\n");
    });
    $listener->ssubscribe(['shard'], function (Redis $from, string $channel, string $text) {
        echo "$channel: $text\n";
        $from->sunsubscribe(['shard']);
    });
} catch (Throwable $error) {
    echo get_class($error), ': ', $error->getMessage(), "\n";
}
$listener->close();
proc_close($publisher);

echo "== connections\n";
$other = new Redis();
echo show([$other->isConnected(), call($other, 'get', ['k'])]), "\n";
echo show([$other->getHost(), $other->getPort(), $other->getDBNum(), $other->getTimeout(), $other->getReadTimeout(), $other->getPersistentID(), $other->getAuth(), $other->getMode()]), "\n";
echo show([$other->pconnect('127.0.0.1', (int) $port, 1.5, 'name', 0, 2.5), $other->getPersistentID(), $other->getTimeout(), $other->getReadTimeout(), $other->close()]), "\n";
echo show([$other->popen('127.0.0.1', (int) $port), $other->open('127.0.0.1', (int) $port), $other->setex('k', 10, 1), $other->close(), $other->isConnected()]), "\n";
foreach ([['127.0.0.1', 1, 0.2], ['/nowhere/redis.sock'], ['127.0.0.1', 99999], ['127.0.0.1', (int) $port, -1.0], ['127.0.0.1', (int) $port, 0, null, -1]] as $arguments) {
    try {
        echo show($other->connect(...$arguments)), "\n";
    } catch (Throwable $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}
foreach ([['host' => '127.0.0.1', 'port' => 1], ['host' => 7], ['port' => 'x'], ['unknown' => 1], ['host' => '127.0.0.1', 'port' => (int) $port, 'auth' => ['a', 'b', 'c']], ['backoff' => ['algorithm' => 99]]] as $options) {
    try {
        echo show((new Redis($options))->isConnected()), "\n";
    } catch (Throwable $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}
foreach (['info', 'time', 'lastSave', 'serverName', 'serverVersion', 'getTransferredBytes', 'clearTransferredBytes', 'save'] as $method) {
    $called[strtolower($method)] = true;
    echo $method, ' ', get_debug_type($redis->$method()), "\n";
}
echo show([$redis->info('replication')['role'], $redis->info('server', 'clients')['redis_mode'] ?? null]), "\n";

$methods = array_filter(array_map(strtolower(...), get_class_methods('Redis')), fn ($name) => !isset($called[$name]) && $name[0] !== '_');
sort($methods);
echo "not called by the list: ", implode(' ', $methods), "\n";
