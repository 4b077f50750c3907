<?php

/** @module files */

const INI_SCANNER_NORMAL = 0;
const INI_SCANNER_RAW = 1;
const INI_SCANNER_TYPED = 2;
const SEEK_SET = 0;
const SEEK_CUR = 1;
const SEEK_END = 2;
const LOCK_SH = 1;
const LOCK_EX = 2;
const LOCK_UN = 3;
const LOCK_NB = 4;
const FILE_USE_INCLUDE_PATH = 1;
const FILE_IGNORE_NEW_LINES = 2;
const FILE_SKIP_EMPTY_LINES = 4;
const FILE_APPEND = 8;
const FILE_NO_DEFAULT_CONTEXT = 16;
const FNM_NOESCAPE = 2;
const FNM_PATHNAME = 1;
const FNM_PERIOD = 4;
const FNM_CASEFOLD = 16;
/** @deprecated */
const FILE_TEXT = 0;
/** @deprecated */
const FILE_BINARY = 0;

/** Opens a file or URL. @path $filename */
function fopen(string $filename, string $mode, bool $use_include_path = false, $context = null) {}

/** Closes a stream. @param resource $stream */
function fclose($stream): bool {}

/** Whether the end was reached. @param resource $stream */
function feof($stream): bool {}

/** One byte. @param resource $stream */
function fgetc($stream): string|false {}

/** One line with its end. @param resource $stream */
function fgets($stream, ?int $length = null): string|false {}

/** Up to that many bytes. @param resource $stream */
function fread($stream, int $length): string|false {}

/** Writes to a stream. @param resource $stream */
function fwrite($stream, string $data, ?int $length = null): int|false {}

/** Writes to a stream. @alias fwrite @param resource $stream */
function fputs($stream, string $data, ?int $length = null): int|false {}

/** Writes out what is held back. @param resource $stream */
function fflush($stream): bool {}

/** Waits until all of it is on the disk. @param resource $stream */
function fsync($stream): bool {}

/** Waits until the data is on the disk. @param resource $stream */
function fdatasync($stream): bool {}

/** Moves to a position. @param resource $stream */
function fseek($stream, int $offset, int $whence = SEEK_SET): int {}

/** The position. @param resource $stream */
function ftell($stream): int|false {}

/** Moves to the start. @param resource $stream */
function rewind($stream): bool {}

/** Makes a file shorter or longer. @param resource $stream */
function ftruncate($stream, int $size): bool {}

/** Locks a file. @param resource $stream */
function flock($stream, int $operation, &$would_block = null): bool {}

/** What is known about an open file. @param resource $stream */
function fstat($stream): array|false {}

/** Prints the rest. @param resource $stream */
function fpassthru($stream): int {}

/** Reads a line by a format. @param resource $stream */
function fscanf($stream, string $format, mixed &...$vars): array|int|false|null {}

/** Writes a line of comma-separated values. @optional $escape @param resource $stream */
function fputcsv($stream, array $fields, string $separator = ",", string $enclosure = "\"", string $escape = "\\", string $eol = "\n"): int|false {}

/** Reads a line of comma-separated values. @optional $escape @param resource $stream */
function fgetcsv($stream, ?int $length = null, string $separator = ",", string $enclosure = "\"", string $escape = "\\"): array|false {}

/** Writes by a format. @param resource $stream */
function fprintf($stream, string $format, mixed ...$values): int {}

/** Writes by a format, values in an array. @param resource $stream */
function vfprintf($stream, string $format, array $values): int {}

/** All lines of a file. @path $filename */
function file(string $filename, int $flags = 0, $context = null): array|false {}

/** All of a file. @path $filename */
function file_get_contents(string $filename, bool $use_include_path = false, $context = null, int $offset = 0, ?int $length = null): string|false {}

/** Replaces a file, or adds to it. @path $filename */
function file_put_contents(string $filename, mixed $data, int $flags = 0, $context = null): int|false {}

/** Prints a file. @path $filename */
function readfile(string $filename, bool $use_include_path = false, $context = null): int|false {}

/** A file that is gone when it is closed. */
function tmpfile() {}

/** Makes a file with a name that was not used. @path $directory, $prefix */
function tempnam(string $directory, string $prefix): string|false {}

/** Where temporary files are. */
function sys_get_temp_dir(): string {}

/** Copies a file. @path $from, $to */
function copy(string $from, string $to, $context = null): bool {}

/** Renames a file or directory. @path $from, $to */
function rename(string $from, string $to, $context = null): bool {}

/** Deletes a file. @path $filename */
function unlink(string $filename, $context = null): bool {}

/** Makes a directory. @path $directory */
function mkdir(string $directory, int $permissions = 511, bool $recursive = false, $context = null): bool {}

/** Deletes a directory. @path $directory */
function rmdir(string $directory, $context = null): bool {}

/** Permissions that new files do not get; sets them if given. */
function umask(?int $mask = null): int {}

/** The path without links. @path $path */
function realpath(string $path): string|false {}

/** What is remembered about real paths. */
function realpath_cache_get(): array {}

/** How much is remembered about real paths. */
function realpath_cache_size(): int {}

/** Whether a name matches a shell's pattern. @path $pattern, $filename */
function fnmatch(string $pattern, string $filename, int $flags = 0): bool {}

/** Starts a command with a pipe to or from it. @path $command */
function popen(string $command, string $mode) {}

/** Closes a pipe; answers the command's status. @param resource $handle */
function pclose($handle): int {}

/** Whether it came with the request. @path $filename */
function is_uploaded_file(string $filename): bool {}

/** Moves a file that came with the request. @path $from, $to */
function move_uploaded_file(string $from, string $to): bool {}

/** The meta tags of an HTML file. @path $filename */
function get_meta_tags(string $filename, bool $use_include_path = false): array|false {}

/** Reads a file of settings. @path $filename */
function parse_ini_file(string $filename, bool $process_sections = false, int $scanner_mode = INI_SCANNER_NORMAL): array|false {}

/** Reads a text of settings. */
function parse_ini_string(string $ini_string, bool $process_sections = false, int $scanner_mode = INI_SCANNER_NORMAL): array|false {}

/** A number made of a file and a letter. @path $filename */
function ftok(string $filename, string $project_id): int {}

/** The MD5 sum of a file. @path $filename */
function md5_file(string $filename, bool $binary = false): string|false {}

/** The SHA-1 sum of a file. @path $filename */
function sha1_file(string $filename, bool $binary = false): string|false {}
