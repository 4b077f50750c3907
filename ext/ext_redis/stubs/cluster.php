<?php

/** The servers of a cluster. @module cluster @object-handlers cluster::object_handlers */
class RedisCluster
{
    public const OPT_SLAVE_FAILOVER = 5;
    public const FAILOVER_NONE = 0;
    public const FAILOVER_ERROR = 1;
    public const FAILOVER_DISTRIBUTE = 2;
    public const FAILOVER_DISTRIBUTE_SLAVES = 3;

    /** Takes some servers of a cluster, or the name of one that settings describe. */
    public function __construct(?string $name, ?array $seeds = null, int|float $timeout = 0, int|float $read_timeout = 0, bool $persistent = false, #[SensitiveParameter] mixed $auth = null, ?array $context = null) {}

    /** Text, compressed. @body cluster::about::compress */
    public function _compress(string $value): string {}

    /** Text that was compressed. @body cluster::about::uncompress */
    public function _uncompress(string $value): string {}

    /** A value as text. @body cluster::about::serialize */
    public function _serialize(mixed $value): string|bool {}

    /** A value out of text. @body cluster::about::unserialize */
    public function _unserialize(string $value): mixed {}

    /** A value as it is kept. @body cluster::about::pack */
    public function _pack(mixed $value): string {}

    /** A value as it was kept. @body cluster::about::unpack */
    public function _unpack(string $value): mixed {}

    /** A key with the prefix in front of it. @body cluster::about::prefix */
    public function _prefix(string $key): string|bool {}

    /** The masters. @body cluster::about::masters */
    public function _masters(): array {}

    /** Where a command was sent on to. @body cluster::about::redir */
    public function _redir(): ?string {}

    /** `ACL` at one server. @raw @body cluster::directed::run */
    public function acl(array|string $key_or_address, string $subcmd, string ...$args): mixed {}

    /** `APPEND` @raw @body cluster::run */
    public function append(string $key, mixed $value): RedisCluster|int|bool {}

    /** `BGREWRITEAOF` at one server. @raw @body cluster::directed::run */
    public function bgrewriteaof(array|string $key_or_address): RedisCluster|bool {}

    /** `WAITAOF` at one server. @raw @body cluster::directed::run */
    public function waitaof(array|string $key_or_address, int $numlocal, int $numreplicas, int $timeout): RedisCluster|array|false {}

    /** `BGSAVE` at one server. @raw @body cluster::directed::run */
    public function bgsave(array|string $key_or_address): RedisCluster|bool {}

    /** `BITCOUNT` @raw @body cluster::run */
    public function bitcount(string $key, int $start = 0, int $end = -1, bool $bybit = false): RedisCluster|int|bool {}

    /** `BITOP` @raw @body cluster::run */
    public function bitop(string $operation, string $deskey, string $srckey, string ...$otherkeys): RedisCluster|int|bool {}

    /** `BITPOS` @raw @body cluster::run */
    public function bitpos(string $key, bool $bit, int $start = 0, int $end = -1, bool $bybit = false): RedisCluster|int|false {}

    /** `BLPOP` @raw @body cluster::run */
    public function blpop(array|string $key, string|int|float $timeout_or_key, mixed ...$extra_args): RedisCluster|array|false|null {}

    /** `BRPOP` @raw @body cluster::run */
    public function brpop(array|string $key, string|int|float $timeout_or_key, mixed ...$extra_args): RedisCluster|array|false|null {}

    /** `BRPOPLPUSH` @raw @body cluster::run */
    public function brpoplpush(string $srckey, string $deskey, int $timeout): mixed {}

    /** `LMOVE` @raw @body cluster::run */
    public function lmove(string $src, string $dst, string $wherefrom, string $whereto): Redis|string|false {}

    /** `BLMOVE` @raw @body cluster::run */
    public function blmove(string $src, string $dst, string $wherefrom, string $whereto, float $timeout): Redis|string|false {}

    /** `BZPOPMAX` @raw @body cluster::run */
    public function bzpopmax(array|string $key, string|int $timeout_or_key, mixed ...$extra_args): array {}

    /** `BZPOPMIN` @raw @body cluster::run */
    public function bzpopmin(array|string $key, string|int $timeout_or_key, mixed ...$extra_args): array {}

    /** `BZMPOP` @raw @body cluster::run */
    public function bzmpop(float $timeout, array $keys, string $from, int $count = 1): RedisCluster|array|false|null {}

    /** `ZMPOP` @raw @body cluster::run */
    public function zmpop(array $keys, string $from, int $count = 1): RedisCluster|array|false|null {}

    /** `BLMPOP` @raw @body cluster::run */
    public function blmpop(float $timeout, array $keys, string $from, int $count = 1): RedisCluster|array|false|null {}

    /** `LMPOP` @raw @body cluster::run */
    public function lmpop(array $keys, string $from, int $count = 1): RedisCluster|array|false|null {}

    /** Forgets that. @body cluster::about::clearlasterror */
    public function clearlasterror(): bool {}

    /** `CLIENT` at one server. @raw @body cluster::directed::client */
    public function client(array|string $key_or_address, string $subcommand, ?string $arg = null): array|string|bool {}

    /** Ends all connections. @body cluster::about::close */
    public function close(): bool {}

    /** `CLUSTER` at one server. @raw @body cluster::directed::words */
    public function cluster(array|string $key_or_address, string $command, mixed ...$extra_args): mixed {}

    /** `COMMAND` @raw @body cluster::run */
    public function command(mixed ...$extra_args): mixed {}

    /** `CONFIG` at one server. @raw @body cluster::directed::words */
    public function config(array|string $key_or_address, string $subcommand, mixed ...$extra_args): mixed {}

    /** `DBSIZE` at one server. @raw @body cluster::directed::run */
    public function dbsize(array|string $key_or_address): RedisCluster|int {}

    /** `COPY` @raw @body cluster::run */
    public function copy(string $src, string $dst, ?array $options = null): RedisCluster|bool {}

    /** `DECR` @raw @body cluster::run */
    public function decr(string $key, int $by = 1): RedisCluster|int|false {}

    /** `DECRBY` @raw @body cluster::run */
    public function decrby(string $key, int $value): RedisCluster|int|false {}

    /** `DECRBYFLOAT` @raw @body cluster::run */
    public function decrbyfloat(string $key, float $value): float {}

    /** `DEL` @raw @body cluster::many::delete */
    public function del(array|string $key, string ...$other_keys): RedisCluster|int|false {}

    /** Forgets what was collected. @body cluster::transaction::discard */
    public function discard(): bool {}

    /** `DUMP` @raw @body cluster::run */
    public function dump(string $key): RedisCluster|string|false {}

    /** `ECHO` at one server. @raw @body cluster::directed::run */
    public function echo(array|string $key_or_address, string $msg): RedisCluster|string|false {}

    /** `EVAL` @raw @body cluster::run */
    public function eval(string $script, array $args = [], int $num_keys = 0): mixed {}

    /** `EVAL_RO` @raw @body cluster::run */
    public function eval_ro(string $script, array $args = [], int $num_keys = 0): mixed {}

    /** `EVALSHA` @raw @body cluster::run */
    public function evalsha(string $script_sha, array $args = [], int $num_keys = 0): mixed {}

    /** `EVALSHA_RO` @raw @body cluster::run */
    public function evalsha_ro(string $script_sha, array $args = [], int $num_keys = 0): mixed {}

    /** Executes what was collected. @body cluster::transaction::exec */
    public function exec(): array|false {}

    /** `EXISTS` @raw @body cluster::run */
    public function exists(mixed $key, mixed ...$other_keys): RedisCluster|int|bool {}

    /** `TOUCH` @raw @body cluster::run */
    public function touch(mixed $key, mixed ...$other_keys): RedisCluster|int|bool {}

    /** `EXPIRE` @raw @body cluster::run */
    public function expire(string $key, int $timeout, ?string $mode = null): RedisCluster|bool {}

    /** `EXPIREAT` @raw @body cluster::run */
    public function expireat(string $key, int $timestamp, ?string $mode = null): RedisCluster|bool {}

    /** `EXPIRETIME` @raw @body cluster::run */
    public function expiretime(string $key): RedisCluster|int|false {}

    /** `PEXPIRETIME` @raw @body cluster::run */
    public function pexpiretime(string $key): RedisCluster|int|false {}

    /** `FLUSHALL` at one server. @raw @body cluster::directed::flush */
    public function flushall(array|string $key_or_address, bool $async = false): RedisCluster|bool {}

    /** `FLUSHDB` at one server. @raw @body cluster::directed::flush */
    public function flushdb(array|string $key_or_address, bool $async = false): RedisCluster|bool {}

    /** `GEOADD` @raw @body cluster::run */
    public function geoadd(string $key, float $lng, float $lat, string $member, mixed ...$other_triples_and_options): RedisCluster|int|false {}

    /** `GEODIST` @raw @body cluster::run */
    public function geodist(string $key, string $src, string $dest, ?string $unit = null): RedisCluster|float|false {}

    /** `GEOHASH` @raw @body cluster::run */
    public function geohash(string $key, string $member, string ...$other_members): RedisCluster|array|false {}

    /** `GEOPOS` @raw @body cluster::run */
    public function geopos(string $key, string $member, string ...$other_members): RedisCluster|array|false {}

    /** `GEORADIUS` @raw @body cluster::run */
    public function georadius(string $key, float $lng, float $lat, float $radius, string $unit, array $options = []): mixed {}

    /** `GEORADIUS_RO` @raw @body cluster::run */
    public function georadius_ro(string $key, float $lng, float $lat, float $radius, string $unit, array $options = []): mixed {}

    /** `GEORADIUSBYMEMBER` @raw @body cluster::run */
    public function georadiusbymember(string $key, string $member, float $radius, string $unit, array $options = []): mixed {}

    /** `GEORADIUSBYMEMBER_RO` @raw @body cluster::run */
    public function georadiusbymember_ro(string $key, string $member, float $radius, string $unit, array $options = []): mixed {}

    /** `GEOSEARCH` @raw @body cluster::run */
    public function geosearch(string $key, array|string $position, array|int|float $shape, string $unit, array $options = []): RedisCluster|array {}

    /** `GEOSEARCHSTORE` @raw @body cluster::run */
    public function geosearchstore(string $dst, string $src, array|string $position, array|int|float $shape, string $unit, array $options = []): RedisCluster|array|int|false {}

    /** `GET` @raw @body cluster::run */
    public function get(string $key): mixed {}

    /** `GETDEL` @raw @body cluster::run */
    public function getdel(string $key): mixed {}

    /** `GET` @raw @body cluster::run */
    public function getWithMeta(string $key): RedisCluster|array|false {}

    /** `GETEX` @raw @body cluster::run */
    public function getex(string $key, array $options = []): RedisCluster|string|false {}

    /** `GETBIT` @raw @body cluster::run */
    public function getbit(string $key, int $value): RedisCluster|int|false {}

    /** What a server complained of last. @body cluster::about::getlasterror */
    public function getlasterror(): ?string {}

    /** Are commands being collected? @body cluster::about::getmode */
    public function getmode(): int {}

    /** An option. @body cluster::about::getoption */
    public function getoption(int $option): mixed {}

    /** `GETRANGE` @raw @body cluster::run */
    public function getrange(string $key, int $start, int $end): RedisCluster|string|false {}

    /** `LCS` @raw @body cluster::run */
    public function lcs(string $key1, string $key2, ?array $options = null): RedisCluster|array|string|int|false {}

    /** `GETSET` @raw @body cluster::run */
    public function getset(string $key, mixed $value): RedisCluster|string|bool {}

    /** How much was sent and received. @body cluster::about::gettransferredbytes */
    public function gettransferredbytes(): array|false {}

    /** Counts from zero again. @body cluster::about::cleartransferredbytes */
    public function cleartransferredbytes(): void {}

    /** `HDEL` @raw @body cluster::run */
    public function hdel(string $key, string $member, string ...$other_members): RedisCluster|int|false {}

    /** `HEXISTS` @raw @body cluster::run */
    public function hexists(string $key, string $member): RedisCluster|bool {}

    /** `HGET` @raw @body cluster::run */
    public function hget(string $key, string $member): mixed {}

    /** `HGETALL` @raw @body cluster::run */
    public function hgetall(string $key): RedisCluster|array|false {}

    /** `HINCRBY` @raw @body cluster::run */
    public function hincrby(string $key, string $member, int $value): RedisCluster|int|false {}

    /** `HINCRBYFLOAT` @raw @body cluster::run */
    public function hincrbyfloat(string $key, string $member, float $value): RedisCluster|float|false {}

    /** `HKEYS` @raw @body cluster::run */
    public function hkeys(string $key): RedisCluster|array|false {}

    /** `HLEN` @raw @body cluster::run */
    public function hlen(string $key): RedisCluster|int|false {}

    /** `HMGET` @raw @body cluster::run */
    public function hmget(string $key, array $keys): RedisCluster|array|false {}

    /** `HMSET` @raw @body cluster::run */
    public function hmset(string $key, array $key_values): RedisCluster|bool {}

    /** `HSCAN` */
    public function hscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): array|bool {}

