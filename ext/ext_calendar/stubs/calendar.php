<?php

const CAL_GREGORIAN = 0;
const CAL_JULIAN = 1;
const CAL_JEWISH = 2;
const CAL_FRENCH = 3;
const CAL_NUM_CALS = 4;
const CAL_DOW_DAYNO = 0;
const CAL_DOW_SHORT = 2;
const CAL_DOW_LONG = 1;
const CAL_MONTH_GREGORIAN_SHORT = 0;
const CAL_MONTH_GREGORIAN_LONG = 1;
const CAL_MONTH_JULIAN_SHORT = 2;
const CAL_MONTH_JULIAN_LONG = 3;
const CAL_MONTH_JEWISH = 4;
const CAL_MONTH_FRENCH = 5;
const CAL_EASTER_DEFAULT = 0;
const CAL_EASTER_ROMAN = 1;
const CAL_EASTER_ALWAYS_GREGORIAN = 2;
const CAL_EASTER_ALWAYS_JULIAN = 3;
const CAL_JEWISH_ADD_ALAFIM_GERESH = 2;
const CAL_JEWISH_ADD_ALAFIM = 4;
const CAL_JEWISH_ADD_GERESHAYIM = 8;

/** How many days a month has. */
function cal_days_in_month(int $calendar, int $month, int $year): int {}

/** A day in a calendar. */
function cal_from_jd(int $julian_day, int $calendar): array {}

/** What a calendar is like. */
function cal_info(int $calendar = -1): array {}

/** The number of a day. */
function cal_to_jd(int $calendar, int $month, int $day, int $year): int {}

/** When Easter begins. @body easter::easter_date */
function easter_date(?int $year = null, int $mode = CAL_EASTER_DEFAULT): int {}

/** How many days Easter is after 21 March. @body easter::easter_days */
function easter_days(?int $year = null, int $mode = CAL_EASTER_DEFAULT): int {}

/** The number of a day of the French Republic. */
function frenchtojd(int $month, int $day, int $year): int {}

/** The number of a Gregorian day. */
function gregoriantojd(int $month, int $day, int $year): int {}

/** The day of the week. */
function jddayofweek(int $julian_day, int $mode = CAL_DOW_DAYNO): int|string {}

/** The name of the month. */
function jdmonthname(int $julian_day, int $mode): string {}

/** A day of the French Republic. */
function jdtofrench(int $julian_day): string {}

/** A Gregorian day. */
function jdtogregorian(int $julian_day): string {}

/** A Jewish day. */
function jdtojewish(int $julian_day, bool $hebrew = false, int $flags = 0): string {}

/** A Julian day. */
function jdtojulian(int $julian_day): string {}

/** When a day begins. */
function jdtounix(int $julian_day): int {}

/** The number of a Jewish day. */
function jewishtojd(int $month, int $day, int $year): int {}

/** The number of a Julian day. */
function juliantojd(int $month, int $day, int $year): int {}

/** The number of the day of a time. */
function unixtojd(?int $timestamp = null): int|false {}
