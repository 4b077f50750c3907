<?php

const WNOHANG = 1;
const WUNTRACED = 2;
const WCONTINUED = 8;
const WEXITED = 4;
const WSTOPPED = 2;
const WNOWAIT = 16777216;
const P_ALL = 0;
const P_PID = 1;
const P_PGID = 2;
const P_PIDFD = 3;
const PRIO_PGRP = 1;
const PRIO_USER = 2;
const PRIO_PROCESS = 0;
const CLONE_NEWNS = 131072;
const CLONE_NEWIPC = 134217728;
const CLONE_NEWUTS = 67108864;
const CLONE_NEWNET = 1073741824;
const CLONE_NEWPID = 536870912;
const CLONE_NEWUSER = 268435456;
const CLONE_NEWCGROUP = 33554432;
const PCNTL_EINTR = 4;
const PCNTL_ECHILD = 10;
const PCNTL_EINVAL = 22;
const PCNTL_EAGAIN = 11;
const PCNTL_ESRCH = 3;
const PCNTL_EACCES = 13;
const PCNTL_EPERM = 1;
const PCNTL_ENOMEM = 12;
const PCNTL_E2BIG = 7;
const PCNTL_EFAULT = 14;
const PCNTL_EIO = 5;
const PCNTL_EISDIR = 21;
const PCNTL_ELIBBAD = 80;
const PCNTL_ELOOP = 40;
const PCNTL_EMFILE = 24;
const PCNTL_ENAMETOOLONG = 36;
const PCNTL_ENFILE = 23;
const PCNTL_ENOENT = 2;
const PCNTL_ENOEXEC = 8;
const PCNTL_ENOTDIR = 20;
const PCNTL_ETXTBSY = 26;
const PCNTL_ENOSPC = 28;
const PCNTL_EUSERS = 87;

/** Makes a second process. */
function pcntl_fork(): int {}

/** Waits for a child. */
function pcntl_waitpid(int $process_id, &$status, int $flags = 0, &$resource_usage = []): int {}

/** Waits for a child to change. */
function pcntl_waitid(int $idtype = P_ALL, ?int $id = null, &$info = [], int $flags = WEXITED): bool {}

/** Waits for any child. */
function pcntl_wait(&$status, int $flags = 0, &$resource_usage = []): int {}

/** Whether a child has ended by itself. */
function pcntl_wifexited(int $status): bool {}

/** Whether a child has been stopped. */
function pcntl_wifstopped(int $status): bool {}

/** Whether a child goes on. */
function pcntl_wifcontinued(int $status): bool {}

/** Whether a signal has ended a child. */
function pcntl_wifsignaled(int $status): bool {}

/** The status that a child has given. */
function pcntl_wexitstatus(int $status): int|false {}

/** The signal that has ended a child. */
function pcntl_wtermsig(int $status): int|false {}

/** The signal that has stopped a child. */
function pcntl_wstopsig(int $status): int|false {}

/** Becomes another program. @path $path @optional $env_vars */
function pcntl_exec(string $path, array $args = [], array $env_vars = []): bool {}

/** Number of the last error. */
function pcntl_get_last_error(): int {}

/** Number of the last error. @alias pcntl_get_last_error */
function pcntl_errno(): int {}

/** Text of an error's number. */
function pcntl_strerror(int $error_code): string {}

/** How much a process must yield to others. */
function pcntl_getpriority(?int $process_id = null, int $mode = PRIO_PROCESS): int|false {}

/** Changes that. */
function pcntl_setpriority(int $priority, ?int $process_id = null, int $mode = PRIO_PROCESS): bool {}

/** Leaves namespaces that are shared with others. */
function pcntl_unshare(int $flags): bool {}

/** Enters a namespace of another process. */
function pcntl_setns(?int $process_id = null, int $nstype = CLONE_NEWNET): bool {}

/** The processors that a process may use. */
function pcntl_getcpuaffinity(?int $process_id = null): array|false {}

/** Changes that. */
function pcntl_setcpuaffinity(?int $process_id = null, array $cpu_ids = []): bool {}

/** The processor that this runs on. */
function pcntl_getcpu(): int {}
