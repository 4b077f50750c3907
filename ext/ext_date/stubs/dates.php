<?php

/** @module functions::dates */

function date_create(string $datetime = "now", ?DateTimeZone $timezone = null): DateTime|false {}

function date_create_immutable(string $datetime = "now", ?DateTimeZone $timezone = null): DateTimeImmutable|false {}

/** @path $datetime */
function date_create_from_format(string $format, string $datetime, ?DateTimeZone $timezone = null): DateTime|false {}

/** @path $datetime */
function date_create_immutable_from_format(string $format, string $datetime, ?DateTimeZone $timezone = null): DateTimeImmutable|false {}

function date_format(DateTimeInterface $object, string $format): string {}

function date_modify(DateTime $object, string $modifier): DateTime|false {}

function date_add(DateTime $object, DateInterval $interval): DateTime {}

function date_sub(DateTime $object, DateInterval $interval): DateTime {}

function date_timezone_get(DateTimeInterface $object): DateTimeZone|false {}

function date_timezone_set(DateTime $object, DateTimeZone $timezone): DateTime {}

function date_offset_get(DateTimeInterface $object): int {}

function date_diff(DateTimeInterface $baseObject, DateTimeInterface $targetObject, bool $absolute = false): DateInterval {}

function date_time_set(DateTime $object, int $hour, int $minute, int $second = 0, int $microsecond = 0): DateTime {}

function date_date_set(DateTime $object, int $year, int $month, int $day): DateTime {}

function date_isodate_set(DateTime $object, int $year, int $week, int $dayOfWeek = 1): DateTime {}

function date_timestamp_set(DateTime $object, int $timestamp): DateTime {}

function date_timestamp_get(DateTimeInterface $object): int {}

/** @object-handlers objects::interface_object_handlers */
interface DateTimeInterface
{
    public const string ATOM = DATE_ATOM;
    public const string COOKIE = DATE_COOKIE;
    public const string ISO8601 = DATE_ISO8601;
    public const string ISO8601_EXPANDED = DATE_ISO8601_EXPANDED;
    public const string RFC822 = DATE_RFC822;
    public const string RFC850 = DATE_RFC850;
    public const string RFC1036 = DATE_RFC1036;
    public const string RFC1123 = DATE_RFC1123;
    public const string RFC7231 = DATE_RFC7231;
    public const string RFC2822 = DATE_RFC2822;
    public const string RFC3339 = DATE_RFC3339;
    public const string RFC3339_EXTENDED = DATE_RFC3339_EXTENDED;
    public const string RSS = DATE_RSS;
    public const string W3C = DATE_W3C;

    /** @tentative-return */
    public function format(string $format): string;

    /** @tentative-return */
    public function getTimezone(): DateTimeZone|false;

    /** @tentative-return */
    public function getOffset(): int;

    /** @tentative-return */
    public function getTimestamp(): int;

    public function getMicrosecond(): int;

    /** @tentative-return */
    public function diff(DateTimeInterface $targetObject, bool $absolute = false): DateInterval;

    /** @tentative-return */
    public function __wakeup(): void;

    public function __serialize(): array;

    public function __unserialize(array $data): void;
}

/** A date that methods change. @module objects::datetime @object-handlers objects::date_object_handlers */
class DateTime implements DateTimeInterface
{
    public function __construct(string $datetime = "now", ?DateTimeZone $timezone = null) {}

    public function __serialize(): array {}

    public function __unserialize(array $data): void {}

    /** @tentative-return */
    public function __wakeup(): void {}

    /** @tentative-return */
    public static function __set_state(array $array): DateTime {}

    /** @tentative-return */
    public static function createFromImmutable(DateTimeImmutable $object): static {}

    public static function createFromInterface(DateTimeInterface $object): DateTime {}

    /** @tentative-return @path $datetime */
    public static function createFromFormat(string $format, string $datetime, ?DateTimeZone $timezone = null): DateTime|false {}

    /** @tentative-return */
    public static function createFromTimestamp(int|float $timestamp): static {}

    /** @tentative-return */
    public static function getLastErrors(): array|false {}

