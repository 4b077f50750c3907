<?php

/** All lines of a file. @path $filename */
function gzfile(string $filename, int $use_include_path = 0): array|false {}

/** Opens a file. @path $filename */
function gzopen(string $filename, string $mode, int $use_include_path = 0) {}

/** Prints a file. @path $filename */
function readgzfile(string $filename, int $use_include_path = 0): int|false {}

/** Writes to a file. @param resource $stream */
function gzwrite($stream, string $data, ?int $length = null): int|false {}

/** Writes to a file. @alias gzwrite @param resource $stream */
function gzputs($stream, string $data, ?int $length = null): int|false {}

/** Moves to the start. @param resource $stream */
function gzrewind($stream): bool {}

/** Closes a file. @param resource $stream */
function gzclose($stream): bool {}

/** Whether the end was reached. @param resource $stream */
function gzeof($stream): bool {}

/** One byte. @param resource $stream */
function gzgetc($stream): string|false {}

/** Prints the rest. @param resource $stream */
function gzpassthru($stream): int {}

/** Moves to a position. @param resource $stream */
function gzseek($stream, int $offset, int $whence = SEEK_SET): int {}

/** The position. @param resource $stream */
function gztell($stream): int|false {}

/** Up to that many bytes. @param resource $stream */
function gzread($stream, int $length): string|false {}

/** One line with its end. @param resource $stream */
function gzgets($stream, ?int $length = null): string|false {}
