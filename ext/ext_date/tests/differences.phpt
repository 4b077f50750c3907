--TEST--
Differences and sums over months and changes of clocks
--INI--
date.timezone=UTC
--FILE--
<?php
function show(string $from, string $to, string $zone): void
{
    $zone = new DateTimeZone($zone);
    $a = new DateTimeImmutable($from, $zone);
    $b = new DateTimeImmutable($to, $zone);
    foreach ([[$a, $b], [$b, $a]] as [$one, $two]) {
        $diff = $one->diff($two);
        echo $diff->format("%R %y-%m-%d %h:%i:%s.%f, %a days"), " | ", $one->add($diff)->format("c"), "\n";
    }
}
show("2021-01-31", "2021-03-01", "UTC");
show("2020-02-29 23:59:59.5", "2024-02-28 00:00:00.25", "UTC");
show("2021-03-27 12:00", "2021-03-28 12:00", "Europe/Amsterdam");
show("2021-10-30 12:00", "2021-10-31 12:00", "Europe/Amsterdam");
show("2021-10-31 02:30 CEST", "2021-10-31 02:15 CET", "Europe/Amsterdam");
show("2021-03-13 18:38:28", "2021-03-14 18:38:27", "America/New_York");
$day = new DateInterval("P1D");
$hours = new DateInterval("PT24H");
foreach (["2021-03-27 12:00", "2021-10-30 12:00"] as $text) {
    $date = new DateTimeImmutable($text, new DateTimeZone("Europe/Amsterdam"));
    echo $date->add($day)->format("c"), " ", $date->add($hours)->format("c"), " ", $date->sub($hours)->format("c"), "\n";
}
?>
--EXPECT--
+ 0-0-29 0:0:0.0, 29 days | 2021-03-01T00:00:00+00:00
- 0-1-1 0:0:0.0, 29 days | 2021-01-31T00:00:00+00:00
+ 3-11-29 0:0:0.750000, 1459 days | 2024-02-28T00:00:00+00:00
- 3-11-27 0:0:0.750000, 1459 days | 2020-02-29T23:59:59+00:00
+ 0-0-1 0:0:0.0, 1 days | 2021-03-28T12:00:00+02:00
- 0-0-1 0:0:0.0, 1 days | 2021-03-27T12:00:00+01:00
+ 0-0-1 0:0:0.0, 1 days | 2021-10-31T12:00:00+01:00
- 0-0-1 0:0:0.0, 1 days | 2021-10-30T12:00:00+02:00
+ 0-0-0 0:45:0.0, 0 days | 2021-10-31T03:15:00+02:00
- 0-0-0 0:45:0.0, 0 days | 2021-10-31T01:30:00+01:00
+ 0-0-0 22:59:59.0, 0 days | 2021-03-14T17:38:27-04:00
- 0-0-0 22:59:59.0, 0 days | 2021-03-13T19:38:28-05:00
2021-03-28T12:00:00+02:00 2021-03-28T13:00:00+02:00 2021-03-26T12:00:00+01:00
2021-10-31T12:00:00+01:00 2021-10-31T11:00:00+01:00 2021-10-29T12:00:00+02:00