    /** `EXPIREMEMBER` @raw @body cluster::run */
    public function expiremember(string $key, string $field, int $ttl, ?string $unit = null): Redis|int|false {}

    /** `EXPIREMEMBERAT` @raw @body cluster::run */
    public function expirememberat(string $key, string $field, int $timestamp): Redis|int|false {}

    /** `HRANDFIELD` @raw @body cluster::run */
    public function hrandfield(string $key, ?array $options = null): RedisCluster|array|string {}

    /** `HSET` @raw @any-count @body cluster::run */
    public function hset(string $key, string $member, mixed $value): RedisCluster|int|false {}

    /** `HSETNX` @raw @body cluster::run */
    public function hsetnx(string $key, string $member, mixed $value): RedisCluster|bool {}

    /** `HSTRLEN` @raw @body cluster::run */
    public function hstrlen(string $key, string $field): RedisCluster|int|false {}

    /** `HVALS` @raw @body cluster::run */
    public function hvals(string $key): RedisCluster|array|false {}

    /** `INCR` @raw @body cluster::run */
    public function incr(string $key, int $by = 1): RedisCluster|int|false {}

    /** `INCRBY` @raw @body cluster::run */
    public function incrby(string $key, int $value): RedisCluster|int|false {}

    /** `INCRBYFLOAT` @raw @body cluster::run */
    public function incrbyfloat(string $key, float $value): RedisCluster|float|false {}

