<?php

/**
 * @ini memcached.sess_locking "1" all
 * @ini memcached.sess_lock_wait_min "150" all settings::at_least_zero
 * @ini memcached.sess_lock_wait_max "150" all settings::at_least_zero
 * @ini memcached.sess_lock_retries "5" all
 * @ini memcached.sess_lock_expire "0" all settings::at_least_zero
 * @ini memcached.sess_binary_protocol "1" all
 * @ini memcached.sess_consistent_hash "1" all
 * @ini memcached.sess_consistent_hash_type "ketama" all settings::change_hash_type
 * @ini memcached.sess_number_of_replicas "0" all settings::at_least_zero
 * @ini memcached.sess_randomize_replica_read "0" all
 * @ini memcached.sess_remove_failed_servers "0" all
 * @ini memcached.sess_server_failure_limit "0" all settings::at_least_zero
 * @ini memcached.sess_connect_timeout "0" all
 * @ini memcached.sess_sasl_username "" all
 * @ini memcached.sess_sasl_password "" all
 * @ini memcached.sess_persistent "0" all
 * @ini memcached.sess_prefix "memc.sess.key." all settings::change_prefix
 * @ini memcached.sess_lock_wait "not set" all settings::change_deprecated
 * @ini memcached.sess_lock_max_wait "not set" all settings::change_deprecated
 * @ini memcached.compression_type "fastlz" all settings::change_compression
 * @ini memcached.compression_factor "1.3" all
 * @ini memcached.compression_level "3" all
 * @ini memcached.compression_threshold "2000" all
 * @ini memcached.serializer "igbinary" all settings::change_serializer
 * @ini memcached.store_retry_count "0" all
 * @ini memcached.item_size_limit "0" all settings::at_least_zero
 * @ini memcached.default_consistent_hash "0" all
 * @ini memcached.default_binary_protocol "0" all
 * @ini memcached.default_connect_timeout "0" all
 */

