<?php

/** Several servers, each with a part of the keys. @module array @object-handlers array::object_handlers */
class RedisArray
{
    /** Any command of `Redis`, at the server that has the key. */
    public function __call(string $function_name, array $arguments): mixed {}

    /** Takes servers, or the name of an array of them that settings describe. */
    public function __construct(array|string $name_or_hosts, ?array $options = null) {}

    /** The points that servers have on a circle. */
    public function _continuum(): array|bool {}

    /** What says which server has a key. */
    public function _distributor(): callable|bool {}

    /** What says which part of a key counts. */
    public function _function(): callable|bool {}

    /** All servers. */
    public function _hosts(): array|bool {}

    /** The connection to a server. */
    public function _instance(string $host): Redis|bool|null {}

    /** Moves keys from the servers that had them before to those that should have them. @optional $fn */
    public function _rehash(?callable $fn = null): ?bool {}

    /** Which server has a key? */
    public function _target(string $key): string|bool|null {}

    /** `BGSAVE` at all servers. @raw @body array::everywhere */
    public function bgsave(): array {}

    /** `DEL` at those that have the keys. @raw @body array::delete */
    public function del(array|string $key, string ...$otherkeys): int|bool {}

    /** Forgets what was collected. */
    public function discard(): ?bool {}

    /** Executes what was collected. */
    public function exec(): array|bool|null {}

    /** `FLUSHALL` at all servers. @raw @body array::everywhere */
    public function flushall(): array|bool {}

    /** `FLUSHDB` at all servers. @raw @body array::everywhere */
    public function flushdb(): array|bool {}

    /** An option of each connection. @raw @body array::everywhere */
    public function getOption(int $opt): array|bool {}

    /** `HSCAN` */
    public function hscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): array|bool {}

    /** `INFO` of all servers. @raw @body array::everywhere */
    public function info(): array|bool {}

    /** `KEYS` of all servers. @raw @body array::everywhere */
    public function keys(string $pattern): array|bool {}

    /** `MGET` at those that have the keys. */
    public function mget(array $keys): array|bool {}

    /** `MSET` at those that have the keys. */
    public function mset(array $pairs): bool {}

    /** Collects commands for one server. */
    public function multi(string $host, ?int $mode = null): RedisArray|bool {}

    /** `PING` at all servers. @raw @body array::everywhere */
    public function ping(): array|bool {}

    /** `SAVE` at all servers. @raw @body array::everywhere */
    public function save(): array|bool {}

    /** `SCAN` at one server. */
    public function scan(string|int|null &$iterator, string $node, ?string $pattern = null, int $count = 0): array|bool {}

    /** `SELECT` at all servers. @raw @body array::everywhere */
    public function select(int $index): array|bool {}

    /** Sets an option of each connection. @raw @body array::everywhere */
    public function setOption(int $opt, string $value): array|bool {}

    /** `SSCAN` */
    public function sscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): array|bool {}

    /** `UNLINK` at those that have the keys. @raw @body array::delete */
    public function unlink(array|string $key, string ...$otherkeys): int|bool {}

    /** `UNWATCH` at the server that commands are collected for. */
    public function unwatch(): ?bool {}

    /** `ZSCAN` */
    public function zscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): array|bool {}
}
