<?php

/**
 * @module redis
 * @ini redis.arrays.algorithm "" all
 * @ini redis.arrays.auth "" all
 * @ini redis.arrays.autorehash "0" all
 * @ini redis.arrays.connecttimeout "0" all
 * @ini redis.arrays.consistent "0" all
 * @ini redis.arrays.distributor "" all
 * @ini redis.arrays.functions "" all
 * @ini redis.arrays.hosts "" all
 * @ini redis.arrays.index "0" all
 * @ini redis.arrays.lazyconnect "0" all
 * @ini redis.arrays.names "" all
 * @ini redis.arrays.pconnect "0" all
 * @ini redis.arrays.previous "" all
 * @ini redis.arrays.readtimeout "0" all
 * @ini redis.arrays.retryinterval "0" all
 * @ini redis.pconnect.connection_limit "0" all
 * @ini redis.pconnect.echo_check_liveness "1" all
 * @ini redis.pconnect.pool_detect_dirty "0" all
 * @ini redis.pconnect.pool_pattern "" all
 * @ini redis.pconnect.pool_poll_timeout "0" all
 * @ini redis.pconnect.pooling_enabled "1" all
 * @ini redis.session.compression "none" all
 * @ini redis.session.compression_level "3" all
 * @ini redis.session.early_refresh "0" all
 * @ini redis.session.lock_expire "0" all
 * @ini redis.session.lock_retries "100" all
 * @ini redis.session.lock_wait_time "20000" all
 * @ini redis.session.locking_enabled "0" all
 * @ini redis.clusters.cache_slots "0" all
 * @ini redis.clusters.auth "" all
 * @ini redis.clusters.persistent "0" all
 * @ini redis.clusters.read_timeout "0" all
 * @ini redis.clusters.seeds "" all
 * @ini redis.clusters.timeout "0" all
 */

/** What goes wrong with a connection. */
class RedisException extends RuntimeException {}

/** What goes wrong with a cluster. */
class RedisClusterException extends RuntimeException {}
