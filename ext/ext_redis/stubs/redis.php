<?php

/** A connection to a server. @module redis @object-handlers redis::object_handlers */
class Redis
{
    public const REDIS_NOT_FOUND = 0;
    public const REDIS_STRING = 1;
    public const REDIS_SET = 2;
    public const REDIS_LIST = 3;
    public const REDIS_ZSET = 4;
    public const REDIS_HASH = 5;
    public const REDIS_STREAM = 6;
    public const ATOMIC = 0;
    public const MULTI = 1;
    public const PIPELINE = 2;
    public const OPT_SERIALIZER = 1;
    public const OPT_PREFIX = 2;
    public const OPT_READ_TIMEOUT = 3;
    public const OPT_TCP_KEEPALIVE = 6;
    public const OPT_COMPRESSION = 7;
    public const OPT_REPLY_LITERAL = 8;
    public const OPT_COMPRESSION_LEVEL = 9;
    public const OPT_NULL_MULTIBULK_AS_NULL = 10;
    public const OPT_PACK_IGNORE_NUMBERS = 15;
    public const SERIALIZER_NONE = 0;
    public const SERIALIZER_PHP = 1;
    public const SERIALIZER_IGBINARY = 2;
    public const SERIALIZER_MSGPACK = 3;
    public const SERIALIZER_JSON = 4;
    public const COMPRESSION_NONE = 0;
    public const COMPRESSION_LZF = 1;
    public const COMPRESSION_ZSTD = 2;
    public const COMPRESSION_ZSTD_DEFAULT = 3;
    public const COMPRESSION_ZSTD_MIN = -131072;
    public const COMPRESSION_ZSTD_MAX = 22;
    public const COMPRESSION_LZ4 = 3;
    public const OPT_SCAN = 4;
    public const SCAN_RETRY = 1;
    public const SCAN_NORETRY = 0;
    public const SCAN_PREFIX = 2;
    public const SCAN_NOPREFIX = 3;
    public const BEFORE = "before";
    public const AFTER = "after";
    public const LEFT = "left";
    public const RIGHT = "right";
    public const OPT_MAX_RETRIES = 11;
    public const OPT_BACKOFF_ALGORITHM = 12;
    public const BACKOFF_ALGORITHM_DEFAULT = 0;
    public const BACKOFF_ALGORITHM_CONSTANT = 6;
    public const BACKOFF_ALGORITHM_UNIFORM = 5;
    public const BACKOFF_ALGORITHM_EXPONENTIAL = 4;
    public const BACKOFF_ALGORITHM_FULL_JITTER = 2;
    public const BACKOFF_ALGORITHM_EQUAL_JITTER = 3;
    public const BACKOFF_ALGORITHM_DECORRELATED_JITTER = 1;
    public const OPT_BACKOFF_BASE = 13;
    public const OPT_BACKOFF_CAP = 14;

    /** Takes where to connect to, later. */
    public function __construct(?array $options = null) {}

    /** Gives up what has not been executed. */
    public function __destruct() {}

    /** Connects. @optional $port */
    public function connect(string $host, int $port = 6379, float $timeout = 0, ?string $persistent_id = null, int $retry_interval = 0, float $read_timeout = 0, ?array $context = null): bool {}

    /** Connects. @body redis::connect @optional $port @deprecated */
    public function open(string $host, int $port = 6379, float $timeout = 0, ?string $persistent_id = null, int $retry_interval = 0, float $read_timeout = 0, ?array $context = null): bool {}

    /** Connects, or takes a connection that is there. @optional $port */
    public function pconnect(string $host, int $port = 6379, float $timeout = 0, ?string $persistent_id = null, int $retry_interval = 0, float $read_timeout = 0, ?array $context = null): bool {}

    /** Connects, or takes a connection that is there. @body redis::pconnect @optional $port @deprecated */
    public function popen(string $host, int $port = 6379, float $timeout = 0, ?string $persistent_id = null, int $retry_interval = 0, float $read_timeout = 0, ?array $context = null): bool {}

    /** Ends the connection. */
    public function close(): bool {}

    /** Is there a connection? */
    public function isConnected(): bool {}

    /** `RESET` */
    public function reset(): Redis|bool {}

    /** Where it is connected to. */
    public function getHost(): string {}

    /** Where it is connected to. */
    public function getPort(): int {}

    /** The database that is in use. @body redis::get_dbnum */
    public function getDBNum(): int {}

    /** How long connecting may take. */
    public function getTimeout(): float|false {}

    /** How long replies may take. */
    public function getReadTimeout(): float {}