    /** `INFO` at one server. @raw @body cluster::directed::run */
    public function info(array|string $key_or_address, string ...$sections): RedisCluster|array|false {}

    /** `KEYS` of all masters. */
    public function keys(string $pattern): RedisCluster|array|false {}

    /** `LASTSAVE` at one server. @raw @body cluster::directed::run */
    public function lastsave(array|string $key_or_address): RedisCluster|int|false {}

    /** `LINDEX` @raw @body cluster::run */
    public function lget(string $key, int $index): RedisCluster|string|bool {}

    /** `LINDEX` @raw @body cluster::run */
    public function lindex(string $key, int $index): mixed {}

    /** `LINSERT` @raw @body cluster::run */
    public function linsert(string $key, string $pos, mixed $pivot, mixed $value): RedisCluster|int|false {}

    /** `LLEN` @raw @body cluster::run */
    public function llen(string $key): RedisCluster|int|bool {}

    /** `LPOP` @raw @body cluster::run */
    public function lpop(string $key, int $count = 0): RedisCluster|array|string|bool {}

    /** `LPOS` @raw @body cluster::run */
    public function lpos(string $key, mixed $value, ?array $options = null): Redis|array|int|bool|null {}

    /** `LPUSH` @raw @body cluster::run */
    public function lpush(string $key, mixed $value, mixed ...$other_values): RedisCluster|int|bool {}

