<?php

/** @module calendar */

/** @object-handlers calendar::object_handlers */
class IntlCalendar
{
    public const int FIELD_ERA = 0;
    public const int FIELD_YEAR = 1;
    public const int FIELD_MONTH = 2;
    public const int FIELD_WEEK_OF_YEAR = 3;
    public const int FIELD_WEEK_OF_MONTH = 4;
    public const int FIELD_DATE = 5;
    public const int FIELD_DAY_OF_YEAR = 6;
    public const int FIELD_DAY_OF_WEEK = 7;
    public const int FIELD_DAY_OF_WEEK_IN_MONTH = 8;
    public const int FIELD_AM_PM = 9;
    public const int FIELD_HOUR = 10;
    public const int FIELD_HOUR_OF_DAY = 11;
    public const int FIELD_MINUTE = 12;
    public const int FIELD_SECOND = 13;
    public const int FIELD_MILLISECOND = 14;
    public const int FIELD_ZONE_OFFSET = 15;
    public const int FIELD_DST_OFFSET = 16;
    public const int FIELD_YEAR_WOY = 17;
    public const int FIELD_DOW_LOCAL = 18;
    public const int FIELD_EXTENDED_YEAR = 19;
    public const int FIELD_JULIAN_DAY = 20;
    public const int FIELD_MILLISECONDS_IN_DAY = 21;
    public const int FIELD_IS_LEAP_MONTH = 22;
    /** @cvalue loxo_icu_sys::FIELDS_INT */
    public const int FIELD_FIELD_COUNT = UNKNOWN;
    public const int FIELD_DAY_OF_MONTH = 5;
    public const int DOW_SUNDAY = 1;
    public const int DOW_MONDAY = 2;
    public const int DOW_TUESDAY = 3;
    public const int DOW_WEDNESDAY = 4;
    public const int DOW_THURSDAY = 5;
    public const int DOW_FRIDAY = 6;
    public const int DOW_SATURDAY = 7;
    public const int DOW_TYPE_WEEKDAY = 0;
    public const int DOW_TYPE_WEEKEND = 1;
    public const int DOW_TYPE_WEEKEND_OFFSET = 2;
    public const int DOW_TYPE_WEEKEND_CEASE = 3;
    public const int WALLTIME_FIRST = 1;
    public const int WALLTIME_LAST = 0;
    public const int WALLTIME_NEXT_VALID = 2;

    private function __construct() {}

    /** @before errors::reset @tentative-return */
    public static function createInstance($timezone = null, ?string $locale = null): ?IntlCalendar {}

    /** @before errors::reset @tentative-return */
    public function equals(IntlCalendar $other): bool {}

    /** @before errors::reset @tentative-return */
    public function fieldDifference(float $timestamp, int $field): int|false {}

    /** @before errors::reset @tentative-return */
    public function add(int $field, int $value): bool {}

    /** @before errors::reset @tentative-return */
    public function after(IntlCalendar $other): bool {}

    /** @before errors::reset @tentative-return */
    public function before(IntlCalendar $other): bool {}

    /** @before errors::reset @tentative-return */
    public function clear(?int $field = null): true {}

    /** @before errors::reset @tentative-return */
    public static function fromDateTime(DateTime|string $datetime, ?string $locale = null): ?IntlCalendar {}

    /** @before errors::reset @tentative-return */
    public function get(int $field): int|false {}

    /** @before errors::reset @tentative-return */
    public function getActualMaximum(int $field): int|false {}

    /** @before errors::reset @tentative-return */
    public function getActualMinimum(int $field): int|false {}

    /** @before errors::reset @tentative-return */
    public static function getAvailableLocales(): array {}

    /** @before errors::reset @tentative-return */
    public function getDayOfWeekType(int $dayOfWeek): int|false {}

    /** @before errors::reset @tentative-return */
    public function getErrorCode(): int|false {}

    /** @before errors::reset @tentative-return */
    public function getErrorMessage(): string|false {}

    /** @before errors::reset @tentative-return */
    public function getFirstDayOfWeek(): int|false {}

    /** @before errors::reset @tentative-return */
    public function getGreatestMinimum(int $field): int|false {}

    /** @before errors::reset @tentative-return */
    public static function getKeywordValuesForLocale(string $keyword, string $locale, bool $onlyCommon): IntlIterator|false {}

    /** @before errors::reset @tentative-return */
    public function getLeastMaximum(int $field): int|false {}

    /** @before errors::reset @tentative-return */
    public function getLocale(int $type): string|false {}

    /** @before errors::reset @tentative-return */
    public function getMaximum(int $field): int|false {}

    /** @before errors::reset @tentative-return */
    public function getMinimalDaysInFirstWeek(): int|false {}