    /** What tells persistent connections apart. @body redis::get_persistent_id */
    public function getPersistentID(): ?string {}

    /** Who it is connected as. */
    public function getAuth(): mixed {}

    /** How much was sent and received. */
    public function getTransferredBytes(): array {}

    /** Counts from zero again. */
    public function clearTransferredBytes(): void {}

    /** What the server complained of last. */
    public function getLastError(): ?string {}

    /** Forgets that. */
    public function clearLastError(): bool {}

    /** What kind of server it is. */
    public function serverName(): string|false {}

    /** Which version it is. */
    public function serverVersion(): string|false {}

    /** An option. */
    public function getOption(int $option): mixed {}

    /** Sets an option. */
    public function setOption(int $option, mixed $value): bool {}

    /** A key with the prefix in front of it. */
    public function _prefix(string $key): string {}

    /** A value as text. */
    public function _serialize(mixed $value): string {}

    /** A value out of text. */
    public function _unserialize(string $value): mixed {}

    /** Text, compressed. */
    public function _compress(string $value): string {}

    /** Text that was compressed. */
    public function _uncompress(string $value): string {}

    /** A value as it is kept. */
    public function _pack(mixed $value): string {}

    /** A value as it was kept. */
    public function _unpack(string $value): mixed {}

    /** Collects commands: a transaction, or a pipeline. */
    public function multi(int $value = Redis::MULTI): Redis|bool {}

    /** Collects commands. */
    public function pipeline(): Redis|bool {}

    /** Executes what was collected. */
    public function exec(): Redis|array|false {}

    /** Forgets what was collected. */
    public function discard(): Redis|bool {}

    /** Are commands being collected? */
    public function getMode(): int {}

    /** `SCAN` */
    public function scan(string|int|null &$iterator, ?string $pattern = null, int $count = 0, ?string $type = null): array|false {}

