<?php

/** The version of the language engine. */
function zend_version(): string {}

/** Paths of the files that the program consists of so far. */
function get_included_files(): array {}

/** Paths of the files that the program consists of so far. @alias get_included_files */
function get_required_files(): array {}

/** What kind of resource it is. @param resource $resource */
function get_resource_type($resource): string {}

/** The number of a resource. @param resource $resource */
function get_resource_id($resource): int {}

/** All resources that are open, by number. */
function get_resources(?string $type = null): array {}

/** Names of all extensions. */
function get_loaded_extensions(bool $zend_extensions = false): array {}

/** Whether there is an extension of that name. */
function extension_loaded(string $extension): bool {}

/** Names of the functions of an extension. */
function get_extension_funcs(string $extension): array|false {}

/** Gives unused memory back; answers how many bytes. */
function gc_mem_caches(): int {}

/** Frees what is kept alive by cycles only; answers how many values. */
function gc_collect_cycles(): int {}

/** Whether the cycle collector runs by itself. */
function gc_enabled(): bool {}

/** Lets the cycle collector run by itself. */
function gc_enable(): void {}

/** Keeps the cycle collector from running by itself. */
function gc_disable(): void {}

/** Figures of the cycle collector. */
function gc_status(): array {}
