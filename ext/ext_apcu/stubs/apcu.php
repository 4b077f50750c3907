<?php

/**
 * @module functions
 * @ini apc.enabled "1" system
 * @ini apc.shm_segments "1" system settings::segments
 * @ini apc.shm_size "32M" system settings::size
 * @ini apc.entries_hint "4096" system
 * @ini apc.gc_ttl "3600" system
 * @ini apc.ttl "0" system
 * @ini apc.smart "0" system
 * @ini apc.mmap_file_mask null system
 * @ini apc.enable_cli "0" system
 * @ini apc.slam_defense "0" system
 * @ini apc.preload_path null system
 * @ini apc.coredump_unmap "0" system
 * @ini apc.use_request_time "0" all
 * @ini apc.serializer "php" system settings::serializer
 */

const APC_LIST_ACTIVE = 1;
const APC_LIST_DELETED = 2;
const APC_ITER_TYPE = 1;
const APC_ITER_KEY = 2;
const APC_ITER_VALUE = 4;
const APC_ITER_NUM_HITS = 8;
const APC_ITER_MTIME = 16;
const APC_ITER_CTIME = 32;
const APC_ITER_DTIME = 64;
const APC_ITER_ATIME = 128;
const APC_ITER_REFCOUNT = 256;
const APC_ITER_MEM_SIZE = 512;
const APC_ITER_TTL = 1024;
const APC_ITER_NONE = 0;
const APC_ITER_ALL = 0xffffffff;

/** Forgets everything. */
function apcu_clear_cache(): bool {}

/** Counters, and a row for each entry. */
function apcu_cache_info(bool $limited = false): array|false {}

/** What is known of an entry besides its value. */
function apcu_key_info(string $key): ?array {}

/** How much memory there is, and how much is free. */
function apcu_sma_info(bool $limited = false): array|false {}

/** Is there a cache? */
function apcu_enabled(): bool {}

/** Keeps a value, or the values of an array. @unchecked $key */
function apcu_store($key, mixed $value = UNKNOWN, int $ttl = 0): array|bool {}

/** Keeps a value if there is none. @unchecked $key */
function apcu_add($key, mixed $value = UNKNOWN, int $ttl = 0): array|bool {}

/** Counts up. */
function apcu_inc(string $key, int $step = 1, &$success = null, int $ttl = 0): int|false {}

/** Counts down. */
function apcu_dec(string $key, int $step = 1, &$success = null, int $ttl = 0): int|false {}

/** Replaces a number if it is the one expected. */
function apcu_cas(string $key, int $old, int $new): bool {}

/** A value, or the values of several keys. @unchecked $key */
function apcu_fetch($key, &$success = null): mixed {}

/** Is there a value? @unchecked $key */
function apcu_exists($key): array|bool {}

/** Forgets keys, or what an iterator finds. @unchecked $key */
function apcu_delete($key): array|bool {}

/** A value, which is made and kept if there is none. */
function apcu_entry(string $key, callable $callback, int $ttl = 0): mixed {}
