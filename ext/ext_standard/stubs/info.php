<?php

const CONNECTION_ABORTED = 1;
const CONNECTION_NORMAL = 0;
const CONNECTION_TIMEOUT = 2;
const INI_USER = 1;
const INI_PERDIR = 2;
const INI_SYSTEM = 4;
const INI_ALL = 7;

const INFO_GENERAL = 1;
const INFO_CREDITS = 2;
const INFO_CONFIGURATION = 4;
const INFO_MODULES = 8;
const INFO_ENVIRONMENT = 16;
const INFO_VARIABLES = 32;
const INFO_LICENSE = 64;
const INFO_ALL = 4294967295;

const CREDITS_GROUP = 1;
const CREDITS_GENERAL = 2;
const CREDITS_SAPI = 4;
const CREDITS_MODULES = 8;
const CREDITS_DOCS = 16;
const CREDITS_FULLPAGE = 32;
const CREDITS_QA = 64;
const CREDITS_ALL = 4294967295;

/** Shows what there is to know of this PHP. */
function phpinfo(int $flags = INFO_ALL): true {}

/** Shows who has made PHP. @body info::credits::phpcredits */
function phpcredits(int $flags = CREDITS_ALL): true {}

/** Tries to load an extension from a file. */
function dl(string $extension_filename): bool {}

/** A setting's value. */
function ini_get(string $option): string|false {}

/** All settings. */
function ini_get_all(?string $extension = null, bool $details = true): array|false {}

/** Changes a setting. @unchecked $value */
function ini_set(string $option, string|int|float|bool|null $value): string|false {}

/** Same as ini_set(). @alias ini_set */
function ini_alter(string $option, string|int|float|bool|null $value): string|false {}

/** Brings a setting's old value back. */
function ini_restore(string $option): void {}

/** The number that 128M and the like mean. */
function ini_parse_quantity(string $shorthand): int {}

/** Sets where files are looked for. */
function set_include_path(string $include_path): string|false {}

/** Where files are looked for. */
function get_include_path(): string|false {}

/** How long the script may run. */
function set_time_limit(int $seconds): bool {}

/** Whether the script goes on when the client is gone. */
function ignore_user_abort(?bool $enable = null): int {}

/** Whether the client is gone. */
function connection_aborted(): int {}

/** State of the connection. */
function connection_status(): int {}

/** What configuration files say. */
function get_cfg_var(string $option): array|string|false {}

/** The php.ini that was read. */
function php_ini_loaded_file(): string|false {}

/** Further ini files that were read. */
function php_ini_scanned_files(): string|false {}

/** Environment variables. */
function getenv(?string $name = null, bool $local_only = false): array|string|false {}

/** Sets an environment variable. */
function putenv(string $assignment): bool {}

/** Options of the command line. */
function getopt(string $short_options, array $long_options = [], &$rest_index = null): array|false {}

/** Version of PHP or of an extension. */
function phpversion(?string $extension = null): string|false {}

/** Compares version numbers. @compile-time-eval */
function version_compare(string $version1, string $version2, ?string $operator = null): int|bool {}

/** How PHP is run. */
function php_sapi_name(): string|false {}

/** Facts about the operating system. */
function php_uname(string $mode = "a"): string {}

/** The process's number. */
function getmypid(): int|false {}

/** Owner of the script. */
function getmyuid(): int|false {}

/** Group of the script. */
function getmygid(): int|false {}

/** Inode of the script. */
function getmyinode(): int|false {}

/** When the script was changed. */
function getlastmod(): int|false {}

/** Name of the script's owner. */
function get_current_user(): string {}

/** Name of the machine. */
function gethostname(): string|false {}

/** Load of the machine. */
function sys_getloadavg(): array|false {}

/** What the process has used. */
function getrusage(int $mode = 0): array|false {}

/** Memory in use. */
function memory_get_usage(bool $real_usage = false): int {}

/** Most memory that was in use. */
function memory_get_peak_usage(bool $real_usage = false): int {}

/** Starts measuring the peak anew. */
function memory_reset_peak_usage(): void {}