/** A client of memcached. @object-handlers object::object_handlers @module methods */
class Memcached
{
    public const int LIBMEMCACHED_VERSION_HEX = 16781316;
    public const int OPT_COMPRESSION = -1001;
    public const int OPT_COMPRESSION_TYPE = -1004;
    public const int OPT_COMPRESSION_LEVEL = -1007;
    public const int OPT_PREFIX_KEY = -1002;
    public const int OPT_SERIALIZER = -1003;
    public const int OPT_USER_FLAGS = -1006;
    public const int OPT_STORE_RETRY_COUNT = -1005;
    public const int OPT_ITEM_SIZE_LIMIT = -1008;
    public const bool HAVE_IGBINARY = true;
    public const bool HAVE_ZSTD = false;
    public const bool HAVE_JSON = true;
    public const bool HAVE_MSGPACK = true;
    public const bool HAVE_ENCODING = true;
    public const bool HAVE_SESSION = true;
    public const bool HAVE_SASL = true;
    public const int OPT_HASH = 2;
    public const int HASH_DEFAULT = 0;
    public const int HASH_MD5 = 1;
    public const int HASH_CRC = 2;
    public const int HASH_FNV1_64 = 3;
    public const int HASH_FNV1A_64 = 4;
    public const int HASH_FNV1_32 = 5;
    public const int HASH_FNV1A_32 = 6;
    public const int HASH_HSIEH = 7;
    public const int HASH_MURMUR = 8;
    public const int OPT_DISTRIBUTION = 9;
    public const int DISTRIBUTION_MODULA = 0;
    public const int DISTRIBUTION_CONSISTENT = 1;
    public const int DISTRIBUTION_VIRTUAL_BUCKET = 6;
    public const int OPT_LIBKETAMA_COMPATIBLE = 16;
    public const int OPT_LIBKETAMA_HASH = 17;
    public const int OPT_TCP_KEEPALIVE = 32;
    public const int OPT_BUFFER_WRITES = 10;
    public const int OPT_BINARY_PROTOCOL = 18;
    public const int OPT_NO_BLOCK = 0;
    public const int OPT_TCP_NODELAY = 1;
    public const int OPT_SOCKET_SEND_SIZE = 4;
    public const int OPT_SOCKET_RECV_SIZE = 5;
    public const int OPT_CONNECT_TIMEOUT = 14;
    public const int OPT_RETRY_TIMEOUT = 15;
    public const int OPT_DEAD_TIMEOUT = 36;
    public const int OPT_SEND_TIMEOUT = 19;
    public const int OPT_RECV_TIMEOUT = 20;
    public const int OPT_POLL_TIMEOUT = 8;
    public const int OPT_CACHE_LOOKUPS = 6;
    public const int OPT_SERVER_FAILURE_LIMIT = 21;
    public const int OPT_AUTO_EJECT_HOSTS = 28;
    public const int OPT_HASH_WITH_PREFIX_KEY = 25;
    public const int OPT_NOREPLY = 26;
    public const int OPT_SORT_HOSTS = 12;
    public const int OPT_VERIFY_KEY = 13;
    public const int OPT_USE_UDP = 27;
    public const int OPT_NUMBER_OF_REPLICAS = 29;
    public const int OPT_RANDOMIZE_REPLICA_READ = 30;
    public const int OPT_REMOVE_FAILED_SERVERS = 35;
    public const int OPT_SERVER_TIMEOUT_LIMIT = 37;
    public const int RES_SUCCESS = 0;
    public const int RES_FAILURE = 1;
    public const int RES_HOST_LOOKUP_FAILURE = 2;
    public const int RES_CONNECTION_FAILURE = 3;
    public const int RES_CONNECTION_BIND_FAILURE = 4;
    public const int RES_WRITE_FAILURE = 5;
    public const int RES_READ_FAILURE = 6;
    public const int RES_UNKNOWN_READ_FAILURE = 7;
    public const int RES_PROTOCOL_ERROR = 8;
    public const int RES_CLIENT_ERROR = 9;
    public const int RES_SERVER_ERROR = 10;
    public const int RES_DATA_EXISTS = 12;
    public const int RES_DATA_DOES_NOT_EXIST = 13;
    public const int RES_NOTSTORED = 14;
    public const int RES_STORED = 15;
    public const int RES_NOTFOUND = 16;
    public const int RES_PARTIAL_READ = 18;
    public const int RES_SOME_ERRORS = 19;
    public const int RES_NO_SERVERS = 20;
    public const int RES_END = 21;
    public const int RES_DELETED = 22;
    public const int RES_VALUE = 23;
    public const int RES_STAT = 24;
    public const int RES_ITEM = 25;
    public const int RES_ERRNO = 26;
    public const int RES_FAIL_UNIX_SOCKET = 27;
    public const int RES_NOT_SUPPORTED = 28;
    public const int RES_NO_KEY_PROVIDED = 29;
    public const int RES_FETCH_NOTFINISHED = 30;
    public const int RES_TIMEOUT = 31;
    public const int RES_BUFFERED = 32;
    public const int RES_BAD_KEY_PROVIDED = 33;
    public const int RES_INVALID_HOST_PROTOCOL = 34;
    public const int RES_SERVER_MARKED_DEAD = 35;
    public const int RES_UNKNOWN_STAT_KEY = 36;
    public const int RES_INVALID_ARGUMENTS = 38;
    public const int RES_PARSE_ERROR = 43;
    public const int RES_PARSE_USER_ERROR = 44;
    public const int RES_DEPRECATED = 45;
    public const int RES_IN_PROGRESS = 46;
    public const int RES_MAXIMUM_RETURN = 49;
    public const int RES_MEMORY_ALLOCATION_FAILURE = 17;
    public const int RES_CONNECTION_SOCKET_CREATE_FAILURE = 11;
    public const int RES_E2BIG = 37;
    public const int RES_KEY_TOO_BIG = 39;
    public const int RES_SERVER_TEMPORARILY_DISABLED = 47;
    public const int RES_SERVER_MEMORY_ALLOCATION_FAILURE = 48;
    public const int RES_AUTH_PROBLEM = 40;
    public const int RES_AUTH_FAILURE = 41;
    public const int RES_AUTH_CONTINUE = 42;
    public const int RES_PAYLOAD_FAILURE = -1001;
    public const int SERIALIZER_PHP = 1;
    public const int SERIALIZER_IGBINARY = 2;
    public const int SERIALIZER_JSON = 3;
    public const int SERIALIZER_JSON_ARRAY = 4;
    public const int SERIALIZER_MSGPACK = 5;
    public const int COMPRESSION_FASTLZ = 2;
    public const int COMPRESSION_ZLIB = 1;
    public const int COMPRESSION_ZSTD = 3;
    public const int GET_PRESERVE_ORDER = 1;
    public const int GET_EXTENDED = 2;
    public const bool GET_ERROR_RETURN_VALUE = false;

