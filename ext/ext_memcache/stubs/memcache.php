<?php

/**
 * @module methods
 * @ini memcache.allow_failover "1" all
 * @ini memcache.max_failover_attempts "20" all settings::change_positive
 * @ini memcache.default_port "11211" all
 * @ini memcache.chunk_size "32768" all settings::change_chunk_size
 * @ini memcache.protocol "ascii" all settings::change_protocol
 * @ini memcache.hash_strategy "consistent" all settings::change_strategy
 * @ini memcache.hash_function "crc32" all settings::change_function
 * @ini memcache.redundancy "1" all settings::change_redundancy
 * @ini memcache.session_redundancy "2" all settings::change_redundancy
 * @ini memcache.compress_threshold "20000" all settings::change_threshold
 * @ini memcache.lock_timeout "15" all settings::change_lock_timeout
 * @ini memcache.select_api "select" all settings::change_select
 * @ini memcache.session_prefix_host_key "0" all
 * @ini memcache.session_prefix_host_key_remove_www "1" all
 * @ini memcache.session_prefix_host_key_remove_subdomain "0" all
 * @ini memcache.session_prefix_static_key null all settings::change_static_prefix
 * @ini memcache.session_save_path null all
 * @ini memcache.prefix_host_key "0" all
 * @ini memcache.prefix_host_key_remove_www "1" all
 * @ini memcache.prefix_host_key_remove_subdomain "0" all
 * @ini memcache.prefix_static_key null all settings::change_static_prefix
 */

const MEMCACHE_COMPRESSED = 2;
const MEMCACHE_USER1 = 65536;
const MEMCACHE_USER2 = 131072;
const MEMCACHE_USER3 = 262144;
const MEMCACHE_USER4 = 524288;
const MEMCACHE_HAVE_SESSION = 1;

/** A client of one server. */
function memcache_connect(string $host, ?int $tcp_port = null, float $timeout = 1): Memcache|false {}

/** A client of one server, whose connection is kept. */
function memcache_pconnect(string $host, ?int $tcp_port = null, float $timeout = 1): Memcache|false {}

/** Adds a server. @body methods::add_server @optional $tcp_port */
function memcache_add_server(Memcache $memcache, string $host, int $tcp_port = 11211, bool $persistent = true, int $weight = 1, float $timeout = 1, int $retry_interval = 15, bool $status = true, $failure_callback = null): bool {}

/** Says that it does nothing. */
function memcache_debug($on_off): bool {}

/** @body methods::set_server_params @optional $tcp_port */
function memcache_set_server_params(MemcachePool $memcache, string $host, int $tcp_port = 11211, float $timeout = 1, int $retry_interval = 15, bool $status = true, $failure_callback = null): bool {}

/** @body methods::set_failure_callback @unchecked $failure_callback */
function memcache_set_failure_callback(MemcachePool $memcache, ?callable $failure_callback): bool {}

/** @body methods::get_server_status @optional $tcp_port */
function memcache_get_server_status(MemcachePool $memcache, string $host, int $tcp_port = 11211): bool|int {}

/** @body methods::get_version  */
function memcache_get_version(MemcachePool $memcache): string|bool {}

/** @body methods::add @unchecked $key */
function memcache_add(MemcachePool $memcache, array|string $key, mixed $value = UNKNOWN, int $flags = 0, int $exptime = 0, int $cas = 0): bool {}

/** @body methods::set @unchecked $key */
function memcache_set(MemcachePool $memcache, array|string $key, mixed $value = UNKNOWN, int $flags = 0, int $exptime = 0, int $cas = 0): bool {}

/** @body methods::replace @unchecked $key */
function memcache_replace(MemcachePool $memcache, array|string $key, mixed $value = UNKNOWN, int $flags = 0, int $exptime = 0, int $cas = 0): bool {}

/** @body methods::cas @unchecked $key */
function memcache_cas(MemcachePool $memcache, array|string $key, mixed $value = UNKNOWN, int $flags = 0, int $exptime = 0, int $cas = 0): bool {}

/** @body methods::append @unchecked $key */
function memcache_append(MemcachePool $memcache, array|string $key, mixed $value = UNKNOWN, int $flags = 0, int $exptime = 0, int $cas = 0): bool {}

/** @body methods::prepend @unchecked $key */
function memcache_prepend(MemcachePool $memcache, array|string $key, mixed $value = UNKNOWN, int $flags = 0, int $exptime = 0, int $cas = 0): bool {}

/** @body methods::get @unchecked $key */
function memcache_get(MemcachePool $memcache, array|string $key, mixed &$flags = null, mixed &$cas = null): mixed {}

/** @body methods::delete @unchecked $key */
function memcache_delete(MemcachePool $memcache, array|string $key, int $exptime = 0): array|bool {}

/** @body methods::get_stats @optional $type */
function memcache_get_stats(MemcachePool $memcache, string $type = UNKNOWN, int $slabid = 0, int $limit = 100): array|bool {}

