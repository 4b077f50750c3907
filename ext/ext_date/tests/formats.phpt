--TEST--
Dates as text; the sun; what C knows
--INI--
date.timezone=UTC
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED);
date_default_timezone_set("Europe/Amsterdam");
echo json_encode(date_sun_info(1718000000, 52.37, 4.9)), "\n", json_encode(date_sun_info(1718000000, 78.2, 15.6)), "\n";
echo date_sunrise(1718000000, SUNFUNCS_RET_STRING, 52.37, 4.9, 90, 2), "\n";
echo strftime("%a %A %b %B %c %C %d %D %e %F %g %G %H %I %j %k %l %m %M %p %P %r %R %S %T %u %U %V %w %W %x %X %y %Y %z %Z %%|%-d|%_m|%^a|%Q", 1707568496), "\n";
echo date("D d j l N S w z W F m M n t L o Y y a A B g G h H i s u v e I O P p T Z c r U x X \\Y", 1707568496), "\n";
echo gmdate("c e T P p I Z", 1707568496), "\n";
var_dump(mktime(25, 61, 61, 14, 32, 2023), gmmktime(0, 0, 0, 1, 1, 69), gmmktime(0, 0, 0, 1, 1, 70), checkdate(2, 29, 2023));
echo (new DateTime("2020-01-01"))->setDate(PHP_INT_MAX, 1, 1)->format("Y"), " ", gmdate("c", PHP_INT_MAX), "\n";
?>
--EXPECT--
{"sunrise":1717989513,"sunset":1718049683,"transit":1718019598,"civil_twilight_begin":1717986574,"civil_twilight_end":1718052622,"nautical_twilight_begin":1717981848,"nautical_twilight_end":1718057348,"astronomical_twilight_begin":true,"astronomical_twilight_end":true}
{"sunrise":true,"sunset":true,"transit":1718017030,"civil_twilight_begin":true,"civil_twilight_end":true,"nautical_twilight_begin":true,"nautical_twilight_end":true,"astronomical_twilight_begin":true,"astronomical_twilight_end":true}
05:23
Sat Saturday Feb February Sat Feb 10 13:34:56 2024 20 10 02/10/24 10 2024-02-10 24 2024 13 01 041 13  1 02 34 PM pm 01:34:56 PM 13:34 56 13:34:56 6 05 06 6 06 02/10/24 13:34:56 24 2024 +0100 CET %|10| 2|SAT|%Q
Sat 10 10 Saturday 6 th 6 40 06 February 02 Feb 2 29 1 2024 2024 24 pm PM 565 1 13 01 13 34 56 000000 000 Europe/Amsterdam 0 +0100 +01:00 +01:00 CET 3600 2024-02-10T13:34:56+01:00 Sat, 10 Feb 2024 13:34:56 +0100 1707568496 2024 +2024 Y
2024-02-10T12:34:56+00:00 UTC GMT +00:00 Z 0 0
int(1709514121)
int(3124224000)
int(0)
bool(false)
9223372036854775807 292277026596-12-04T15:30:07+00:00

