<?php

/** @module functions::zones */

/** @path $timezone */
function timezone_open(string $timezone): DateTimeZone|false {}

function timezone_name_get(DateTimeZone $object): string {}

function timezone_name_from_abbr(string $abbr, int $utcOffset = -1, int $isDST = -1): string|false {}

function timezone_offset_get(DateTimeZone $object, DateTimeInterface $datetime): int {}

/** @optional $timestampBegin, $timestampEnd */
function timezone_transitions_get(DateTimeZone $object, int $timestampBegin = PHP_INT_MIN, int $timestampEnd = PHP_INT_MAX): array|false {}

function timezone_location_get(DateTimeZone $object): array|false {}

function timezone_identifiers_list(int $timezoneGroup = DateTimeZone::ALL, ?string $countryCode = null): array {}

function timezone_abbreviations_list(): array {}

function timezone_version_get(): string {}

/** @module objects::timezone @object-handlers objects::timezone::object_handlers */
class DateTimeZone
{
    public const int AFRICA = 0x0001;
    public const int AMERICA = 0x0002;
    public const int ANTARCTICA = 0x0004;
    public const int ARCTIC = 0x0008;
    public const int ASIA = 0x0010;
    public const int ATLANTIC = 0x0020;
    public const int AUSTRALIA = 0x0040;
    public const int EUROPE = 0x0080;
    public const int INDIAN = 0x0100;
    public const int PACIFIC = 0x0200;
    public const int UTC = 0x0400;
    public const int ALL = 0x07FF;
    public const int ALL_WITH_BC = 0x0FFF;
    public const int PER_COUNTRY = 0x1000;

    /** @path $timezone */
    public function __construct(string $timezone) {}

    /** @tentative-return */
    public function getName(): string {}

    /** @tentative-return */
    public function getOffset(DateTimeInterface $datetime): int {}

    /** @tentative-return @optional $timestampBegin, $timestampEnd */
    public function getTransitions(int $timestampBegin = PHP_INT_MIN, int $timestampEnd = PHP_INT_MAX): array|false {}

    /** @tentative-return */
    public function getLocation(): array|false {}

    /** @tentative-return */
    public static function listAbbreviations(): array {}

    /** @tentative-return */
    public static function listIdentifiers(int $timezoneGroup = DateTimeZone::ALL, ?string $countryCode = null): array {}

    public function __serialize(): array {}

    public function __unserialize(array $data): void {}

    /** @tentative-return */
    public function __wakeup(): void {}

    /** @tentative-return */
    public static function __set_state(array $array): DateTimeZone {}
}
