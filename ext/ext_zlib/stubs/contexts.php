<?php

/** A decompressor. @module contexts @object-handlers contexts::inflate_object_handlers */
final class InflateContext
{
}

/** A compressor. @module contexts @object-handlers contexts::deflate_object_handlers */
final class DeflateContext
{
}

/** A compressor for data that comes in pieces. @value $options */
function deflate_init(int $encoding, array|object $options = []): DeflateContext|false {}

/** Compresses a piece. */
function deflate_add(DeflateContext $context, string $data, int $flush_mode = ZLIB_SYNC_FLUSH): string|false {}

/** A decompressor for data that comes in pieces. @value $options */
function inflate_init(int $encoding, array|object $options = []): InflateContext|false {}

/** Decompresses a piece. */
function inflate_add(InflateContext $context, string $data, int $flush_mode = ZLIB_SYNC_FLUSH): string|false {}

/** What the last piece ended with. */
function inflate_get_status(InflateContext $context): int {}

/** Bytes taken so far. */
function inflate_get_read_len(InflateContext $context): int {}
