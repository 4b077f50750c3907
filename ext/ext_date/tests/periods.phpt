--TEST--
Periods are walked, and not changed
--INI--
date.timezone=UTC
--FILE--
<?php
$interval = DateInterval::createFromDateString("last thursday of next month");
$period = new DatePeriod(new DateTimeImmutable("2024-01-01"), $interval, new DateTime("2024-05-01"), DatePeriod::EXCLUDE_START_DATE);
foreach ($period as $key => $date) {
    echo $key, " ", get_class($date), " ", $date->format("D Y-m-d"), "\n";
}
$period = DatePeriod::createFromISO8601String("R2/2024-01-30T00:00:00Z/P1M", DatePeriod::INCLUDE_END_DATE);
var_dump($period->getRecurrences(), $period->recurrences, $period->getEndDate(), iterator_count($period));
foreach ($period->getIterator() as $date) {
    echo $date->format("c"), "\n";
}
foreach (["start", "recurrences"] as $name) {
    foreach ([fn() => $period->$name = 1, function () use ($period, $name) { $r = &$period->$name; }, function () use ($period, $name) { $period->$name[] = 1; }] as $change) {
        try {
            $change();
        } catch (Error $error) {
            echo $error->getMessage(), "\n";
        }
    }
}
?>
--EXPECT--
0 DateTimeImmutable Thu 2024-02-29
1 DateTimeImmutable Thu 2024-03-28
2 DateTimeImmutable Thu 2024-04-25
int(2)
int(4)
NULL
int(4)
2024-01-30T00:00:00+00:00
2024-03-01T00:00:00+00:00
2024-04-01T00:00:00+00:00
2024-05-01T00:00:00+00:00
Cannot modify readonly property DatePeriod::$start
Cannot modify readonly property DatePeriod::$start
Cannot modify readonly property DatePeriod::$start
Cannot modify readonly property DatePeriod::$recurrences
Cannot modify readonly property DatePeriod::$recurrences
Cannot modify readonly property DatePeriod::$recurrences

