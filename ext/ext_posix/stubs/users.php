<?php

/** The user. */
function posix_getuid(): int {}

/** Becomes another user. */
function posix_setuid(int $user_id): bool {}

/** The user whose rights count. */
function posix_geteuid(): int {}

/** Takes another user's rights. */
function posix_seteuid(int $user_id): bool {}

/** The group. */
function posix_getgid(): int {}

/** Changes the group. */
function posix_setgid(int $group_id): bool {}

/** The group whose rights count. */
function posix_getegid(): int {}

/** Takes another group's rights. */
function posix_setegid(int $group_id): bool {}

/** All groups of the process. */
function posix_getgroups(): array|false {}

/** Takes over the groups of a user. */
function posix_initgroups(string $username, int $group_id): bool {}

/** Who is logged in. */
function posix_getlogin(): string|false {}

/** A group by its name. */
function posix_getgrnam(string $name): array|false {}

/** A group by its number. */
function posix_getgrgid(int $group_id): array|false {}

/** A user by name. */
function posix_getpwnam(string $username): array|false {}

/** A user by number. */
function posix_getpwuid(int $user_id): array|false {}