    /** `LPUSHX` @raw @body cluster::run */
    public function lpushx(string $key, mixed $value): RedisCluster|int|bool {}

    /** `LRANGE` @raw @body cluster::run */
    public function lrange(string $key, int $start, int $end): RedisCluster|array|false {}

    /** `LREM` @raw @body cluster::run */
    public function lrem(string $key, mixed $value, int $count = 0): RedisCluster|int|bool {}

    /** `LSET` @raw @body cluster::run */
    public function lset(string $key, int $index, mixed $value): RedisCluster|bool {}

    /** `LTRIM` @raw @body cluster::run */
    public function ltrim(string $key, int $start, int $end): RedisCluster|bool {}

    /** `MGET` @body cluster::many::mget */
    public function mget(array $keys): RedisCluster|array|false {}

    /** `MSET` @raw @body cluster::many::mset */
    public function mset(array $key_values): RedisCluster|bool {}

    /** `MSETNX` @raw @body cluster::many::mset */
    public function msetnx(array $key_values): RedisCluster|array|false {}

    /** Collects commands. @body cluster::transaction::multi */
    public function multi(int $value = Redis::MULTI): RedisCluster|bool {}

    /** `OBJECT` @raw @body cluster::run */
    public function object(string $subcommand, string $key): RedisCluster|string|int|false {}

