<?php

/**
 * @ini mbstring.language "neutral" all settings::change_language
 * @ini mbstring.detect_order null all settings::change_detect_order
 * @ini mbstring.http_input null all settings::change_http_input
 * @ini mbstring.http_output null all settings::change_http_output
 * @ini mbstring.internal_encoding null all settings::change_internal
 * @ini mbstring.substitute_character null all settings::change_substitute
 * @ini mbstring.encoding_translation "0" perdir
 * @ini mbstring.http_output_conv_mimetypes "^(text/|application/xhtml\+xml)" all
 * @ini mbstring.strict_detection "0" all
 * @ini mbstring.regex_stack_limit "100000" all
 * @ini mbstring.regex_retry_limit "1000000" all
 */

/** The language of mails, or sets it. */
function mb_language(?string $language = null): string|bool {}

/** The encoding of strings, or sets it. */
function mb_internal_encoding(?string $encoding = null): string|bool {}

/** The encoding of what came in. */
function mb_http_input(?string $type = null): array|string|false {}

/** The encoding of what goes out, or sets it. */
function mb_http_output(?string $encoding = null): string|bool {}

/** The encodings to guess from, or sets them. */
function mb_detect_order(array|string|null $encoding = null): array|bool {}

/** What stands for what cannot be converted, or sets it. */
function mb_substitute_character(string|int|null $substitute_character = null): string|int|bool {}

/** What mail calls an encoding. */
function mb_preferred_mime_name(string $encoding): string|false {}

/** All encodings. */
function mb_list_encodings(): array {}

/** Other names of an encoding. */
function mb_encoding_aliases(string $encoding): array {}

/** What is set. */
function mb_get_info(string $type = "all"): array|string|int|false|null {}