    /** @before errors::reset @tentative-return */
    public function setMinimalDaysInFirstWeek(int $days): true {}

    /** @before errors::reset @tentative-return */
    public function getMinimum(int $field): int|false {}

    /** @before errors::reset @tentative-return */
    public static function getNow(): float {}

    /** @before errors::reset @tentative-return */
    public function getRepeatedWallTimeOption(): int {}

    /** @before errors::reset @tentative-return */
    public function getSkippedWallTimeOption(): int {}

    /** @before errors::reset @tentative-return */
    public function getTime(): float|false {}

    /** @before errors::reset @tentative-return */
    public function getTimeZone(): IntlTimeZone|false {}

    /** @before errors::reset @tentative-return */
    public function getType(): string {}

    /** @before errors::reset @tentative-return */
    public function getWeekendTransition(int $dayOfWeek): int|false {}

    /** @before errors::reset @tentative-return */
    public function inDaylightTime(): bool {}

    /** @before errors::reset @tentative-return */
    public function isEquivalentTo(IntlCalendar $other): bool {}

    /** @before errors::reset @tentative-return */
    public function isLenient(): bool {}

    /** @before errors::reset @tentative-return */
    public function isWeekend(?float $timestamp = null): bool {}

    /** @before errors::reset @tentative-return */
    public function roll(int $field, $value): bool {}

    /** @before errors::reset @tentative-return */
    public function isSet(int $field): bool {}

    /** @before errors::reset @raw @any-count @tentative-return */
    public function set(int $year, int $month, int $dayOfMonth = UNKNOWN, int $hour = UNKNOWN, int $minute = UNKNOWN, int $second = UNKNOWN): true {}

    /** @before errors::reset */
    public function setDate(int $year, int $month, int $dayOfMonth): void {}

    /** @before errors::reset */
    public function setDateTime(int $year, int $month, int $dayOfMonth, int $hour, int $minute, ?int $second = null): void {}

    /** @before errors::reset @tentative-return */
    public function setFirstDayOfWeek(int $dayOfWeek): true {}

    /** @before errors::reset @tentative-return */
    public function setLenient(bool $lenient): true {}

    /** @before errors::reset @tentative-return */
    public function setRepeatedWallTimeOption(int $option): true {}

    /** @before errors::reset @tentative-return */
    public function setSkippedWallTimeOption(int $option): true {}

    /** @before errors::reset @tentative-return */
    public function setTime(float $timestamp): bool {}

    /** @before errors::reset @tentative-return */
    public function setTimeZone($timezone): bool {}

    /** @before errors::reset @tentative-return */
    public function toDateTime(): DateTime|false {}
}

/** @before errors::reset @body calendar::create_instance */
function intlcal_create_instance($timezone = null, ?string $locale = null): ?IntlCalendar {}

/** @before errors::reset @body calendar::get_keyword_values_for_locale */
function intlcal_get_keyword_values_for_locale(string $keyword, string $locale, bool $onlyCommon): IntlIterator|false {}

/** @before errors::reset @body calendar::get_now */
function intlcal_get_now(): float {}

/** @before errors::reset @body calendar::get_available_locales */
function intlcal_get_available_locales(): array {}

/** @before errors::reset @body calendar::get */
function intlcal_get(IntlCalendar $calendar, int $field): int|false {}

/** @before errors::reset @body calendar::get_time */
function intlcal_get_time(IntlCalendar $calendar): float|false {}

/** @before errors::reset @body calendar::set_time */
function intlcal_set_time(IntlCalendar $calendar, float $timestamp): bool {}

/** @before errors::reset @body calendar::add */
function intlcal_add(IntlCalendar $calendar, int $field, int $value): bool {}

/** @before errors::reset @body calendar::set_time_zone */
function intlcal_set_time_zone(IntlCalendar $calendar, $timezone): bool {}

/** @before errors::reset @body calendar::after */
function intlcal_after(IntlCalendar $calendar, IntlCalendar $other): bool {}

/** @before errors::reset @body calendar::before */
function intlcal_before(IntlCalendar $calendar, IntlCalendar $other): bool {}

/** @before errors::reset @body calendar::intlcal_set @raw @any-count @deprecated since 8.4, use IntlCalendar::set(), IntlCalendar::setDate(), or IntlCalendar::setDateTime() instead */
function intlcal_set(IntlCalendar $calendar, int $year, int $month, int $dayOfMonth = UNKNOWN, int $hour = UNKNOWN, int $minute = UNKNOWN, int $second = UNKNOWN): true {}

/** @before errors::reset @body calendar::roll */
function intlcal_roll(IntlCalendar $calendar, int $field, $value): bool {}

/** @before errors::reset @body calendar::clear */
function intlcal_clear(IntlCalendar $calendar, ?int $field = null): true {}

