<?php

const PHP_URL_SCHEME = 0;
const PHP_URL_HOST = 1;
const PHP_URL_PORT = 2;
const PHP_URL_USER = 3;
const PHP_URL_PASS = 4;
const PHP_URL_PATH = 5;
const PHP_URL_QUERY = 6;
const PHP_URL_FRAGMENT = 7;
const PHP_QUERY_RFC1738 = 1;
const PHP_QUERY_RFC3986 = 2;

/** Percent encoding for forms. @pure @compile-time-eval */
function urlencode(string $string): string {}

/** Undoes urlencode(). @pure @compile-time-eval */
function urldecode(string $string): string {}

/** Percent encoding by RFC 3986. @pure @compile-time-eval */
function rawurlencode(string $string): string {}

/** Undoes rawurlencode(). @pure @compile-time-eval */
function rawurldecode(string $string): string {}

/** The parts of a URL. @pure @compile-time-eval */
function parse_url(string $url, int $component = -1): array|string|int|false|null {}

/** A query string of an array or object. */
function http_build_query(object|array $data, string $numeric_prefix = "", ?string $arg_separator = null, int $encoding_type = PHP_QUERY_RFC1738): string {}

/** The variables of a query string. */
function parse_str(string $string, &$result): void {}
