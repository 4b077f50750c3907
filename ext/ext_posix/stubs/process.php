<?php

/** Sends a signal. */
function posix_kill(int $process_id, int $signal): bool {}

/** The process. */
function posix_getpid(): int {}

/** The process that started it. */
function posix_getppid(): int {}

/** The process group. */
function posix_getpgrp(): int {}

/** Begins a session. */
function posix_setsid(): int {}

/** Puts a process into a group. */
function posix_setpgid(int $process_id, int $process_group_id): bool {}

/** The group of a process. */
function posix_getpgid(int $process_id): int|false {}

/** The session of a process. */
function posix_getsid(int $process_id): int|false {}

/** The current folder. */
function posix_getcwd(): string|false {}
