<?php

/** @module streams::filters */

const STREAM_FILTER_READ = 1;
const STREAM_FILTER_WRITE = 2;
const STREAM_FILTER_ALL = 3;
const PSFS_PASS_ON = 2;
const PSFS_FEED_ME = 1;
const PSFS_ERR_FATAL = 0;
const PSFS_FLAG_NORMAL = 0;
const PSFS_FLAG_FLUSH_INC = 1;
const PSFS_FLAG_FLUSH_CLOSE = 2;

/** Makes a class filter streams. */
function stream_filter_register(string $filter_name, string $class): bool {}

/** Puts a filter in front of the others. @param resource $stream */
function stream_filter_prepend($stream, string $filter_name, int $mode = 0, mixed $params = UNKNOWN) {}

/** Puts a filter behind the others. @param resource $stream */
function stream_filter_append($stream, string $filter_name, int $mode = 0, mixed $params = UNKNOWN) {}

/** Takes a filter out. @param resource $stream_filter */
function stream_filter_remove($stream_filter): bool {}

/** Names of all filters. */
function stream_get_filters(): array {}

/** Takes the first bucket out. @param resource $brigade */
function stream_bucket_make_writeable($brigade): ?StreamBucket {}

/** Puts a bucket in front of the others. @param resource $brigade */
function stream_bucket_prepend($brigade, StreamBucket $bucket): void {}

/** Puts a bucket behind the others. @param resource $brigade */
function stream_bucket_append($brigade, StreamBucket $bucket): void {}

/** A bucket of those bytes. @param resource $stream */
function stream_bucket_new($stream, string $buffer): StreamBucket {}

class php_user_filter
{
    public string $filtername = "";

    public mixed $params = "";

    public $stream = null;

    /** Takes buckets from one brigade and gives others to the other. @tentative-return */
    public function filter($in, $out, &$consumed, bool $closing): int {}

    /** Called when the filter is made. @tentative-return */
    public function onCreate(): bool {}

    /** Called when the filter is gone. @tentative-return */
    public function onClose(): void {}
}

final class StreamBucket
{
    public $bucket;

    public string $data;

    public int $datalen;

    public int $dataLength;
}
