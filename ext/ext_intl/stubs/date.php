<?php

/** @module date */

/** @object-handlers date::object_handlers */
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

    /** @before errors::reset @tentative-return */
    public static function create(?string $locale, int $dateType = IntlDateFormatter::FULL, int $timeType = IntlDateFormatter::FULL, $timezone = null, IntlCalendar|int|null $calendar = null, ?string $pattern = null): ?IntlDateFormatter {}

    /** @before errors::reset @tentative-return */
    public function getDateType(): int|false {}

    /** @before errors::reset @tentative-return */
    public function getTimeType(): int|false {}

    /** @before errors::reset @tentative-return */
    public function getCalendar(): int|false {}

    /** @before errors::reset @tentative-return */
    public function setCalendar(IntlCalendar|int|null $calendar): bool {}

    /** @before errors::reset @tentative-return */
    public function getTimeZoneId(): string|false {}

    /** @before errors::reset @tentative-return */
    public function getCalendarObject(): IntlCalendar|false|null {}

    /** @before errors::reset @tentative-return */
    public function getTimeZone(): IntlTimeZone|false {}

    /** @before errors::reset @tentative-return */
    public function setTimeZone($timezone): bool {}

    /** @before errors::reset @tentative-return */
    public function setPattern(string $pattern): bool {}

    /** @before errors::reset @tentative-return */
    public function getPattern(): string|false {}

    /** @before errors::reset @tentative-return */
    public function getLocale(int $type = ULOC_ACTUAL_LOCALE): string|false {}

    /** @before errors::reset @tentative-return */
    public function setLenient(bool $lenient): void {}

    /** @before errors::reset @tentative-return */
    public function isLenient(): bool {}

    /** @tentative-return */
    public function format($datetime): string|false {}

    /** @tentative-return */
    public static function formatObject($datetime, $format = null, ?string $locale = null): string|false {}

    /** @before errors::reset @tentative-return */
    public function parse(string $string, &$offset = null): int|float|false {}

    /** @before errors::reset */
    public function parseToCalendar(string $string, &$offset = null): int|float|false {}

    /** @before errors::reset @tentative-return */
    public function localtime(string $string, &$offset = null): array|false {}

    /** @before errors::reset @tentative-return */
    public function getErrorCode(): int {}

    /** @before errors::reset @tentative-return */
    public function getErrorMessage(): string {}
}

/** @before errors::reset @body date::create */
function datefmt_create(?string $locale, int $dateType = IntlDateFormatter::FULL, int $timeType = IntlDateFormatter::FULL, $timezone = null, IntlCalendar|int|null $calendar = null, ?string $pattern = null): ?IntlDateFormatter {}

/** @before errors::reset @body date::get_date_type */
function datefmt_get_datetype(IntlDateFormatter $formatter): int|false {}

/** @before errors::reset @body date::get_time_type */
function datefmt_get_timetype(IntlDateFormatter $formatter): int|false {}

/** @before errors::reset @body date::get_calendar */
function datefmt_get_calendar(IntlDateFormatter $formatter): int|false {}

/** @before errors::reset @body date::set_calendar */
function datefmt_set_calendar(IntlDateFormatter $formatter, IntlCalendar|int|null $calendar): bool {}

/** @before errors::reset @body date::get_time_zone_id */
function datefmt_get_timezone_id(IntlDateFormatter $formatter): string|false {}

/** @before errors::reset @body date::get_calendar_object */
function datefmt_get_calendar_object(IntlDateFormatter $formatter): IntlCalendar|false|null {}

/** @before errors::reset @body date::get_time_zone */
function datefmt_get_timezone(IntlDateFormatter $formatter): IntlTimeZone|false {}

/** @before errors::reset @body date::set_time_zone */
function datefmt_set_timezone(IntlDateFormatter $formatter, $timezone): bool {}

/** @before errors::reset @body date::set_pattern */
function datefmt_set_pattern(IntlDateFormatter $formatter, string $pattern): bool {}

/** @before errors::reset @body date::get_pattern */
function datefmt_get_pattern(IntlDateFormatter $formatter): string|false {}

/** @before errors::reset @body date::get_locale */
function datefmt_get_locale(IntlDateFormatter $formatter, int $type = ULOC_ACTUAL_LOCALE): string|false {}

/** @before errors::reset @body date::set_lenient */
function datefmt_set_lenient(IntlDateFormatter $formatter, bool $lenient): void {}

/** @before errors::reset @body date::is_lenient */
function datefmt_is_lenient(IntlDateFormatter $formatter): bool {}

/** @body date::format */
function datefmt_format(IntlDateFormatter $formatter, $datetime): string|false {}

/** @body date::format_object */
function datefmt_format_object($datetime, $format = null, ?string $locale = null): string|false {}

/** @before errors::reset @body date::parse */
function datefmt_parse(IntlDateFormatter $formatter, string $string, &$offset = null): int|float|false {}

/** @before errors::reset @body date::localtime */
function datefmt_localtime(IntlDateFormatter $formatter, string $string, &$offset = null): array|false {}

/** @before errors::reset @body date::get_error_code */
function datefmt_get_error_code(IntlDateFormatter $formatter): int {}

/** @before errors::reset @body date::get_error_message */
function datefmt_get_error_message(IntlDateFormatter $formatter): string {}
