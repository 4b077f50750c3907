<?php

const POSIX_RLIMIT_AS = 9;
const POSIX_RLIMIT_CORE = 4;
const POSIX_RLIMIT_CPU = 0;
const POSIX_RLIMIT_DATA = 2;
const POSIX_RLIMIT_FSIZE = 1;
const POSIX_RLIMIT_LOCKS = 10;
const POSIX_RLIMIT_MEMLOCK = 8;
const POSIX_RLIMIT_MSGQUEUE = 12;
const POSIX_RLIMIT_NICE = 13;
const POSIX_RLIMIT_NOFILE = 7;
const POSIX_RLIMIT_NPROC = 6;
const POSIX_RLIMIT_RSS = 5;
const POSIX_RLIMIT_RTPRIO = 14;
const POSIX_RLIMIT_RTTIME = 15;
const POSIX_RLIMIT_SIGPENDING = 11;
const POSIX_RLIMIT_STACK = 3;
const POSIX_RLIMIT_INFINITY = -1;
const POSIX_SC_ARG_MAX = 0;
const POSIX_SC_CHILD_MAX = 1;
const POSIX_SC_CLK_TCK = 2;
const POSIX_SC_PAGESIZE = 30;
const POSIX_SC_NPROCESSORS_CONF = 83;
const POSIX_SC_NPROCESSORS_ONLN = 84;
const POSIX_PC_LINK_MAX = 0;
const POSIX_PC_MAX_CANON = 1;
const POSIX_PC_MAX_INPUT = 2;
const POSIX_PC_NAME_MAX = 3;
const POSIX_PC_PATH_MAX = 4;
const POSIX_PC_PIPE_BUF = 5;
const POSIX_PC_CHOWN_RESTRICTED = 6;
const POSIX_PC_NO_TRUNC = 7;
const POSIX_PC_ALLOC_SIZE_MIN = 18;
const POSIX_PC_SYMLINK_MAX = 19;

/** Facts about the system. */
function posix_uname(): array|false {}

/** Time that this process and its children have used, in ticks. */
function posix_times(): array|false {}

/** Limits of the process: all, or one. */
function posix_getrlimit(?int $resource = null): array|false {}

/** Changes a limit. */
function posix_setrlimit(int $resource, int $soft_limit, int $hard_limit): bool {}

/** A limit of the system. */
function posix_sysconf(int $conf_id): int {}

/** A limit that counts for a path. @path $path */
function posix_pathconf(string $path, int $name): int|false {}

/**
 * A limit that counts for an open file.
 * @param resource|int $file_descriptor
 */
function posix_fpathconf($file_descriptor, int $name): int|false {}

/** Number of the last error of these functions. */
function posix_get_last_error(): int {}

/** Number of the last error. @alias posix_get_last_error */
function posix_errno(): int {}

/** Text of an error's number. */
function posix_strerror(int $error_code): string {}
