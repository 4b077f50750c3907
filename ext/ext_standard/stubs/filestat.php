<?php

/** @module files::filestat */

/** When it was read last. */
function fileatime(string $filename): int|false {}

/** When it was changed last, or what is known about it. */
function filectime(string $filename): int|false {}

/** Its group. */
function filegroup(string $filename): int|false {}

/** Its number in the file system. */
function fileinode(string $filename): int|false {}

/** When it was written last. */
function filemtime(string $filename): int|false {}

/** Its owner. */
function fileowner(string $filename): int|false {}

/** Its permissions and type. */
function fileperms(string $filename): int|false {}

/** Its size. */
function filesize(string $filename): int|false {}

/** What kind of file it is. */
function filetype(string $filename): string|false {}

/** Whether there is such a file. */
function file_exists(string $filename): bool {}

/** Whether it may be written. */
function is_writable(string $filename): bool {}

/** Whether it may be written. @alias is_writable */
function is_writeable(string $filename): bool {}

/** Whether it may be read. */
function is_readable(string $filename): bool {}

/** Whether it may be run. */
function is_executable(string $filename): bool {}

/** Whether it is a regular file. */
function is_file(string $filename): bool {}

/** Whether it is a directory. */
function is_dir(string $filename): bool {}

/** Whether it is a symbolic link. */
function is_link(string $filename): bool {}

/** All that is known about a file. */
function stat(string $filename): array|false {}

/** The same, of a link itself. */
function lstat(string $filename): array|false {}

/** Changes the owner. @path $filename */
function chown(string $filename, string|int $user): bool {}

/** Changes the group. @path $filename */
function chgrp(string $filename, string|int $group): bool {}

/** Changes the owner of a link itself. @path $filename */
function lchown(string $filename, string|int $user): bool {}

/** Changes the group of a link itself. @path $filename */
function lchgrp(string $filename, string|int $group): bool {}

/** Changes the permissions. @path $filename */
function chmod(string $filename, int $permissions): bool {}

/** Sets the times, and makes the file if there is none. @path $filename */
function touch(string $filename, ?int $mtime = null, ?int $atime = null): bool {}

/** Forgets what is known about files. @path $filename */
function clearstatcache(bool $clear_realpath_cache = false, string $filename = ""): void {}

/** Size of the file system. @path $directory */
function disk_total_space(string $directory): float|false {}

/** Room in the file system. @path $directory */
function disk_free_space(string $directory): float|false {}

/** Room in the file system. @alias disk_free_space */
function diskfreespace(string $directory): float|false {}