    /** `PERSIST` @raw @body cluster::run */
    public function persist(string $key): RedisCluster|bool {}

    /** `PEXPIRE` @raw @body cluster::run */
    public function pexpire(string $key, int $timeout, ?string $mode = null): RedisCluster|bool {}

    /** `PEXPIREAT` @raw @body cluster::run */
    public function pexpireat(string $key, int $timestamp, ?string $mode = null): RedisCluster|bool {}

    /** `PFADD` @raw @body cluster::run */
    public function pfadd(string $key, array $elements): RedisCluster|bool {}

    /** `PFCOUNT` @raw @body cluster::run */
    public function pfcount(string $key): RedisCluster|int|false {}

    /** `PFMERGE` @raw @body cluster::run */
    public function pfmerge(string $key, array $keys): RedisCluster|bool {}

    /** `PING` at one server. @raw @body cluster::directed::run */
    public function ping(array|string $key_or_address, ?string $message = null): mixed {}

    /** `PSETEX` @raw @body cluster::run */
    public function psetex(string $key, int $timeout, string $value): RedisCluster|bool {}

    /** Waits for messages of channels whose names fit. */
    public function psubscribe(array $patterns, callable $callback): void {}

    /** `PTTL` @raw @body cluster::run */
    public function pttl(string $key): RedisCluster|int|false {}

    /** `PUBLISH` @raw @body cluster::run */
    public function publish(string $channel, string $message): RedisCluster|int|bool {}

    /** `PUBSUB` at one server. @raw @body cluster::directed::words */
    public function pubsub(array|string $key_or_address, string ...$values): mixed {}

    /** Ends waiting. @raw @body cluster::punsubscribe */
    public function punsubscribe(string $pattern, string ...$other_patterns): array|bool {}

    /** `RANDOMKEY` at one server. @raw @body cluster::directed::run */
    public function randomkey(array|string $key_or_address): RedisCluster|string|bool {}

    /** Any command, as it is, at one server. @raw @body cluster::directed::run */
    public function rawcommand(array|string $key_or_address, string $command, mixed ...$args): mixed {}

    /** `RENAME` @raw @body cluster::run */
    public function rename(string $key_src, string $key_dst): RedisCluster|bool {}

    /** `RENAMENX` @raw @body cluster::run */
    public function renamenx(string $key, string $newkey): RedisCluster|bool {}

    /** `RESTORE` @raw @body cluster::run */
    public function restore(string $key, int $timeout, string $value, ?array $options = null): RedisCluster|bool {}

    /** `ROLE` at one server. @raw @body cluster::directed::run */
    public function role(array|string $key_or_address): mixed {}

    /** `RPOP` @raw @body cluster::run */
    public function rpop(string $key, int $count = 0): RedisCluster|array|string|bool {}

    /** `RPOPLPUSH` @raw @body cluster::run */
    public function rpoplpush(string $src, string $dst): RedisCluster|string|bool {}

    /** `RPUSH` @raw @body cluster::run */
    public function rpush(string $key, mixed ...$elements): RedisCluster|int|false {}

    /** `RPUSHX` @raw @body cluster::run */
    public function rpushx(string $key, string $value): RedisCluster|int|bool {}

    /** `SADD` @raw @body cluster::run */
    public function sadd(string $key, mixed $value, mixed ...$other_values): RedisCluster|int|false {}

