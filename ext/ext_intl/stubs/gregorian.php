<?php

/** @module gregorian */

/** @object-handlers gregorian::object_handlers */
class IntlGregorianCalendar extends IntlCalendar
{
    /** @before errors::reset */
    public static function createFromDate(int $year, int $month, int $dayOfMonth): static {}

    /** @before errors::reset */
    public static function createFromDateTime(int $year, int $month, int $dayOfMonth, int $hour, int $minute, ?int $second = null): static {}
    /** @raw @any-count */
    public function __construct($timezoneOrYear = UNKNOWN, $localeOrMonth = UNKNOWN, $day = UNKNOWN, $hour = UNKNOWN, $minute = UNKNOWN, $second = UNKNOWN) {}

    /** @before errors::reset @tentative-return */
    public function setGregorianChange(float $timestamp): bool {}

    /** @before errors::reset @tentative-return */
    public function getGregorianChange(): float {}

    /** @before errors::reset @tentative-return */
    public function isLeapYear(int $year): bool {}
}

/** @before errors::reset @body gregorian::create_instance @raw @any-count @deprecated since 8.4, use IntlGregorianCalendar::__construct(), IntlGregorianCalendar::createFromDate(), or IntlGregorianCalendar::createFromDateTime() instead */
function intlgregcal_create_instance($timezoneOrYear = UNKNOWN, $localeOrMonth = UNKNOWN, $day = UNKNOWN, $hour = UNKNOWN, $minute = UNKNOWN, $second = UNKNOWN): ?IntlGregorianCalendar {}

/** @before errors::reset @body gregorian::set_gregorian_change */
function intlgregcal_set_gregorian_change(IntlGregorianCalendar $calendar, float $timestamp): bool {}

/** @before errors::reset @body gregorian::get_gregorian_change */
function intlgregcal_get_gregorian_change(IntlGregorianCalendar $calendar): float {}

/** @before errors::reset @body gregorian::is_leap_year */
function intlgregcal_is_leap_year(IntlGregorianCalendar $calendar, int $year): bool {}
