--TEST--
Zones: transitions, places, names
--INI--
date.timezone=UTC
--FILE--
<?php
$zone = new DateTimeZone("America/New_York");
echo json_encode($zone->getTransitions(1700000000, 1720000000)), "\n";
echo json_encode(array_column($zone->getTransitions(2500000000, 2540000000), "time")), "\n";
echo json_encode($zone->getLocation()), "\n";
echo json_encode((new DateTimeZone("UTC"))->getTransitions()), "\n";
foreach (["Europe/Amsterdam", "europe/amsterdam", "CEST", "utc", "+01:30", "-00:00:30", "Z", "EST5EDT"] as $name) {
    $zone = new DateTimeZone($name);
    echo json_encode($zone), " ", $zone->getOffset(new DateTime("2024-07-01")), "\n";
}
echo timezone_name_from_abbr("CET"), " ", timezone_name_from_abbr("", 3600, 0), " ", var_export(timezone_name_from_abbr("", 1, 0), true), "\n";
echo implode(",", DateTimeZone::listIdentifiers(DateTimeZone::PER_COUNTRY, "NZ")), "\n";
echo json_encode(DateTimeZone::listAbbreviations()["acst"]), "\n";
date_default_timezone_set("Asia/Kolkata");
echo gettimeofday()["minuteswest"], " ", idate("Z"), " ", date("e T P p", 0), "\n";
?>
--EXPECT--
[{"ts":1700000000,"time":"2023-11-14T22:13:20+00:00","offset":-18000,"isdst":false,"abbr":"EST"},{"ts":1710054000,"time":"2024-03-10T07:00:00+00:00","offset":-14400,"isdst":true,"abbr":"EDT"}]
["2049-03-22T04:26:40+00:00","2049-11-07T06:00:00+00:00","2050-03-13T07:00:00+00:00"]
{"country_code":"US","latitude":40.71416,"longitude":-74.00638,"comments":"Eastern (most areas)"}
[{"ts":-9223372036854775808,"time":"-292277022657-01-27T08:29:52+00:00","offset":0,"isdst":false,"abbr":"UTC"}]
{"timezone_type":3,"timezone":"Europe\/Amsterdam"} 7200
{"timezone_type":3,"timezone":"europe\/amsterdam"} 7200
{"timezone_type":2,"timezone":"CEST"} 7200
{"timezone_type":2,"timezone":"UTC"} 0
{"timezone_type":1,"timezone":"+01:30"} 5400
{"timezone_type":1,"timezone":"-00:00:30"} -30
{"timezone_type":2,"timezone":"Z"} 0
{"timezone_type":3,"timezone":"EST5EDT"} -14400
Europe/Berlin Europe/Paris false
Pacific/Auckland,Pacific/Chatham
[{"dst":false,"offset":34200,"timezone_id":"Australia\/Adelaide"},{"dst":false,"offset":34200,"timezone_id":"Australia\/Broken_Hill"},{"dst":false,"offset":34200,"timezone_id":"Australia\/Darwin"},{"dst":false,"offset":34200,"timezone_id":"Australia\/North"},{"dst":false,"offset":34200,"timezone_id":"Australia\/South"},{"dst":false,"offset":34200,"timezone_id":"Australia\/Yancowinna"}]
-330 19800 Asia/Kolkata IST +05:30 +05:30

