<?php

/**
 * @ini iconv.input_encoding "" all settings::change_input
 * @ini iconv.output_encoding "" all settings::change_output
 * @ini iconv.internal_encoding "" all settings::change_internal
 */

const ICONV_IMPL = "glibc";
/** @cvalue settings::version */
const ICONV_VERSION = UNKNOWN;
const ICONV_MIME_DECODE_STRICT = 1;
const ICONV_MIME_DECODE_CONTINUE_ON_ERROR = 2;

/** The number of characters. @body characters::iconv_strlen */
function iconv_strlen(string $string, ?string $encoding = null): int|false {}

/** Some of the characters. @body characters::iconv_substr */
function iconv_substr(string $string, int $offset, ?int $length = null, ?string $encoding = null): string|false {}

/** Where a string is first in another. @body characters::iconv_strpos */
function iconv_strpos(string $haystack, string $needle, int $offset = 0, ?string $encoding = null): int|false {}

/** Where a string is last in another. @body characters::iconv_strrpos */
function iconv_strrpos(string $haystack, string $needle, ?string $encoding = null): int|false {}

/** A header field of a mail. @body mime_encode::iconv_mime_encode */
function iconv_mime_encode(string $field_name, string $field_value, array $options = []): string|false {}

/** The text of a header field. @body mime_decode::iconv_mime_decode */
function iconv_mime_decode(string $string, int $mode = 0, ?string $encoding = null): string|false {}

/** The texts of header fields by name. @body mime_decode::iconv_mime_decode_headers */
function iconv_mime_decode_headers(string $headers, int $mode = 0, ?string $encoding = null): array|false {}

/** A string in another encoding. @body convert::iconv */
function iconv(string $from_encoding, string $to_encoding, string $string): string|false {}

/** Sets an encoding. @body settings::iconv_set_encoding */
function iconv_set_encoding(string $type, string $encoding): bool {}

/** The encodings that are set. @body settings::iconv_get_encoding */
function iconv_get_encoding(string $type = "all"): array|string|false {}
