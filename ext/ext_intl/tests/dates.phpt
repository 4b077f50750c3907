--TEST--
Moments as texts, as fields of calendars, and in time zones
--EXTENSIONS--
intl
--FILE--
<?php
date_default_timezone_set('Europe/Vienna');
$f = new IntlDateFormatter('de_AT', IntlDateFormatter::FULL, IntlDateFormatter::SHORT, 'America/New_York');
var_dump($f->format(0), $f->getTimeZoneId(), $f->getCalendar(), $f->getPattern());
$p = new IntlDateFormatter('en', pattern: "yyyy-MM-dd'T'HH:mm:ss VV");
$date = new DateTimeImmutable('2024-02-29 12:34:56.789', new DateTimeZone('+05:30'));
var_dump($p->format($date), IntlDateFormatter::formatObject($date, "y.M.d H:mm ZZZZ", 'en'));
var_dump($p->format(['tm_year' => 100, 'tm_mon' => 1, 'tm_mday' => 30]), $p->format('soon'), $p->getErrorMessage());
$d = new IntlDateFormatter('en', IntlDateFormatter::NONE, IntlDateFormatter::NONE, 'UTC', null, 'dd MM yyyy');
$at = 3;
var_dump($d->parse('on 31 12 1999, late', $at), $at, $d->parse('never'), $d->localtime('01 03 2000')['tm_yday']);
$c = IntlCalendar::fromDateTime('2024-01-31 00:00:00 Europe/London');
$c->add(IntlCalendar::FIELD_MONTH, 1);
var_dump($c->toDateTime()->format('c e'), $c->fieldDifference($c->getTime() + 86400000 * 3.5, IntlCalendar::FIELD_DATE), $c->get(IntlCalendar::FIELD_DATE));
$g = IntlGregorianCalendar::createFromDateTime(1582, 9, 4, 12, 0);
$g->add(IntlCalendar::FIELD_DATE, 1);
var_dump($g->get(IntlCalendar::FIELD_DAY_OF_MONTH), $g->isLeapYear(1500), $g->getTimeZone()->getID(), $g instanceof IntlCalendar);
$z = IntlTimeZone::createTimeZone('Asia/Calcutta');
var_dump(IntlTimeZone::getIanaID('Asia/Calcutta'), $z->getRawOffset(), $z == IntlTimeZone::createTimeZone('Asia/Calcutta'), $z == IntlTimeZone::getGMT());
var_dump($z->toDateTimeZone()->getName(), IntlTimeZone::createTimeZone('GMT-03:30')->toDateTimeZone()->getName());
try {
    $c->roll(99, 1);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
try {
    new IntlDateFormatter('en', 77);
} catch (IntlException $e) {
    echo $e->getMessage(), ' ', $e->getCode(), "\n";
}
--EXPECT--
string(36) "Mittwoch, 31. Dezember 1969 um 19:00"
string(16) "America/New_York"
int(1)
string(26) "EEEE, d. MMMM y 'um' HH:mm"
string(33) "2024-02-29T08:04:56 Europe/Vienna"
string(25) "2024.2.29 12:34 GMT+05:30"
string(33) "2000-03-01T00:00:00 Europe/Vienna"
bool(false)
string(121) "datefmt_format: string 'soon' is not numeric, which would be required for it to be a valid date: U_ILLEGAL_ARGUMENT_ERROR"
int(946598400)
int(13)
bool(false)
int(61)
string(39) "2024-02-29T00:00:00+00:00 Europe/London"
int(3)
int(3)
int(15)
bool(true)
string(13) "Europe/Vienna"
bool(true)
string(12) "Asia/Kolkata"
int(19800000)
bool(true)
bool(false)
string(13) "Asia/Calcutta"
string(6) "-03:30"
IntlCalendar::roll(): Argument #1 ($field) must be a valid field
datefmt_create: invalid date format style: U_ILLEGAL_ARGUMENT_ERROR 1