    /** `SADD` @raw @body cluster::run */
    public function saddarray(string $key, array $values): RedisCluster|int|bool {}

    /** `SAVE` at one server. @raw @body cluster::directed::run */
    public function save(array|string $key_or_address): RedisCluster|bool {}

    /** `SCAN` at one server. */
    public function scan(string|int|null &$iterator, array|string $key_or_address, ?string $pattern = null, int $count = 0): array|bool {}

    /** `SCARD` @raw @body cluster::run */
    public function scard(string $key): RedisCluster|int|false {}

    /** `SCRIPT` at one server. @raw @body cluster::directed::run */
    public function script(array|string $key_or_address, mixed ...$args): mixed {}

    /** `SDIFF` @raw @body cluster::run */
    public function sdiff(string $key, string ...$other_keys): RedisCluster|array|false {}

    /** `SDIFFSTORE` @raw @body cluster::run */
    public function sdiffstore(string $dst, string $key, string ...$other_keys): RedisCluster|int|false {}

    /** `SET` @raw @body cluster::run */
    public function set(string $key, mixed $value, mixed $options = null): RedisCluster|string|bool {}

    /** `SETBIT` @raw @body cluster::run */
    public function setbit(string $key, int $offset, bool $onoff): RedisCluster|int|false {}

    /** `SETEX` @raw @body cluster::run */
    public function setex(string $key, int $expire, mixed $value): RedisCluster|bool {}

    /** `SETNX` @raw @body cluster::run */
    public function setnx(string $key, mixed $value): RedisCluster|bool {}

    /** Sets an option. @body cluster::about::setoption */
    public function setoption(int $option, mixed $value): bool {}

    /** `SETRANGE` @raw @body cluster::run */
    public function setrange(string $key, int $offset, string $value): RedisCluster|int|false {}

    /** `SINTER` @raw @body cluster::run */
    public function sinter(array|string $key, string ...$other_keys): RedisCluster|array|false {}

    /** `SINTERCARD` @raw @body cluster::run */
    public function sintercard(array $keys, int $limit = -1): RedisCluster|int|false {}

    /** `SINTERSTORE` @raw @body cluster::run */
    public function sinterstore(array|string $key, string ...$other_keys): RedisCluster|int|false {}

    /** `SISMEMBER` @raw @body cluster::run */
    public function sismember(string $key, mixed $value): RedisCluster|bool {}

    /** `SMISMEMBER` @raw @body cluster::run */
    public function smismember(string $key, string $member, string ...$other_members): RedisCluster|array|false {}

    /** `SLOWLOG` at one server. @raw @body cluster::directed::words */
    public function slowlog(array|string $key_or_address, mixed ...$args): mixed {}

    /** `SMEMBERS` @raw @body cluster::run */
    public function smembers(string $key): RedisCluster|array|false {}

    /** `SMOVE` @raw @body cluster::run */
    public function smove(string $src, string $dst, string $member): RedisCluster|bool {}

    /** `SORT` @raw @body cluster::run */
    public function sort(string $key, ?array $options = null): RedisCluster|array|string|int|bool {}

    /** `SORT_RO` @raw @body cluster::run */
    public function sort_ro(string $key, ?array $options = null): RedisCluster|array|string|int|bool {}

    /** `SPOP` @raw @body cluster::run */
    public function spop(string $key, int $count = 0): RedisCluster|array|string|false {}

    /** `SRANDMEMBER` @raw @body cluster::run */
    public function srandmember(string $key, int $count = 0): RedisCluster|array|string|false {}

    /** `SREM` @raw @body cluster::run */
    public function srem(string $key, mixed $value, mixed ...$other_values): RedisCluster|int|false {}

