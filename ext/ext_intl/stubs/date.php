<?php

/** @module date */

/** @behaviour date::behaviour */
class IntlDateFormatter
{
    public const int FULL = 0;
    public const int LONG = 1;
    public const int MEDIUM = 2;
    public const int SHORT = 3;
    public const int NONE = -1;
    public const int RELATIVE_FULL = 128;
    public const int RELATIVE_LONG = 129;
    public const int RELATIVE_MEDIUM = 130;
    public const int RELATIVE_SHORT = 131;
    public const int PATTERN = -2;
    public const int GREGORIAN = 1;
    public const int TRADITIONAL = 0;

    public function __construct(?string $locale, int $dateType = IntlDateFormatter::FULL, int $timeType = IntlDateFormatter::FULL, $timezone = null, $calendar = null, ?string $pattern = null) {}

    /** @tentative-return */
    public static function create(?string $locale, int $dateType = IntlDateFormatter::FULL, int $timeType = IntlDateFormatter::FULL, $timezone = null, IntlCalendar|int|null $calendar = null, ?string $pattern = null): ?IntlDateFormatter {}

    /** @tentative-return */
    public function getDateType(): int|false {}

    /** @tentative-return */
    public function getTimeType(): int|false {}

    /** @tentative-return */
    public function getCalendar(): int|false {}

    /** @tentative-return */
    public function setCalendar(IntlCalendar|int|null $calendar): bool {}

    /** @tentative-return */
    public function getTimeZoneId(): string|false {}

    /** @tentative-return */
    public function getCalendarObject(): IntlCalendar|false|null {}

    /** @tentative-return */
    public function getTimeZone(): IntlTimeZone|false {}

    /** @tentative-return */
    public function setTimeZone($timezone): bool {}

    /** @tentative-return */
    public function setPattern(string $pattern): bool {}

    /** @tentative-return */
    public function getPattern(): string|false {}

    /** @tentative-return */
    public function getLocale(int $type = ULOC_ACTUAL_LOCALE): string|false {}

    /** @tentative-return */
    public function setLenient(bool $lenient): void {}

    /** @tentative-return */
    public function isLenient(): bool {}

    /** @tentative-return */
    public function format($datetime): string|false {}

    /** @tentative-return */
    public static function formatObject($datetime, $format = null, ?string $locale = null): string|false {}

    /** @tentative-return */
    public function parse(string $string, &$offset = null): int|float|false {}

    public function parseToCalendar(string $string, &$offset = null): int|float|false {}

    /** @tentative-return */
    public function localtime(string $string, &$offset = null): array|false {}

    /** @tentative-return */
    public function getErrorCode(): int {}

    /** @tentative-return */
    public function getErrorMessage(): string {}
}

/** @body date::create */
function datefmt_create(?string $locale, int $dateType = IntlDateFormatter::FULL, int $timeType = IntlDateFormatter::FULL, $timezone = null, IntlCalendar|int|null $calendar = null, ?string $pattern = null): ?IntlDateFormatter {}

/** @body date::get_date_type */
function datefmt_get_datetype(IntlDateFormatter $formatter): int|false {}

/** @body date::get_time_type */
function datefmt_get_timetype(IntlDateFormatter $formatter): int|false {}

/** @body date::get_calendar */
function datefmt_get_calendar(IntlDateFormatter $formatter): int|false {}

/** @body date::set_calendar */
function datefmt_set_calendar(IntlDateFormatter $formatter, IntlCalendar|int|null $calendar): bool {}

/** @body date::get_time_zone_id */
function datefmt_get_timezone_id(IntlDateFormatter $formatter): string|false {}

/** @body date::get_calendar_object */
function datefmt_get_calendar_object(IntlDateFormatter $formatter): IntlCalendar|false|null {}

/** @body date::get_time_zone */
function datefmt_get_timezone(IntlDateFormatter $formatter): IntlTimeZone|false {}

/** @body date::set_time_zone */
function datefmt_set_timezone(IntlDateFormatter $formatter, $timezone): bool {}

/** @body date::set_pattern */
function datefmt_set_pattern(IntlDateFormatter $formatter, string $pattern): bool {}

/** @body date::get_pattern */
function datefmt_get_pattern(IntlDateFormatter $formatter): string|false {}

/** @body date::get_locale */
function datefmt_get_locale(IntlDateFormatter $formatter, int $type = ULOC_ACTUAL_LOCALE): string|false {}

/** @body date::set_lenient */
function datefmt_set_lenient(IntlDateFormatter $formatter, bool $lenient): void {}

/** @body date::is_lenient */
function datefmt_is_lenient(IntlDateFormatter $formatter): bool {}

/** @body date::format */
function datefmt_format(IntlDateFormatter $formatter, $datetime): string|false {}

/** @body date::format_object */
function datefmt_format_object($datetime, $format = null, ?string $locale = null): string|false {}

/** @body date::parse */
function datefmt_parse(IntlDateFormatter $formatter, string $string, &$offset = null): int|float|false {}

/** @body date::localtime */
function datefmt_localtime(IntlDateFormatter $formatter, string $string, &$offset = null): array|false {}

/** @body date::get_error_code */
function datefmt_get_error_code(IntlDateFormatter $formatter): int {}

/** @body date::get_error_message */
function datefmt_get_error_message(IntlDateFormatter $formatter): string {}
