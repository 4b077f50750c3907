<?php

/**
 * @module functions::time
 * @ini date.timezone "UTC" all functions::time::zone_changed
 * @ini date.default_latitude "31.7667" all
 * @ini date.default_longitude "35.2333" all
 * @ini date.sunset_zenith "90.833333" all
 * @ini date.sunrise_zenith "90.833333" all
 */

const DATE_ATOM = "Y-m-d\\TH:i:sP";
const DATE_COOKIE = "l, d-M-Y H:i:s T";
const DATE_ISO8601 = "Y-m-d\\TH:i:sO";
const DATE_ISO8601_EXPANDED = "X-m-d\\TH:i:sP";
const DATE_RFC822 = "D, d M y H:i:s O";
const DATE_RFC850 = "l, d-M-y H:i:s T";
const DATE_RFC1036 = "D, d M y H:i:s O";
const DATE_RFC1123 = "D, d M Y H:i:s O";
const DATE_RFC7231 = "D, d M Y H:i:s \\G\\M\\T";
const DATE_RFC2822 = "D, d M Y H:i:s O";
const DATE_RFC3339 = "Y-m-d\\TH:i:sP";
const DATE_RFC3339_EXTENDED = "Y-m-d\\TH:i:s.vP";
const DATE_RSS = DATE_RFC1123;
const DATE_W3C = DATE_RFC3339;

/** A text as a moment. */
function strtotime(string $datetime, ?int $baseTimestamp = null): int|false {}

/** A moment in the default zone, formatted. */
function date(string $format, ?int $timestamp = null): string {}

/** A part of a date as a number. */
function idate(string $format, ?int $timestamp = null): int|false {}

/** A moment in UTC, formatted. */
function gmdate(string $format, ?int $timestamp = null): string {}

/** The moment of a date in the default zone. */
function mktime(int $hour, ?int $minute = null, ?int $second = null, ?int $month = null, ?int $day = null, ?int $year = null): int|false {}

/** The moment of a date in UTC. */
function gmmktime(int $hour, ?int $minute = null, ?int $second = null, ?int $month = null, ?int $day = null, ?int $year = null): int|false {}

/** Whether the calendar has such a date. */
function checkdate(int $month, int $day, int $year): bool {}

/** A moment in the default zone, formatted as in C. @deprecated since 8.1, use IntlDateFormatter::format() instead */
function strftime(string $format, ?int $timestamp = null): string|false {}

/** A moment in UTC, formatted as in C. @deprecated since 8.1, use IntlDateFormatter::format() instead */
function gmstrftime(string $format, ?int $timestamp = null): string|false {}

/** Seconds since 1970. */
function time(): int {}

/** The fields of C's struct tm. */
function localtime(?int $timestamp = null, bool $associative = false): array {}

/** The parts of a date. */
function getdate(?int $timestamp = null): array {}

/** What a text says about a date. */
function date_parse(string $datetime): array {}

/** The same for a text in a format. @path $datetime */
function date_parse_from_format(string $format, string $datetime): array {}

/** What was wrong with the text that was read last. */
function date_get_last_errors(): array|false {}

/** Sets the default zone. */
function date_default_timezone_set(string $timezoneId): bool {}

/** The default zone. */
function date_default_timezone_get(): string {}
