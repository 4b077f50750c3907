--TEST--
Clocks that change, and texts that lead there
--INI--
date.timezone=UTC
--FILE--
<?php
date_default_timezone_set("Europe/Amsterdam");
// An hour that does not exist, one that comes twice, and the same with a zone that says which.
foreach (["2021-03-28 02:30", "2021-10-31 02:30", "2021-10-31 02:30 CEST", "2021-10-31 02:30 CET", "2021-10-31 02:30 Europe/Amsterdam"] as $text) {
    echo $text, ": ", date_create($text)->format("c T U"), "\n";
}
foreach (["+1 hour", "+1 day", "+24 hours", "midnight", "last day of next month", "first monday of next month", "+3 weekdays", "monday next week"] as $text) {
    echo $text, ": ", date_create("2021-03-27 02:30")->modify($text)->format("D c"), "\n";
}
foreach (["1931-06-01", "1945-01-01", "2060-07-01", "-5000-01-01"] as $text) {
    echo $text, ": ", date_create($text)->format("x-m-d P T"), "\n";
}
?>
--EXPECT--
2021-03-28 02:30: 2021-03-28T03:30:00+02:00 CEST 1616895000
2021-10-31 02:30: 2021-10-31T02:30:00+01:00 CET 1635643800
2021-10-31 02:30 CEST: 2021-10-31T02:30:00+02:00 CEST 1635640200
2021-10-31 02:30 CET: 2021-10-31T02:30:00+01:00 CET 1635643800
2021-10-31 02:30 Europe/Amsterdam: 2021-10-31T02:30:00+02:00 CEST 1635640200
+1 hour: Sat 2021-03-27T03:30:00+01:00
+1 day: Sun 2021-03-28T03:30:00+02:00
+24 hours: Sun 2021-03-28T03:30:00+02:00
midnight: Sat 2021-03-27T00:00:00+01:00
last day of next month: Fri 2021-04-30T02:30:00+02:00
first monday of next month: Mon 2021-04-05T00:00:00+02:00
+3 weekdays: Wed 2021-03-31T02:30:00+02:00
monday next week: Mon 2021-03-29T00:00:00+02:00
1931-06-01: 1931-06-01 +01:19 NST
1945-01-01: 1945-01-01 +01:00 CET
2060-07-01: 2060-07-01 +02:00 CEST
-5000-01-01: -5000-01-01 +00:19 LMT

