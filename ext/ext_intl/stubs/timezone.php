<?php

/** @module timezone */

/** @object-handlers timezone::object_handlers */
class IntlTimeZone
{
    public const int DISPLAY_SHORT = 1;
    public const int DISPLAY_LONG = 2;
    public const int DISPLAY_SHORT_GENERIC = 3;
    public const int DISPLAY_LONG_GENERIC = 4;
    public const int DISPLAY_SHORT_GMT = 5;
    public const int DISPLAY_LONG_GMT = 6;
    public const int DISPLAY_SHORT_COMMONLY_USED = 7;
    public const int DISPLAY_GENERIC_LOCATION = 8;
    public const int TYPE_ANY = 0;
    public const int TYPE_CANONICAL = 1;
    public const int TYPE_CANONICAL_LOCATION = 2;

    private function __construct() {}

    /** @before errors::reset @tentative-return */
    public static function countEquivalentIDs(string $timezoneId): int|false {}

    /** @before errors::reset @tentative-return */
    public static function createDefault(): IntlTimeZone {}

    /** @before errors::reset @tentative-return */
    public static function createEnumeration($countryOrRawOffset = null): IntlIterator|false {}

    /** @before errors::reset @tentative-return */
    public static function createTimeZone(string $timezoneId): ?IntlTimeZone {}

    /** @before errors::reset @tentative-return */
    public static function createTimeZoneIDEnumeration(int $type, ?string $region = null, ?int $rawOffset = null): IntlIterator|false {}

    /** @before errors::reset @tentative-return */
    public static function fromDateTimeZone(DateTimeZone $timezone): ?IntlTimeZone {}

    /** @before errors::reset @tentative-return */
    public static function getCanonicalID(string $timezoneId, &$isSystemId = null): string|false {}

    /** @before errors::reset @tentative-return */
    public function getDisplayName(bool $dst = false, int $style = IntlTimeZone::DISPLAY_LONG, ?string $locale = null): string|false {}

    /** @before errors::reset @tentative-return */
    public function getDSTSavings(): int {}

    /** @before errors::reset @tentative-return */
    public static function getEquivalentID(string $timezoneId, int $offset): string|false {}

    /** @before errors::reset @tentative-return */
    public function getErrorCode(): int|false {}

    /** @before errors::reset @tentative-return */
    public function getErrorMessage(): string|false {}

    /** @before errors::reset @tentative-return */
    public static function getGMT(): IntlTimeZone {}

    /** @before errors::reset */
    public static function getIanaID(string $timezoneId): string|false {}

    /** @before errors::reset @tentative-return */
    public function getID(): string|false {}

    /** @before errors::reset @tentative-return */
    public function getOffset(float $timestamp, bool $local, &$rawOffset, &$dstOffset): bool {}

    /** @before errors::reset @tentative-return */
    public function getRawOffset(): int {}

    /** @before errors::reset @tentative-return */
    public static function getRegion(string $timezoneId): string|false {}

    /** @before errors::reset @tentative-return */
    public static function getTZDataVersion(): string|false {}

    /** @before errors::reset @tentative-return */
    public static function getUnknown(): IntlTimeZone {}

    /** @tentative-return */
    public static function getWindowsID(string $timezoneId): string|false {}

    /** @tentative-return */
    public static function getIDForWindowsID(string $timezoneId, ?string $region = null): string|false {}

    /** @before errors::reset @tentative-return */
    public function hasSameRules(IntlTimeZone $other): bool {}

    /** @before errors::reset @tentative-return */
    public function toDateTimeZone(): DateTimeZone|false {}

    /** @before errors::reset @tentative-return */
    public function useDaylightTime(): bool {}
}

/** @before errors::reset @body timezone::count_equivalent_i_ds */
function intltz_count_equivalent_ids(string $timezoneId): int|false {}

/** @before errors::reset @body timezone::create_default */
function intltz_create_default(): IntlTimeZone {}

/** @before errors::reset @body timezone::create_enumeration */
function intltz_create_enumeration($countryOrRawOffset = null): IntlIterator|false {}

/** @before errors::reset @body timezone::create_time_zone */
function intltz_create_time_zone(string $timezoneId): ?IntlTimeZone {}

/** @before errors::reset @body timezone::create_time_zone_id_enumeration */
function intltz_create_time_zone_id_enumeration(int $type, ?string $region = null, ?int $rawOffset = null): IntlIterator|false {}

/** @before errors::reset @body timezone::from_date_time_zone */
function intltz_from_date_time_zone(DateTimeZone $timezone): ?IntlTimeZone {}

/** @before errors::reset @body timezone::get_canonical_id */
function intltz_get_canonical_id(string $timezoneId, &$isSystemId = null): string|false {}

/** @before errors::reset @body timezone::get_display_name */
function intltz_get_display_name(IntlTimeZone $timezone, bool $dst = false, int $style = IntlTimeZone::DISPLAY_LONG, ?string $locale = null): string|false {}

/** @before errors::reset @body timezone::get_dst_savings */
function intltz_get_dst_savings(IntlTimeZone $timezone): int {}

/** @before errors::reset @body timezone::get_equivalent_id */
function intltz_get_equivalent_id(string $timezoneId, int $offset): string|false {}

/** @before errors::reset @body timezone::get_error_code */
function intltz_get_error_code(IntlTimeZone $timezone): int|false {}

/** @before errors::reset @body timezone::get_error_message */
function intltz_get_error_message(IntlTimeZone $timezone): string|false {}

/** @before errors::reset @body timezone::get_gmt */
function intltz_get_gmt(): IntlTimeZone {}

/** @before errors::reset @body timezone::get_id */
function intltz_get_id(IntlTimeZone $timezone): string|false {}

/** @before errors::reset @body timezone::get_offset */
function intltz_get_offset(IntlTimeZone $timezone, float $timestamp, bool $local, &$rawOffset, &$dstOffset): bool {}

/** @before errors::reset @body timezone::get_raw_offset */
function intltz_get_raw_offset(IntlTimeZone $timezone): int {}

/** @before errors::reset @body timezone::get_region */
function intltz_get_region(string $timezoneId): string|false {}

/** @before errors::reset @body timezone::get_tz_data_version */
function intltz_get_tz_data_version(): string|false {}

/** @before errors::reset @body timezone::get_unknown */
function intltz_get_unknown(): IntlTimeZone {}

/** @body timezone::get_windows_id */
function intltz_get_windows_id(string $timezoneId): string|false {}

/** @body timezone::get_id_for_windows_id */
function intltz_get_id_for_windows_id(string $timezoneId, ?string $region = null): string|false {}

/** @before errors::reset @body timezone::has_same_rules */
function intltz_has_same_rules(IntlTimeZone $timezone, IntlTimeZone $other): bool {}

/** @before errors::reset @body timezone::to_date_time_zone */
function intltz_to_date_time_zone(IntlTimeZone $timezone): DateTimeZone|false {}

/** @before errors::reset @body timezone::use_daylight_time */
function intltz_use_daylight_time(IntlTimeZone $timezone): bool {}

/** @before errors::reset @body timezone::get_iana_id */
function intltz_get_iana_id(string $timezoneId): string|false {}