/** @before errors::reset @body calendar::field_difference */
function intlcal_field_difference(IntlCalendar $calendar, float $timestamp, int $field): int|false {}

/** @before errors::reset @body calendar::get_actual_maximum */
function intlcal_get_actual_maximum(IntlCalendar $calendar, int $field): int|false {}

/** @before errors::reset @body calendar::get_actual_minimum */
function intlcal_get_actual_minimum(IntlCalendar $calendar, int $field): int|false {}

/** @before errors::reset @body calendar::get_day_of_week_type */
function intlcal_get_day_of_week_type(IntlCalendar $calendar, int $dayOfWeek): int|false {}

/** @before errors::reset @body calendar::get_first_day_of_week */
function intlcal_get_first_day_of_week(IntlCalendar $calendar): int|false {}

/** @before errors::reset @body calendar::get_least_maximum */
function intlcal_get_least_maximum(IntlCalendar $calendar, int $field): int|false {}

/** @before errors::reset @body calendar::get_greatest_minimum */
function intlcal_get_greatest_minimum(IntlCalendar $calendar, int $field): int|false {}

/** @before errors::reset @body calendar::get_locale */
function intlcal_get_locale(IntlCalendar $calendar, int $type): string|false {}

/** @before errors::reset @body calendar::get_maximum */
function intlcal_get_maximum(IntlCalendar $calendar, int $field): int|false {}

/** @before errors::reset @body calendar::get_minimal_days_in_first_week */
function intlcal_get_minimal_days_in_first_week(IntlCalendar $calendar): int|false {}

/** @before errors::reset @body calendar::set_minimal_days_in_first_week */
function intlcal_set_minimal_days_in_first_week(IntlCalendar $calendar, int $days): true {}

/** @before errors::reset @body calendar::get_minimum */
function intlcal_get_minimum(IntlCalendar $calendar, int $field): int|false {}

/** @before errors::reset @body calendar::get_time_zone */
function intlcal_get_time_zone(IntlCalendar $calendar): IntlTimeZone|false {}

/** @before errors::reset @body calendar::get_type */
function intlcal_get_type(IntlCalendar $calendar): string {}

/** @before errors::reset @body calendar::get_weekend_transition */
function intlcal_get_weekend_transition(IntlCalendar $calendar, int $dayOfWeek): int|false {}

/** @before errors::reset @body calendar::in_daylight_time */
function intlcal_in_daylight_time(IntlCalendar $calendar): bool {}

/** @before errors::reset @body calendar::is_lenient */
function intlcal_is_lenient(IntlCalendar $calendar): bool {}

/** @before errors::reset @body calendar::is_set */
function intlcal_is_set(IntlCalendar $calendar, int $field): bool {}

/** @before errors::reset @body calendar::is_equivalent_to */
function intlcal_is_equivalent_to(IntlCalendar $calendar, IntlCalendar $other): bool {}

/** @before errors::reset @body calendar::is_weekend */
function intlcal_is_weekend(IntlCalendar $calendar, ?float $timestamp = null): bool {}

/** @before errors::reset @body calendar::set_first_day_of_week */
function intlcal_set_first_day_of_week(IntlCalendar $calendar, int $dayOfWeek): true {}

/** @before errors::reset @body calendar::set_lenient */
function intlcal_set_lenient(IntlCalendar $calendar, bool $lenient): true {}

/** @before errors::reset @body calendar::get_repeated_wall_time_option */
function intlcal_get_repeated_wall_time_option(IntlCalendar $calendar): int {}

/** @before errors::reset @body calendar::equals */
function intlcal_equals(IntlCalendar $calendar, IntlCalendar $other): bool {}

/** @before errors::reset @body calendar::get_skipped_wall_time_option */
function intlcal_get_skipped_wall_time_option(IntlCalendar $calendar): int {}

/** @before errors::reset @body calendar::set_repeated_wall_time_option */
function intlcal_set_repeated_wall_time_option(IntlCalendar $calendar, int $option): true {}

/** @before errors::reset @body calendar::set_skipped_wall_time_option */
function intlcal_set_skipped_wall_time_option(IntlCalendar $calendar, int $option): true {}

/** @before errors::reset @body calendar::from_date_time */
function intlcal_from_date_time(DateTime|string $datetime, ?string $locale = null): ?IntlCalendar {}

/** @before errors::reset @body calendar::to_date_time */
function intlcal_to_date_time(IntlCalendar $calendar): DateTime|false {}

/** @before errors::reset @body calendar::get_error_code */
function intlcal_get_error_code(IntlCalendar $calendar): int|false {}

/** @before errors::reset @body calendar::get_error_message */
function intlcal_get_error_message(IntlCalendar $calendar): string|false {}