    /** `SSCAN` */
    public function sscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): array|false {}

    /** `HSCAN` */
    public function hscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): Redis|array|bool {}

    /** `ZSCAN` */
    public function zscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): Redis|array|false {}

    /** Waits for messages of channels. */
    public function subscribe(array $channels, callable $cb): bool {}

    /** Waits for messages of channels whose names fit. */
    public function psubscribe(array $patterns, callable $cb): bool {}

    /** Waits for messages of channels that belong to slots. */
    public function ssubscribe(array $channels, callable $cb): bool {}

    /** Ends waiting. */
    public function unsubscribe(array $channels): Redis|array|bool {}

    /** Ends waiting. */
    public function punsubscribe(array $patterns): Redis|array|bool {}

    /** Ends waiting. */
    public function sunsubscribe(array $channels): Redis|array|bool {}

    /** `DEL` @raw @body redis::run */
    public function del(array|string $key, string ...$other_keys): Redis|int|false {}

    /** `DEL` @raw @body redis::run @deprecated */
    public function delete(array|string $key, string ...$other_keys): Redis|int|false {}

    /** `UNLINK` @raw @body redis::run */
    public function unlink(array|string $key, string ...$other_keys): Redis|int|false {}

    /** `EXISTS` @raw @body redis::run */
    public function exists(mixed $key, mixed ...$other_keys): Redis|int|bool {}

    /** `TOUCH` @raw @body redis::run */
    public function touch(array|string $key_or_array, string ...$more_keys): Redis|int|false {}

    /** `WATCH` @raw @body redis::run */
    public function watch(array|string $key, string ...$other_keys): Redis|bool {}

    /** `UNWATCH` @raw @body redis::run */
    public function unwatch(): Redis|bool {}

    /** `KEYS` @raw @body redis::run */
    public function keys(string $pattern) {}

    /** `TYPE` @raw @body redis::run */
    public function type(string $key): Redis|int|false {}

    /** `RANDOMKEY` @raw @body redis::run */
    public function randomKey(): Redis|string|false {}

    /** `RENAME` @raw @body redis::run */
    public function rename(string $old_name, string $new_name): Redis|bool {}

    /** `RENAMENX` @raw @body redis::run */
    public function renameNx(string $key_src, string $key_dst): Redis|bool {}

    /** `COPY` @raw @body redis::run */
    public function copy(string $src, string $dst, ?array $options = null): Redis|bool {}

    /** `MOVE` @raw @body redis::run */
    public function move(string $key, int $index): Redis|bool {}

    /** `PERSIST` @raw @body redis::run */
    public function persist(string $key): Redis|bool {}

    /** `EXPIRE` @raw @body redis::run */
    public function expire(string $key, int $timeout, ?string $mode = null): Redis|bool {}

    /** `PEXPIRE` @raw @body redis::run */
    public function pexpire(string $key, int $timeout, ?string $mode = null): bool {}

    /** `EXPIREAT` @raw @body redis::run */
    public function expireAt(string $key, int $timestamp, ?string $mode = null): Redis|bool {}

    /** `PEXPIREAT` @raw @body redis::run */
    public function pexpireAt(string $key, int $timestamp, ?string $mode = null): Redis|bool {}

    /** `EXPIRETIME` @raw @body redis::run */
    public function expiretime(string $key): Redis|int|false {}

    /** `PEXPIRETIME` @raw @body redis::run */
    public function pexpiretime(string $key): Redis|int|false {}

    /** `TTL` @raw @body redis::run */
    public function ttl(string $key): Redis|int|false {}

    /** `PTTL` @raw @body redis::run */
    public function pttl(string $key): Redis|int|false {}

    /** `OBJECT` @raw @body redis::run */
    public function object(string $subcommand, string $key): Redis|string|int|false {}

    /** `DUMP` @raw @body redis::run */
    public function dump(string $key): Redis|string|false {}

    /** `RESTORE` @raw @body redis::run */
    public function restore(string $key, int $ttl, string $value, ?array $options = null): Redis|bool {}

    /** `MIGRATE` @raw @body redis::run */
    public function migrate(string $host, int $port, array|string $key, int $dstdb, int $timeout, bool $copy = false, bool $replace = false, #[SensitiveParameter] mixed $credentials = null): Redis|bool {}

    /** `SORT` @raw @body redis::run */
    public function sort(string $key, ?array $options = null): mixed {}

    /** `SORT_RO` @raw @body redis::run */
    public function sort_ro(string $key, ?array $options = null): mixed {}

    /** `SORT` @raw @body redis::run @deprecated */
    public function sortAsc(string $key, ?string $pattern = null, mixed $get = null, int $offset = -1, int $count = -1, ?string $store = null): array {}

    /** `SORT` @raw @body redis::run @deprecated */
    public function sortAscAlpha(string $key, ?string $pattern = null, mixed $get = null, int $offset = -1, int $count = -1, ?string $store = null): array {}

    /** `SORT` @raw @body redis::run @deprecated */
    public function sortDesc(string $key, ?string $pattern = null, mixed $get = null, int $offset = -1, int $count = -1, ?string $store = null): array {}

    /** `SORT` @raw @body redis::run @deprecated */
    public function sortDescAlpha(string $key, ?string $pattern = null, mixed $get = null, int $offset = -1, int $count = -1, ?string $store = null): array {}

    /** `PFADD` @raw @body redis::run */
    public function pfadd(string $key, array $elements): Redis|int {}

    /** `PFCOUNT` @raw @body redis::run */
    public function pfcount(array|string $key_or_keys): Redis|int|false {}

    /** `PFMERGE` @raw @body redis::run */
    public function pfmerge(string $dst, array $srckeys): Redis|bool {}

    /** `SET` @raw @body redis::run */
    public function set(string $key, mixed $value, mixed $options = null): Redis|string|bool {}

    /** `SETEX` @raw @body redis::run */
    public function setex(string $key, int $expire, mixed $value) {}

    /** `PSETEX` @raw @body redis::run */
    public function psetex(string $key, int $expire, mixed $value): Redis|bool {}

    /** `SETNX` @raw @body redis::run */
    public function setnx(string $key, mixed $value): Redis|bool {}

    /** `GET` @raw @body redis::run */
    public function get(string $key): mixed {}

    /** `GET` @raw @body redis::run */
    public function getWithMeta(string $key): Redis|array|false {}

    /** `GETDEL` @raw @body redis::run */
    public function getDel(string $key): Redis|string|bool {}

    /** `GETEX` @raw @body redis::run */
    public function getEx(string $key, array $options = []): Redis|string|bool {}

    /** `GETSET` @raw @body redis::run */
    public function getset(string $key, mixed $value): Redis|string|false {}

    /** `MGET` @raw @body redis::run */
    public function mget(array $keys): Redis|array|false {}

    /** `MSET` @raw @body redis::run */
    public function mset(array $key_values): Redis|bool {}

    /** `MSETNX` @raw @body redis::run */
    public function msetnx(array $key_values): Redis|bool {}

    /** `APPEND` @raw @body redis::run */
    public function append(string $key, mixed $value): Redis|int|false {}

    /** `GETRANGE` @raw @body redis::run */
    public function getRange(string $key, int $start, int $end): Redis|string|false {}

    /** `SETRANGE` @raw @body redis::run */
    public function setRange(string $key, int $index, string $value): Redis|int|false {}

    /** `STRLEN` @raw @body redis::run */
    public function strlen(string $key): Redis|int|false {}

    /** `LCS` @raw @body redis::run */
    public function lcs(string $key1, string $key2, ?array $options = null): Redis|array|string|int|false {}

    /** `INCR` @raw @body redis::run */
    public function incr(string $key, int $by = 1): Redis|int|false {}

    /** `DECR` @raw @body redis::run */
    public function decr(string $key, int $by = 1): Redis|int|false {}

    /** `INCRBY` @raw @body redis::run */
    public function incrBy(string $key, int $value): Redis|int|false {}

    /** `DECRBY` @raw @body redis::run */
    public function decrBy(string $key, int $value): Redis|int|false {}

    /** `INCRBYFLOAT` @raw @body redis::run */
    public function incrByFloat(string $key, float $value): Redis|float|false {}

    /** `GETBIT` @raw @body redis::run */
    public function getBit(string $key, int $idx): Redis|int|false {}

    /** `SETBIT` @raw @body redis::run */
    public function setBit(string $key, int $idx, bool $value): Redis|int|false {}

    /** `BITCOUNT` @raw @body redis::run */
    public function bitcount(string $key, int $start = 0, int $end = -1, bool $bybit = false): Redis|int|false {}

    /** `BITPOS` @raw @body redis::run */
    public function bitpos(string $key, bool $bit, int $start = 0, int $end = -1, bool $bybit = false): Redis|int|false {}

    /** `BITOP` @raw @body redis::run */
    public function bitop(string $operation, string $deskey, string $srckey, string ...$other_keys): Redis|int|false {}

    /** `LPUSH` @raw @body redis::run */
    public function lPush(string $key, mixed ...$elements): Redis|int|false {}

    /** `RPUSH` @raw @body redis::run */
    public function rPush(string $key, mixed ...$elements): Redis|int|false {}

    /** `LPUSHX` @raw @body redis::run */
    public function lPushx(string $key, mixed $value): Redis|int|false {}

    /** `RPUSHX` @raw @body redis::run */
    public function rPushx(string $key, mixed $value): Redis|int|false {}

    /** `LPOP` @raw @body redis::run */
    public function lPop(string $key, int $count = 0): Redis|array|string|bool {}

    /** `RPOP` @raw @body redis::run */
    public function rPop(string $key, int $count = 0): Redis|array|string|bool {}

    /** `BLPOP` @raw @body redis::run */
    public function blPop(array|string $key_or_keys, string|int|float $timeout_or_key, mixed ...$extra_args): Redis|array|false|null {}

    /** `BRPOP` @raw @body redis::run */
    public function brPop(array|string $key_or_keys, string|int|float $timeout_or_key, mixed ...$extra_args): Redis|array|false|null {}

    /** `RPOPLPUSH` @raw @body redis::run */
    public function rpoplpush(string $srckey, string $dstkey): Redis|string|false {}

    /** `BRPOPLPUSH` @raw @body redis::run */
    public function brpoplpush(string $src, string $dst, int|float $timeout): Redis|string|false {}

    /** `LMOVE` @raw @body redis::run */
    public function lMove(string $src, string $dst, string $wherefrom, string $whereto): Redis|string|false {}

    /** `BLMOVE` @raw @body redis::run */
    public function blmove(string $src, string $dst, string $wherefrom, string $whereto, float $timeout): Redis|string|false {}

    /** `LMPOP` @raw @body redis::run */
    public function lmpop(array $keys, string $from, int $count = 1): Redis|array|false|null {}

    /** `BLMPOP` @raw @body redis::run */
    public function blmpop(float $timeout, array $keys, string $from, int $count = 1): Redis|array|false|null {}

    /** `LLEN` @raw @body redis::run */
    public function lLen(string $key): Redis|int|false {}

    /** `LINDEX` @raw @body redis::run */
    public function lindex(string $key, int $index): mixed {}

    /** `LSET` @raw @body redis::run */
    public function lSet(string $key, int $index, mixed $value): Redis|bool {}

    /** `LRANGE` @raw @body redis::run */
    public function lrange(string $key, int $start, int $end): Redis|array|false {}

    /** `LTRIM` @raw @body redis::run */
    public function ltrim(string $key, int $start, int $end): Redis|bool {}

    /** `LINSERT` @raw @body redis::run */
    public function lInsert(string $key, string $pos, mixed $pivot, mixed $value) {}

    /** `LREM` @raw @body redis::run */
    public function lrem(string $key, mixed $value, int $count = 0): Redis|int|false {}

    /** `LPOS` @raw @body redis::run */
    public function lPos(string $key, mixed $value, ?array $options = null): Redis|array|int|bool|null {}

    /** `SADD` @raw @body redis::run */
    public function sAdd(string $key, mixed $value, mixed ...$other_values): Redis|int|false {}

    /** `SADD` @raw @body redis::run */
    public function sAddArray(string $key, array $values): int {}

    /** `SREM` @raw @body redis::run */
    public function srem(string $key, mixed $value, mixed ...$other_values): Redis|int|false {}

    /** `SMOVE` @raw @body redis::run */
    public function sMove(string $src, string $dst, mixed $value): Redis|bool {}

    /** `SPOP` @raw @body redis::run */
    public function sPop(string $key, int $count = 0): Redis|array|string|false {}

    /** `SRANDMEMBER` @raw @body redis::run */
    public function sRandMember(string $key, int $count = 0): mixed {}

    /** `SCARD` @raw @body redis::run */
    public function scard(string $key): Redis|int|false {}

    /** `SMEMBERS` @raw @body redis::run */
    public function sMembers(string $key): Redis|array|false {}

    /** `SISMEMBER` @raw @body redis::run */
    public function sismember(string $key, mixed $value): Redis|bool {}

    /** `SMISMEMBER` @raw @body redis::run */
    public function sMisMember(string $key, string $member, string ...$other_members): Redis|array|false {}

    /** `SINTER` @raw @body redis::run */
    public function sInter(array|string $key, string ...$other_keys): Redis|array|false {}

    /** `SINTERSTORE` @raw @body redis::run */
    public function sInterStore(array|string $key, string ...$other_keys): Redis|int|false {}

    /** `SINTERCARD` @raw @body redis::run */
    public function sintercard(array $keys, int $limit = -1): Redis|int|false {}

    /** `SUNION` @raw @body redis::run */
    public function sUnion(string $key, string ...$other_keys): Redis|array|false {}

    /** `SUNIONSTORE` @raw @body redis::run */
    public function sUnionStore(string $dst, string $key, string ...$other_keys): Redis|int|false {}

    /** `SDIFF` @raw @body redis::run */
    public function sDiff(string $key, string ...$other_keys): Redis|array|false {}

    /** `SDIFFSTORE` @raw @body redis::run */
    public function sDiffStore(string $dst, string $key, string ...$other_keys): Redis|int|false {}

    /** `ZADD` @raw @body redis::run */
    public function zAdd(string $key, array|float $score_or_options, mixed ...$more_scores_and_mems): Redis|int|float|false {}

    /** `ZINCRBY` @raw @body redis::run */
    public function zIncrBy(string $key, float $value, mixed $member): Redis|float|false {}

    /** `ZREM` @raw @body redis::run */
    public function zRem(mixed $key, mixed $member, mixed ...$other_members): Redis|int|false {}

    /** `ZCARD` @raw @body redis::run */
    public function zCard(string $key): Redis|int|false {}

    /** `ZCOUNT` @raw @body redis::run */
    public function zCount(string $key, string|int $start, string|int $end): Redis|int|false {}

    /** `ZSCORE` @raw @body redis::run */
    public function zScore(string $key, mixed $member): Redis|float|false {}

    /** `ZMSCORE` @raw @body redis::run */
    public function zMscore(string $key, mixed $member, mixed ...$other_members): Redis|array|false {}

    /** `ZRANK` @raw @body redis::run */
    public function zRank(string $key, mixed $member): Redis|int|false {}

    /** `ZREVRANK` @raw @body redis::run */
    public function zRevRank(string $key, mixed $member): Redis|int|false {}

    /** `ZRANGE` @raw @body redis::run */
    public function zRange(string $key, string|int $start, string|int $end, array|bool|null $options = null): Redis|array|false {}

    /** `ZRANGESTORE` @raw @body redis::run */
    public function zrangestore(string $dstkey, string $srckey, string $start, string $end, array|bool|null $options = null): Redis|int|false {}

    /** `ZREVRANGE` @raw @body redis::run */
    public function zRevRange(string $key, int $start, int $end, mixed $scores = null): Redis|array|false {}

    /** `ZRANGEBYSCORE` @raw @body redis::run */
    public function zRangeByScore(string $key, string $start, string $end, array $options = []): Redis|array|false {}

    /** `ZREVRANGEBYSCORE` @raw @body redis::run */
    public function zRevRangeByScore(string $key, string $max, string $min, array|bool $options = []): Redis|array|false {}

    /** `ZRANGEBYLEX` @raw @body redis::run */
    public function zRangeByLex(string $key, string $min, string $max, int $offset = -1, int $count = -1): Redis|array|false {}

    /** `ZREVRANGEBYLEX` @raw @body redis::run */
    public function zRevRangeByLex(string $key, string $max, string $min, int $offset = -1, int $count = -1): Redis|array|false {}

    /** `ZLEXCOUNT` @raw @body redis::run */
    public function zLexCount(string $key, string $min, string $max): Redis|int|false {}

    /** `ZREMRANGEBYLEX` @raw @body redis::run */
    public function zRemRangeByLex(string $key, string $min, string $max): Redis|int|false {}

    /** `ZREMRANGEBYSCORE` @raw @body redis::run */
    public function zRemRangeByScore(string $key, string $start, string $end): Redis|int|false {}

    /** `ZREMRANGEBYRANK` @raw @body redis::run */
    public function zRemRangeByRank(string $key, int $start, int $end): Redis|int|false {}

    /** `ZRANDMEMBER` @raw @body redis::run */
    public function zRandMember(string $key, ?array $options = null): Redis|array|string {}

    /** `ZPOPMIN` @raw @body redis::run */
    public function zPopMin(string $key, ?int $count = null): Redis|array|false {}

    /** `ZPOPMAX` @raw @body redis::run */
    public function zPopMax(string $key, ?int $count = null): Redis|array|false {}

    /** `BZPOPMIN` @raw @body redis::run */
    public function bzPopMin(array|string $key, string|int $timeout_or_key, mixed ...$extra_args): Redis|array|false {}

    /** `BZPOPMAX` @raw @body redis::run */
    public function bzPopMax(array|string $key, string|int $timeout_or_key, mixed ...$extra_args): Redis|array|false {}

    /** `ZMPOP` @raw @body redis::run */
    public function zmpop(array $keys, string $from, int $count = 1): Redis|array|false|null {}

    /** `BZMPOP` @raw @body redis::run */
    public function bzmpop(float $timeout, array $keys, string $from, int $count = 1): Redis|array|false|null {}

    /** `ZDIFF` @raw @body redis::run */
    public function zdiff(array $keys, ?array $options = null): Redis|array|false {}

    /** `ZDIFFSTORE` @raw @body redis::run */
    public function zdiffstore(string $dst, array $keys): Redis|int|false {}

    /** `ZINTER` @raw @body redis::run */
    public function zinter(array $keys, ?array $weights = null, ?array $options = null): Redis|array|false {}

    /** `ZINTERSTORE` @raw @body redis::run */
    public function zinterstore(string $dst, array $keys, ?array $weights = null, ?string $aggregate = null): Redis|int|false {}

    /** `ZINTERCARD` @raw @body redis::run */
    public function zintercard(array $keys, int $limit = -1): Redis|int|false {}

    /** `ZUNION` @raw @body redis::run */
    public function zunion(array $keys, ?array $weights = null, ?array $options = null): Redis|array|false {}

    /** `ZUNIONSTORE` @raw @body redis::run */
    public function zunionstore(string $dst, array $keys, ?array $weights = null, ?string $aggregate = null): Redis|int|false {}

    /** `HSET` @raw @body redis::run */
    public function hSet(string $key, mixed ...$fields_and_vals): Redis|int|false {}

    /** `HSETNX` @raw @body redis::run */
    public function hSetNx(string $key, string $field, mixed $value): Redis|bool {}

    /** `HGET` @raw @body redis::run */
    public function hGet(string $key, string $member): mixed {}

    /** `HMSET` @raw @body redis::run */
    public function hMset(string $key, array $fieldvals): Redis|bool {}

    /** `HMGET` @raw @body redis::run */
    public function hMget(string $key, array $fields): Redis|array|false {}

    /** `HGETALL` @raw @body redis::run */
    public function hGetAll(string $key): Redis|array|false {}

    /** `HDEL` @raw @body redis::run */
    public function hDel(string $key, string $field, string ...$other_fields): Redis|int|false {}

    /** `HEXISTS` @raw @body redis::run */
    public function hExists(string $key, string $field): Redis|bool {}

    /** `HLEN` @raw @body redis::run */
    public function hLen(string $key): Redis|int|false {}

    /** `HKEYS` @raw @body redis::run */
    public function hKeys(string $key): Redis|array|false {}

    /** `HVALS` @raw @body redis::run */
    public function hVals(string $key): Redis|array|false {}

    /** `HSTRLEN` @raw @body redis::run */
    public function hStrLen(string $key, string $field): Redis|int|false {}

    /** `HINCRBY` @raw @body redis::run */
    public function hIncrBy(string $key, string $field, int $value): Redis|int|false {}

    /** `HINCRBYFLOAT` @raw @body redis::run */
    public function hIncrByFloat(string $key, string $field, float $value): Redis|float|false {}

    /** `HRANDFIELD` @raw @body redis::run */
    public function hRandField(string $key, ?array $options = null): Redis|array|string|false {}

    /** `EXPIREMEMBER` @raw @body redis::run */
    public function expiremember(string $key, string $field, int $ttl, ?string $unit = null): Redis|int|false {}

    /** `EXPIREMEMBERAT` @raw @body redis::run */
    public function expirememberat(string $key, string $field, int $timestamp): Redis|int|false {}

    /** `GEOADD` @raw @body redis::run */
    public function geoadd(string $key, float $lng, float $lat, string $member, mixed ...$other_triples_and_options): Redis|int|false {}

    /** `GEODIST` @raw @body redis::run */
    public function geodist(string $key, string $src, string $dst, ?string $unit = null): Redis|float|false {}

    /** `GEOHASH` @raw @body redis::run */
    public function geohash(string $key, string $member, string ...$other_members): Redis|array|false {}

    /** `GEOPOS` @raw @body redis::run */
    public function geopos(string $key, string $member, string ...$other_members): Redis|array|false {}

    /** `GEORADIUS` @raw @body redis::run */
    public function georadius(string $key, float $lng, float $lat, float $radius, string $unit, array $options = []): mixed {}

    /** `GEORADIUS_RO` @raw @body redis::run */
    public function georadius_ro(string $key, float $lng, float $lat, float $radius, string $unit, array $options = []): mixed {}

    /** `GEORADIUSBYMEMBER` @raw @body redis::run */
    public function georadiusbymember(string $key, string $member, float $radius, string $unit, array $options = []): mixed {}

    /** `GEORADIUSBYMEMBER_RO` @raw @body redis::run */
    public function georadiusbymember_ro(string $key, string $member, float $radius, string $unit, array $options = []): mixed {}

    /** `GEOSEARCH` @raw @body redis::run */
    public function geosearch(string $key, array|string $position, array|int|float $shape, string $unit, array $options = []): array {}

    /** `GEOSEARCHSTORE` @raw @body redis::run */
    public function geosearchstore(string $dst, string $src, array|string $position, array|int|float $shape, string $unit, array $options = []): Redis|array|int|false {}

    /** `XADD` @raw @body redis::run */
    public function xadd(string $key, string $id, array $values, int $maxlen = 0, bool $approx = false, bool $nomkstream = false): Redis|string|false {}

    /** `XLEN` @raw @body redis::run */
    public function xlen(string $key): Redis|int|false {}

    /** `XDEL` @raw @body redis::run */
    public function xdel(string $key, array $ids): Redis|int|false {}

    /** `XRANGE` @raw @body redis::run */
    public function xrange(string $key, string $start, string $end, int $count = -1): Redis|array|bool {}

    /** `XREVRANGE` @raw @body redis::run */
    public function xrevrange(string $key, string $end, string $start, int $count = -1): Redis|array|bool {}

    /** `XTRIM` @raw @body redis::run */
    public function xtrim(string $key, string $threshold, bool $approx = false, bool $minid = false, int $limit = -1): Redis|int|false {}

    /** `XREAD` @raw @body redis::run */
    public function xread(array $streams, int $count = -1, int $block = -1): Redis|array|bool {}

    /** `XREADGROUP` @raw @body redis::run */
    public function xreadgroup(string $group, string $consumer, array $streams, int $count = 1, int $block = 1): Redis|array|bool {}

    /** `XGROUP` @raw @body redis::run */
    public function xgroup(string $operation, ?string $key = null, ?string $group = null, ?string $id_or_consumer = null, bool $mkstream = false, int $entries_read = -2): mixed {}

    /** `XACK` @raw @body redis::run */
    public function xack(string $key, string $group, array $ids): int|false {}

    /** `XPENDING` @raw @body redis::run */
    public function xpending(string $key, string $group, ?string $start = null, ?string $end = null, int $count = -1, ?string $consumer = null): Redis|array|false {}

    /** `XCLAIM` @raw @body redis::run */
    public function xclaim(string $key, string $group, string $consumer, int $min_idle, array $ids, array $options): Redis|array|bool {}

    /** `XAUTOCLAIM` @raw @body redis::run */
    public function xautoclaim(string $key, string $group, string $consumer, int $min_idle, string $start, int $count = -1, bool $justid = false): Redis|array|bool {}

    /** `XINFO` @raw @body redis::run */
    public function xinfo(string $operation, ?string $arg1 = null, ?string $arg2 = null, int $count = -1): mixed {}

    /** `EVAL` @raw @body redis::run */
    public function eval(string $script, array $args = [], int $num_keys = 0): mixed {}

    /** `EVAL_RO` @raw @body redis::run */
    public function eval_ro(string $script_sha, array $args = [], int $num_keys = 0): mixed {}

    /** `EVALSHA` @raw @body redis::run */
    public function evalsha(string $sha1, array $args = [], int $num_keys = 0): mixed {}

    /** `EVALSHA_RO` @raw @body redis::run */
    public function evalsha_ro(string $sha1, array $args = [], int $num_keys = 0): mixed {}

    /** `FCALL` @raw @body redis::run */
    public function fcall(string $fn, array $keys = [], array $args = []): mixed {}

    /** `FCALL_RO` @raw @body redis::run */
    public function fcall_ro(string $fn, array $keys = [], array $args = []): mixed {}

    /** `SCRIPT` @raw @body redis::run */
    public function script(string $command, mixed ...$args): mixed {}

    /** `FUNCTION` @raw @body redis::run */
    public function function(string $operation, mixed ...$args): Redis|array|string|bool {}

    /** Any command, as it is. @raw @body redis::run */
    public function rawcommand(string $command, mixed ...$args): mixed {}

    /** `PING` @raw @body redis::run */
    public function ping(?string $message = null): Redis|string|bool {}

    /** `ECHO` @raw @body redis::run */
    public function echo(string $str): Redis|string|false {}

    /** `AUTH` @raw @body redis::run */
    public function auth(#[SensitiveParameter] mixed $credentials): Redis|bool {}

    /** `SELECT` @raw @body redis::run */
    public function select(int $db): Redis|bool {}

    /** `SWAPDB` @raw @body redis::run */
    public function swapdb(int $src, int $dst): Redis|bool {}

    /** `DBSIZE` @raw @body redis::run */
    public function dbSize(): Redis|int|false {}

    /** `FLUSHDB` @raw @body redis::run */
    public function flushDB(?bool $sync = null): Redis|bool {}

    /** `FLUSHALL` @raw @body redis::run */
    public function flushAll(?bool $sync = null): Redis|bool {}

    /** `SAVE` @raw @body redis::run */
    public function save(): Redis|bool {}

    /** `BGSAVE` @raw @body redis::run */
    public function bgSave(): Redis|bool {}

    /** `LASTSAVE` @raw @body redis::run */
    public function lastSave(): int {}

    /** `BGREWRITEAOF` @raw @body redis::run */
    public function bgrewriteaof(): Redis|bool {}

    /** `REPLICAOF` @raw @body redis::run */
    public function replicaof(?string $host = null, int $port = 6379): Redis|bool {}

    /** `SLAVEOF` @raw @body redis::run @deprecated */
    public function slaveof(?string $host = null, int $port = 6379): Redis|bool {}

    /** `FAILOVER` @raw @body redis::run */
    public function failover(?array $to = null, bool $abort = false, int $timeout = 0): Redis|bool {}

    /** `WAIT` @raw @body redis::run */
    public function wait(int $numreplicas, int $timeout): int|false {}

    /** `WAITAOF` @raw @body redis::run */
    public function waitaof(int $numlocal, int $numreplicas, int $timeout): Redis|array|false {}

    /** `ROLE` @raw @body redis::run */
    public function role(): mixed {}

    /** `TIME` @raw @body redis::run */
    public function time(): Redis|array {}

    /** `INFO` @raw @body redis::run */
    public function info(string ...$sections): Redis|array|false {}

    /** `CONFIG` @raw @body redis::run */
    public function config(string $operation, array|string|null $key_or_settings = null, ?string $value = null): mixed {}

    /** `SLOWLOG` @raw @body redis::run */
    public function slowlog(string $operation, int $length = 0): mixed {}

    /** `ACL` @raw @body redis::run */
    public function acl(string $subcmd, string ...$args): mixed {}

    /** `CLIENT` @raw @body redis::run */
    public function client(string $opt, mixed ...$args): mixed {}

    /** `COMMAND` @raw @body redis::run */
    public function command(?string $opt = null, mixed ...$args): mixed {}

    /** `DEBUG` @raw @body redis::run */
    public function debug(string $key): Redis|string {}

    /** `PUBLISH` @raw @body redis::run */
    public function publish(string $channel, string $message): Redis|int|false {}

    /** `PUBSUB` @raw @body redis::run */
    public function pubsub(string $command, mixed $arg = null): mixed {}
}
