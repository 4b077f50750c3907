<?php

const POSIX_F_OK = 0;
const POSIX_X_OK = 1;
const POSIX_W_OK = 2;
const POSIX_R_OK = 4;
const POSIX_S_IFREG = 32768;
const POSIX_S_IFCHR = 8192;
const POSIX_S_IFBLK = 24576;
const POSIX_S_IFIFO = 4096;
const POSIX_S_IFSOCK = 49152;

/** Path of the process's terminal. */
function posix_ctermid(): string|false {}

/**
 * Path of a terminal that is open.
 * @param resource|int $file_descriptor
 */
function posix_ttyname($file_descriptor): string|false {}

/**
 * Whether an open file is a terminal.
 * @param resource|int $file_descriptor
 */
function posix_isatty($file_descriptor): bool {}

/** Makes a named pipe. @path $filename */
function posix_mkfifo(string $filename, int $permissions): bool {}

/** Makes a file of any kind. @path $filename */
function posix_mknod(string $filename, int $flags, int $major = 0, int $minor = 0): bool {}

/** Whether a file may be used by the user. @path $filename */
function posix_access(string $filename, int $flags = 0): bool {}

/** Whether a file may be used with the rights that count. @path $filename */
function posix_eaccess(string $filename, int $flags = 0): bool {}