    /** `SSCAN` */
    public function sscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): array|false {}

    /** `STRLEN` @raw @body cluster::run */
    public function strlen(string $key): RedisCluster|int|false {}

    /** Waits for messages of channels. */
    public function subscribe(array $channels, callable $cb): void {}

    /** `SUNION` @raw @body cluster::run */
    public function sunion(string $key, string ...$other_keys): RedisCluster|array|bool {}

    /** `SUNIONSTORE` @raw @body cluster::run */
    public function sunionstore(string $dst, string $key, string ...$other_keys): RedisCluster|int|false {}

    /** `TIME` at one server. @raw @body cluster::directed::run */
    public function time(array|string $key_or_address): RedisCluster|array|bool {}

    /** `TTL` @raw @body cluster::run */
    public function ttl(string $key): RedisCluster|int|false {}

    /** `TYPE` @raw @body cluster::run */
    public function type(string $key): RedisCluster|int|false {}

    /** Ends waiting. */
    public function unsubscribe(array $channels): array|bool {}

    /** `UNLINK` @raw @body cluster::many::delete */
    public function unlink(array|string $key, string ...$other_keys): RedisCluster|int|false {}

    /** `UNWATCH` @body cluster::transaction::unwatch */
    public function unwatch(): bool {}

    /** `WATCH` @raw @body cluster::transaction::watch */
    public function watch(string $key, string ...$other_keys): RedisCluster|bool {}

    /** `XACK` @raw @body cluster::run */
    public function xack(string $key, string $group, array $ids): RedisCluster|int|false {}

    /** `XADD` @raw @any-count @body cluster::run */
    public function xadd(string $key, string $id, array $values, int $maxlen = 0, bool $approx = false): RedisCluster|string|false {}

    /** `XCLAIM` @raw @body cluster::run */
    public function xclaim(string $key, string $group, string $consumer, int $min_iddle, array $ids, array $options): RedisCluster|array|string|false {}

    /** `XDEL` @raw @body cluster::run */
    public function xdel(string $key, array $ids): RedisCluster|int|false {}

    /** `XGROUP` @raw @body cluster::run */
    public function xgroup(string $operation, ?string $key = null, ?string $group = null, ?string $id_or_consumer = null, bool $mkstream = false, int $entries_read = -2): mixed {}

    /** `XAUTOCLAIM` @raw @body cluster::run */
    public function xautoclaim(string $key, string $group, string $consumer, int $min_idle, string $start, int $count = -1, bool $justid = false): RedisCluster|array|bool {}

    /** `XINFO` @raw @body cluster::run */
    public function xinfo(string $operation, ?string $arg1 = null, ?string $arg2 = null, int $count = -1): mixed {}

    /** `XLEN` @raw @body cluster::run */
    public function xlen(string $key): RedisCluster|int|false {}

    /** `XPENDING` @raw @body cluster::run */
    public function xpending(string $key, string $group, ?string $start = null, ?string $end = null, int $count = -1, ?string $consumer = null): RedisCluster|array|false {}

    /** `XRANGE` @raw @body cluster::run */
    public function xrange(string $key, string $start, string $end, int $count = -1): RedisCluster|array|bool {}

    /** `XREAD` @raw @body cluster::run */
    public function xread(array $streams, int $count = -1, int $block = -1): RedisCluster|array|bool {}

    /** `XREADGROUP` @raw @body cluster::run */
    public function xreadgroup(string $group, string $consumer, array $streams, int $count = 1, int $block = 1): RedisCluster|array|bool {}

    /** `XREVRANGE` @raw @body cluster::run */
    public function xrevrange(string $key, string $start, string $end, int $count = -1): RedisCluster|array|bool {}

    /** `XTRIM` @raw @body cluster::run */
    public function xtrim(string $key, int $maxlen, bool $approx = false, bool $minid = false, int $limit = -1): RedisCluster|int|false {}

    /** `ZADD` @raw @body cluster::run */
    public function zadd(string $key, array|float $score_or_options, mixed ...$more_scores_and_mems): RedisCluster|int|float|false {}

    /** `ZCARD` @raw @body cluster::run */
    public function zcard(string $key): RedisCluster|int|false {}

    /** `ZCOUNT` @raw @body cluster::run */
    public function zcount(string $key, string $start, string $end): RedisCluster|int|false {}

    /** `ZINCRBY` @raw @body cluster::run */
    public function zincrby(string $key, float $value, string $member): RedisCluster|float|false {}

    /** `ZINTERSTORE` @raw @body cluster::run */
    public function zinterstore(string $dst, array $keys, ?array $weights = null, ?string $aggregate = null): RedisCluster|int|false {}

    /** `ZINTERCARD` @raw @body cluster::run */
    public function zintercard(array $keys, int $limit = -1): RedisCluster|int|false {}

    /** `ZLEXCOUNT` @raw @body cluster::run */
    public function zlexcount(string $key, string $min, string $max): RedisCluster|int|false {}

    /** `ZPOPMAX` @raw @body cluster::run */
    public function zpopmax(string $key, ?int $value = null): RedisCluster|array|bool {}

    /** `ZPOPMIN` @raw @body cluster::run */
    public function zpopmin(string $key, ?int $value = null): RedisCluster|array|bool {}

    /** `ZRANGE` @raw @body cluster::run */
    public function zrange(string $key, mixed $start, mixed $end, array|bool|null $options = null): RedisCluster|array|bool {}

    /** `ZRANGESTORE` @raw @body cluster::run */
    public function zrangestore(string $dstkey, string $srckey, int $start, int $end, array|bool|null $options = null): RedisCluster|int|false {}

    /** `ZRANDMEMBER` @raw @body cluster::run */
    public function zrandmember(string $key, ?array $options = null): RedisCluster|array|string {}

    /** `ZRANGEBYLEX` @raw @body cluster::run */
    public function zrangebylex(string $key, string $min, string $max, int $offset = -1, int $count = -1): RedisCluster|array|false {}

    /** `ZRANGEBYSCORE` @raw @body cluster::run */
    public function zrangebyscore(string $key, string $start, string $end, array $options = []): RedisCluster|array|false {}

    /** `ZRANK` @raw @body cluster::run */
    public function zrank(string $key, mixed $member): RedisCluster|int|false {}

    /** `ZREM` @raw @body cluster::run */
    public function zrem(string $key, string $value, string ...$other_values): RedisCluster|int|false {}

    /** `ZREMRANGEBYLEX` @raw @body cluster::run */
    public function zremrangebylex(string $key, string $min, string $max): RedisCluster|int|false {}

    /** `ZREMRANGEBYRANK` @raw @body cluster::run */
    public function zremrangebyrank(string $key, string $min, string $max): RedisCluster|int|false {}

    /** `ZREMRANGEBYSCORE` @raw @body cluster::run */
    public function zremrangebyscore(string $key, string $min, string $max): RedisCluster|int|false {}

    /** `ZREVRANGE` @raw @body cluster::run */
    public function zrevrange(string $key, string $min, string $max, ?array $options = null): RedisCluster|array|bool {}

    /** `ZREVRANGEBYLEX` @raw @body cluster::run */
    public function zrevrangebylex(string $key, string $min, string $max, ?array $options = null): RedisCluster|array|bool {}

    /** `ZREVRANGEBYSCORE` @raw @body cluster::run */
    public function zrevrangebyscore(string $key, string $min, string $max, ?array $options = null): RedisCluster|array|bool {}

    /** `ZREVRANK` @raw @body cluster::run */
    public function zrevrank(string $key, mixed $member): RedisCluster|int|false {}

    /** `ZSCAN` */
    public function zscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): RedisCluster|array|bool {}

    /** `ZSCORE` @raw @body cluster::run */
    public function zscore(string $key, mixed $member): RedisCluster|float|false {}

    /** `ZMSCORE` @raw @body cluster::run */
    public function zmscore(string $key, mixed $member, mixed ...$other_members): Redis|array|false {}

    /** `ZUNIONSTORE` @raw @body cluster::run */
    public function zunionstore(string $dst, array $keys, ?array $weights = null, ?string $aggregate = null): RedisCluster|int|false {}

    /** `ZINTER` @raw @body cluster::run */
    public function zinter(array $keys, ?array $weights = null, ?array $options = null): RedisCluster|array|false {}

    /** `ZDIFFSTORE` @raw @body cluster::run */
    public function zdiffstore(string $dst, array $keys): RedisCluster|int|false {}

    /** `ZUNION` @raw @body cluster::run */
    public function zunion(array $keys, ?array $weights = null, ?array $options = null): RedisCluster|array|false {}

    /** `ZDIFF` @raw @body cluster::run */
    public function zdiff(array $keys, ?array $options = null): RedisCluster|array|false {}
}
