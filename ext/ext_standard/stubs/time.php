<?php

/** @module misc::time */

/** Unix time with microseconds. */
function microtime(bool $as_float = false): string|float {}

/** Unix time in parts. */
function gettimeofday(bool $as_float = false): array|float {}

/** Time of a clock that only goes forward. */
function hrtime(bool $as_number = false): array|int|float|false {}

/** An id made of the time. */
function uniqid(string $prefix = "", bool $more_entropy = false): string {}

/** Waits seconds. */
function sleep(int $seconds): int {}

/** Waits microseconds. */
function usleep(int $microseconds): void {}

/** Waits seconds and nanoseconds. */
function time_nanosleep(int $seconds, int $nanoseconds): array|bool {}

/** Waits until a time. */
function time_sleep_until(float $timestamp): bool {}

/** Reads a date as the C library does. @body misc::strptime::strptime @deprecated since 8.2, use date_parse_from_format() (for locale-independent parsing), or IntlDateFormatter::parse() (for locale-dependent parsing) instead */
function strptime(string $timestamp, string $format): array|false {}