/** @body methods::get_extended_stats @optional $type */
function memcache_get_extended_stats(MemcachePool $memcache, string $type = UNKNOWN, int $slabid = 0, int $limit = 100): array|bool {}

/** @body methods::set_compress_threshold  */
function memcache_set_compress_threshold(MemcachePool $memcache, int $threshold, float $min_savings = 0.2): bool {}

/** @body methods::increment @unchecked $key @optional $defval */
function memcache_increment(MemcachePool $memcache, array|string $key, int $value = 1, int $defval = 0, int $exptime = 0): array|int|bool {}

/** @body methods::decrement @unchecked $key @optional $defval */
function memcache_decrement(MemcachePool $memcache, array|string $key, int $value = 1, int $defval = 0, int $exptime = 0): array|int|bool {}

/** @body methods::close  */
function memcache_close(MemcachePool $memcache): bool {}

/** @body methods::flush  */
function memcache_flush(MemcachePool $memcache, int $delay = 0): bool {}

/** @body methods::set_sasl_auth_data  */
function memcache_set_sasl_auth_data(MemcachePool $memcache, string $username, string $password): bool {}

/** Several servers. @object-handlers object::object_handlers @module methods */
class MemcachePool
{
    /** @body methods::pool_connect @optional $tcp_port */
    public function connect(string $host, int $tcp_port = 11211, int $udp_port = 0, bool $persistent = true, int $weight = 1, float $timeout = 1, int $retry_interval = 15): bool {}
    /** @body methods::pool_add_server @optional $tcp_port */
    public function addServer(string $host, int $tcp_port = 11211, int $udp_port = 0, bool $persistent = true, int $weight = 1, float $timeout = 1, int $retry_interval = 15, bool $status = true): bool {}
    /** @optional $tcp_port */
    public function setServerParams(string $host, int $tcp_port = 11211, float $timeout = 1, int $retry_interval = 15, bool $status = true, $failure_callback = null): bool {}
    /** @unchecked $failure_callback */
    public function setFailureCallback(?callable $failure_callback): bool {}
    /** @optional $tcp_port */
    public function getServerStatus(string $host, int $tcp_port = 11211): bool|int {}
    public function findServer(string $key): string|bool {}
    public function getVersion(): string|bool {}
    /** @unchecked $key */
    public function add(array|string $key, mixed $value = UNKNOWN, int $flags = 0, int $exptime = 0, int $cas = 0): bool {}
    /** @unchecked $key */
    public function set(array|string $key, mixed $value = UNKNOWN, int $flags = 0, int $exptime = 0, int $cas = 0): bool {}
    /** @unchecked $key */
    public function replace(array|string $key, mixed $value = UNKNOWN, int $flags = 0, int $exptime = 0, int $cas = 0): bool {}
    /** @unchecked $key */
    public function cas(array|string $key, mixed $value = UNKNOWN, int $flags = 0, int $exptime = 0, int $cas = 0): bool {}
    /** @unchecked $key */
    public function append(array|string $key, mixed $value = UNKNOWN, int $flags = 0, int $exptime = 0, int $cas = 0): bool {}
    /** @unchecked $key */
    public function prepend(array|string $key, mixed $value = UNKNOWN, int $flags = 0, int $exptime = 0, int $cas = 0): bool {}
    /** @unchecked $key */
    public function get(array|string $key, mixed &$flags = null, mixed &$cas = null): mixed {}
    /** @unchecked $key */
    public function delete(array|string $key, int $exptime = 0): array|bool {}
    /** @optional $type */
    public function getStats(string $type = UNKNOWN, int $slabid = 0, int $limit = 100): array|bool {}
    /** @optional $type */
    public function getExtendedStats(string $type = UNKNOWN, int $slabid = 0, int $limit = 100): array|bool {}
    public function setCompressThreshold(int $threshold, float $min_savings = 0.2): bool {}
    /** @unchecked $key @optional $defval */
    public function increment(array|string $key, int $value = 1, int $defval = 0, int $exptime = 0): array|int|bool {}
    /** @unchecked $key @optional $defval */
    public function decrement(array|string $key, int $value = 1, int $defval = 0, int $exptime = 0): array|int|bool {}
    public function close(): bool {}
    public function flush(int $delay = 0): bool {}
    public function setSaslAuthData(string $username, string $password): bool {}
}

/** The same with arguments as they were before there was UDP. @object-handlers object::object_handlers @module methods */
class Memcache extends MemcachePool
{
    public function connect(string $host, ?int $tcp_port = null, float $timeout = 1): bool {}
    public function pconnect(string $host, ?int $tcp_port = null, float $timeout = 1): bool {}
    /** @optional $tcp_port */
    public function addServer(string $host, int $tcp_port = 11211, bool $persistent = true, int $weight = 1, float $timeout = 1, int $retry_interval = 15, bool $status = true, $failure_callback = null): bool {}
}