    /** @tentative-return */
    public function format(string $format): string {}

    /** @tentative-return */
    public function modify(string $modifier): DateTime {}

    /** @tentative-return */
    public function add(DateInterval $interval): DateTime {}

    /** @tentative-return */
    public function sub(DateInterval $interval): DateTime {}

    /** @tentative-return */
    public function getTimezone(): DateTimeZone|false {}

    /** @tentative-return */
    public function setTimezone(DateTimeZone $timezone): DateTime {}

    /** @tentative-return */
    public function getOffset(): int {}

    public function getMicrosecond(): int {}

    /** @tentative-return */
    public function setTime(int $hour, int $minute, int $second = 0, int $microsecond = 0): DateTime {}

    /** @tentative-return */
    public function setDate(int $year, int $month, int $day): DateTime {}

    /** @tentative-return */
    public function setISODate(int $year, int $week, int $dayOfWeek = 1): DateTime {}

    /** @tentative-return */
    public function setTimestamp(int $timestamp): DateTime {}

    public function setMicrosecond(int $microsecond): static {}

    /** @tentative-return */
    public function getTimestamp(): int {}

    /** @tentative-return */
    public function diff(DateTimeInterface $targetObject, bool $absolute = false): DateInterval {}
}

/** A date whose methods give new ones. @module objects::immutable @object-handlers objects::date_object_handlers */
class DateTimeImmutable implements DateTimeInterface
{
    /** @alias DateTime::__construct */
    public function __construct(string $datetime = "now", ?DateTimeZone $timezone = null) {}

    /** @alias DateTime::__serialize */
    public function __serialize(): array {}

    /** @alias DateTime::__unserialize */
    public function __unserialize(array $data): void {}

    /** @tentative-return @alias DateTime::__wakeup */
    public function __wakeup(): void {}

    /** @tentative-return */
    public static function __set_state(array $array): DateTimeImmutable {}

    /** @tentative-return @path $datetime @alias DateTime::createFromFormat */
    public static function createFromFormat(string $format, string $datetime, ?DateTimeZone $timezone = null): DateTimeImmutable|false {}

    /** @tentative-return @alias DateTime::createFromTimestamp */
    public static function createFromTimestamp(int|float $timestamp): static {}

    /** @tentative-return @alias DateTime::getLastErrors */
    public static function getLastErrors(): array|false {}

    /** @tentative-return @alias DateTime::format */
    public function format(string $format): string {}

    /** @tentative-return @alias DateTime::getTimezone */
    public function getTimezone(): DateTimeZone|false {}

    /** @tentative-return @alias DateTime::getOffset */
    public function getOffset(): int {}

    /** @tentative-return @alias DateTime::getTimestamp */
    public function getTimestamp(): int {}

    /** @alias DateTime::getMicrosecond */
    public function getMicrosecond(): int {}

    /** @tentative-return @alias DateTime::diff */
    public function diff(DateTimeInterface $targetObject, bool $absolute = false): DateInterval {}

    /** @tentative-return */
    public function modify(string $modifier): DateTimeImmutable {}

    /** @tentative-return */
    public function add(DateInterval $interval): DateTimeImmutable {}

    /** @tentative-return */
    public function sub(DateInterval $interval): DateTimeImmutable {}

    /** @tentative-return */
    public function setTimezone(DateTimeZone $timezone): DateTimeImmutable {}

    /** @tentative-return */
    public function setTime(int $hour, int $minute, int $second = 0, int $microsecond = 0): DateTimeImmutable {}

    /** @tentative-return */
    public function setDate(int $year, int $month, int $day): DateTimeImmutable {}

    /** @tentative-return */
    public function setISODate(int $year, int $week, int $dayOfWeek = 1): DateTimeImmutable {}

    /** @tentative-return */
    public function setTimestamp(int $timestamp): DateTimeImmutable {}

    public function setMicrosecond(int $microsecond): static {}

    /** @tentative-return */
    public static function createFromMutable(DateTime $object): static {}

    /** @alias DateTime::createFromInterface */
    public static function createFromInterface(DateTimeInterface $object): DateTimeImmutable {}
}
