<?php
// Times, dates, zones, intervals.

require __DIR__ . '/data.php';
$start = 1700000000;
$date = new DateTimeImmutable('2024-05-17 12:34:56');
$later = new DateTimeImmutable('2025-11-03 01:02:03');
$zone = new DateTimeZone('America/New_York');
$interval = new DateInterval('P1M2DT3H');
$texts = ['2024-05-17 12:34:56', '2024-05-17T12:34:56+02:00', '@1700000000', 'now', 'tomorrow noon', '+1 week 2 days', 'first monday of january 2025', '17 May 2024', 'Fri, 17 May 2024 12:34:56 GMT', '05/17/2024', 'last day of next month', 'monday next week'];
$fixed = array_values(array_diff($texts, ['now', 'tomorrow noon', '+1 week 2 days', 'last day of next month', 'monday next week']));

return [
    'time, microtime' => static function (int $n) { $r = 0; while ($n--) { $r = time() + microtime(true); } return $r > 0; },
    'date' => static function (int $n) use ($start) { while ($n--) { $r = date('Y-m-d H:i:s', $start + $n * 1000); } return $r; },
    'date with words' => static function (int $n) use ($start) { while ($n--) { $r = date('D, d M Y H:i:s O', $start + $n * 1000); } return $r; },
    'date ISO' => static function (int $n) use ($start) { while ($n--) { $r = date(DATE_ATOM, $start + $n * 1000); } return $r; },
    'gmdate' => static function (int $n) use ($start) { while ($n--) { $r = gmdate('Y-m-d\TH:i:s\Z', $start + $n * 1000); } return $r; },
    'mktime' => static function (int $n) { while ($n--) { $r = mktime($n % 24, 30, 15, 5, 17, 2024); } return $r; },
    'gmmktime' => static function (int $n) { while ($n--) { $r = gmmktime($n % 24, 30, 15, 5, 17, 2024); } return $r; },
    'checkdate' => static function (int $n) { $r = 0; while ($n--) { $r += checkdate(2, $n % 31, 2024) ? 1 : 0; } return $r; },
    'getdate' => static function (int $n) use ($start) { while ($n--) { $r = getdate($start + $n); } return $r; },
    'idate' => static function (int $n) use ($start) { while ($n--) { $r = idate('Y', $start + $n); } return $r; },
    'strtotime ISO' => static function (int $n) { $s = given('2024-05-17 12:34:56'); while ($n--) { $r = strtotime($s); } return $r; },
    'strtotime with offset' => static function (int $n) { $s = given('2024-05-17T12:34:56+02:00'); while ($n--) { $r = strtotime($s); } return $r; },
    'strtotime relative' => static function (int $n) use ($start) { $s = given('+1 week 2 days'); while ($n--) { $r = strtotime($s, $start); } return $r; },
    'strtotime of many' => static function (int $n) use ($texts, $start) { while ($n--) { $r = []; foreach ($texts as $t) { $r[] = strtotime($t, $start); } unset($r[3]); } return $r; },
    'date_parse' => static function (int $n) { $s = given('2024-05-17 12:34:56.5'); while ($n--) { $r = date_parse($s); } return $r; },
    'date_parse_from_format' => static function (int $n) { $s = given('17.05.2024 12:34'); while ($n--) { $r = date_parse_from_format('d.m.Y H:i', $s); } return $r; },
    'new DateTime' => static function (int $n) { while ($n--) { $r = new DateTime('2024-05-17 12:34:56'); } return $r->format('c'); },
    'new DateTime now' => static function (int $n) { while ($n--) { $r = new DateTime(); } return $r->getTimestamp() > 0; },
    'new DateTimeImmutable of many' => static function (int $n) use ($fixed) { while ($n--) { $r = []; foreach ($fixed as $t) { $r[] = new DateTimeImmutable($t); } } return array_map(static fn ($d) => $d->format('c'), $r); },
    'new DateTimeZone' => static function (int $n) { while ($n--) { $r = new DateTimeZone('America/New_York'); } return $r->getName(); },
    'DateTime in a zone' => static function (int $n) use ($zone) { while ($n--) { $r = new DateTime('2024-05-17 12:34:56', $zone); } return $r->format('c'); },
    'DateTime::createFromFormat' => static function (int $n) { $s = given('17.05.2024 12:34'); while ($n--) { $r = DateTime::createFromFormat('d.m.Y H:i', $s); } return $r->format('Y-m-d H:i'); },
    'DateTime::format' => static function (int $n) use ($date) { while ($n--) { $r = $date->format('Y-m-d H:i:s.u P'); } return $r; },
    'DateTime::modify' => static function (int $n) use ($date) { while ($n--) { $r = $date->modify('+1 day'); } return $r->format('c'); },
    'DateTime::modify words' => static function (int $n) use ($date) { while ($n--) { $r = $date->modify('last day of next month midnight'); } return $r->format('c'); },
    'DateTime::add, sub' => static function (int $n) use ($date, $interval) { while ($n--) { $r = $date->add($interval)->sub($interval); } return $r->format('c'); },
    'DateTime::diff' => static function (int $n) use ($date, $later) { while ($n--) { $r = $date->diff($later); } return $r->format('%R %y %m %d %h %i %s %a'); },
    'DateTime::setTimezone' => static function (int $n) use ($date, $zone) { while ($n--) { $r = $date->setTimezone($zone); } return $r->format('c'); },
    'DateTime::setDate, setTime' => static function (int $n) use ($date) { while ($n--) { $r = $date->setDate(2025, 1, 2)->setTime(3, 4, 5); } return $r->format('c'); },
    'DateTime::getTimestamp' => static function (int $n) use ($date) { while ($n--) { $r = $date->getTimestamp() + $date->getOffset(); } return $r; },
    'DateTime compared' => static function (int $n) use ($date, $later) { $r = 0; while ($n--) { $r += $date < $later ? 1 : 0; } return $r; },
    'DateInterval' => static function (int $n) { while ($n--) { $r = new DateInterval('P1Y2M3DT4H5M6S'); } return $r->format('%y-%m-%d'); },
    'DateInterval::format' => static function (int $n) use ($interval) { while ($n--) { $r = $interval->format('%R%a %Y-%M-%D %H:%I:%S'); } return $r; },
    'DatePeriod' => static function (int $n) use ($date) { while ($n--) { $r = 0; foreach (new DatePeriod($date, new DateInterval('P1D'), 30) as $day) { $r += $day->getTimestamp(); } } return $r; },
    'timezone transitions' => static function (int $n) use ($zone) { while ($n--) { $r = count($zone->getTransitions(1600000000, 1700000000)); } return $r; },
    'timezone offset' => static function (int $n) use ($zone, $date) { while ($n--) { $r = $zone->getOffset($date); } return $r; },
];
