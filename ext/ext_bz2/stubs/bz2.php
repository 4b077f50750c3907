<?php

/** Opens a file. @value $file */
function bzopen($file, string $mode) {}

/** Up to that many bytes. @param resource $bz */
function bzread($bz, int $length = 1024): string|false {}

/** Writes to a file. @param resource $bz */
function bzwrite($bz, string $data, ?int $length = null): int|false {}

/** Writes out what is held back. @param resource $bz */
function bzflush($bz): bool {}

/** Closes a file. @param resource $bz */
function bzclose($bz): bool {}

/** The number of the last error. @param resource $bz */
function bzerrno($bz): int {}

/** The name of the last error. @param resource $bz */
function bzerrstr($bz): string {}

/** The last error. @param resource $bz */
function bzerror($bz): array {}

/** Compresses. */
function bzcompress(string $data, int $block_size = 4, int $work_factor = 0): string|int {}

/** Decompresses. */
function bzdecompress(string $data, bool $use_less_memory = false): string|int|false {}
