<?php

/**
 * @ini zlib.output_compression "0" all output::change_compression
 * @ini zlib.output_compression_level "-1" all
 * @ini zlib.output_handler "" all output::change_handler
 */

const FORCE_GZIP = 31;
const FORCE_DEFLATE = 15;
const ZLIB_ENCODING_RAW = -15;
const ZLIB_ENCODING_GZIP = 31;
const ZLIB_ENCODING_DEFLATE = 15;
const ZLIB_NO_FLUSH = 0;
const ZLIB_PARTIAL_FLUSH = 1;
const ZLIB_SYNC_FLUSH = 2;
const ZLIB_FULL_FLUSH = 3;
const ZLIB_BLOCK = 5;
const ZLIB_FINISH = 4;
const ZLIB_FILTERED = 1;
const ZLIB_HUFFMAN_ONLY = 2;
const ZLIB_RLE = 3;
const ZLIB_FIXED = 4;
const ZLIB_DEFAULT_STRATEGY = 0;
const ZLIB_VERSION = "1.3.2";
const ZLIB_VERNUM = 0x1320;
const ZLIB_OK = 0;
const ZLIB_STREAM_END = 1;
const ZLIB_NEED_DICT = 2;
const ZLIB_ERRNO = -1;
const ZLIB_STREAM_ERROR = -2;
const ZLIB_DATA_ERROR = -3;
const ZLIB_MEM_ERROR = -4;
const ZLIB_BUF_ERROR = -5;
const ZLIB_VERSION_ERROR = -6;

/** Compresses in one of the formats. */
function zlib_encode(string $data, int $encoding, int $level = -1): string|false {}

/** Decompresses any of the formats. */
function zlib_decode(string $data, int $max_length = 0): string|false {}

/** Compresses without head or checksum. */
function gzdeflate(string $data, int $level = -1, int $encoding = ZLIB_ENCODING_RAW): string|false {}

/** Compresses as gzip does. */
function gzencode(string $data, int $level = -1, int $encoding = ZLIB_ENCODING_GZIP): string|false {}

/** Compresses in zlib's format. */
function gzcompress(string $data, int $level = -1, int $encoding = ZLIB_ENCODING_DEFLATE): string|false {}

/** Decompresses raw data. */
function gzinflate(string $data, int $max_length = 0): string|false {}

/** Decompresses what gzip made. */
function gzdecode(string $data, int $max_length = 0): string|false {}

/** Decompresses zlib's format. */
function gzuncompress(string $data, int $max_length = 0): string|false {}