    public function __construct(?string $persistent_id = null, ?callable $callback = null, ?string $connection_str = null) {}
    public function getResultCode(): int {}
    public function getResultMessage(): string {}
    public function get(string $key, ?callable $cache_cb = null, int $get_flags = 0): mixed {}
    public function getByKey(string $server_key, string $key, ?callable $cache_cb = null, int $get_flags = 0): mixed {}
    public function getMulti(array $keys, int $get_flags = 0): array|false {}
    public function getMultiByKey(string $server_key, array $keys, int $get_flags = 0): array|false {}
    public function getDelayed(array $keys, bool $with_cas = false, ?callable $value_cb = null): bool {}
    public function getDelayedByKey(string $server_key, array $keys, bool $with_cas = false, ?callable $value_cb = null): bool {}
    public function fetch(): array|false {}
    public function fetchAll(): array|false {}
    public function set(string $key, mixed $value, int $expiration = 0): bool {}
    public function setByKey(string $server_key, string $key, mixed $value, int $expiration = 0): bool {}
    public function touch(string $key, int $expiration = 0): bool {}
    public function touchByKey(string $server_key, string $key, int $expiration = 0): bool {}
    public function setMulti(array $items, int $expiration = 0): bool {}
    public function setMultiByKey(string $server_key, array $items, int $expiration = 0): bool {}
    /** @unchecked $cas_token */
    public function cas(string|int|float $cas_token, string $key, mixed $value, int $expiration = 0): bool {}
    /** @unchecked $cas_token */
    public function casByKey(string|int|float $cas_token, string $server_key, string $key, mixed $value, int $expiration = 0): bool {}
    public function add(string $key, mixed $value, int $expiration = 0): bool {}
    public function addByKey(string $server_key, string $key, mixed $value, int $expiration = 0): bool {}
    public function append(string $key, string $value): ?bool {}
    public function appendByKey(string $server_key, string $key, string $value): ?bool {}
    public function prepend(string $key, string $value): ?bool {}
    public function prependByKey(string $server_key, string $key, string $value): ?bool {}
    public function replace(string $key, mixed $value, int $expiration = 0): bool {}
    public function replaceByKey(string $server_key, string $key, mixed $value, int $expiration = 0): bool {}
    public function delete(string $key, int $time = 0): bool {}
    public function deleteMulti(array $keys, int $time = 0): array {}
    public function deleteByKey(string $server_key, string $key, int $time = 0): bool {}
    public function deleteMultiByKey(string $server_key, array $keys, int $time = 0): array {}
    /** @optional $initial_value */
    public function increment(string $key, int $offset = 1, int $initial_value = 0, int $expiry = 0): int|false {}
    /** @optional $initial_value */
    public function decrement(string $key, int $offset = 1, int $initial_value = 0, int $expiry = 0): int|false {}
    /** @optional $initial_value */
    public function incrementByKey(string $server_key, string $key, int $offset = 1, int $initial_value = 0, int $expiry = 0): int|false {}
    /** @optional $initial_value */
    public function decrementByKey(string $server_key, string $key, int $offset = 1, int $initial_value = 0, int $expiry = 0): int|false {}
    public function addServer(string $host, int $port, int $weight = 0): bool {}
    public function addServers(array $servers): bool {}
    public function getServerList(): array {}
    public function getServerByKey(string $server_key): array|false {}
    public function resetServerList(): bool {}
    public function quit(): bool {}
    public function flushBuffers(): bool {}
    public function getLastErrorMessage(): string {}
    public function getLastErrorCode(): int {}
    public function getLastErrorErrno(): int {}
    public function getLastDisconnectedServer(): array|false {}
    public function getStats(?string $type = null): array|false {}
    public function getVersion(): array|false {}
    public function getAllKeys(): array|false {}
    public function flush(int $delay = 0): bool {}
    public function getOption(int $option): mixed {}
    public function setOption(int $option, mixed $value): bool {}
    public function setOptions(array $options): bool {}
    public function setBucket(array $host_map, ?array $forward_map, int $replicas): bool {}
    public function setSaslAuthData(string $username, string $password): bool {}
    public function setEncodingKey(string $key): bool {}
    public function isPersistent(): bool {}
    public function isPristine(): bool {}
    public function checkKey(string $key): bool {}
}

/** What the client throws. */
class MemcachedException extends RuntimeException
{
}
