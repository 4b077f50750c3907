--TEST--
Dates, zones, intervals and periods as text and back
--INI--
date.timezone=UTC
--FILE--
<?php
class Mine extends DateTimeImmutable { public $a = 1; protected $b = [2]; }
$mine = new Mine("2024-02-10 12:00:00.5 CET");
echo str_replace("\0", "~", serialize($mine)), "\n", json_encode($mine), "\n";
var_dump(unserialize(serialize($mine)) == $mine, unserialize(serialize($mine)));
$interval = new DateInterval("P1Y2M3DT4H5M6S");
$interval->f = 0.25;
$interval->invert = 1;
var_dump(unserialize(serialize($interval)));
var_export(new DateTimeZone("Asia/Tokyo"));
echo "\n", json_encode(new DatePeriod(new DateTime("2024-01-01"), new DateInterval("P1D"), 2)), "\n";
foreach (['O:8:"DateTime":0:{}', 'O:12:"DateTimeZone":1:{s:8:"timezone";s:1:"x";}', 'O:10:"DatePeriod":0:{}'] as $text) {
    try {
        unserialize($text);
    } catch (Error $error) {
        echo get_class($error), ": ", $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
O:4:"Mine":5:{s:4:"date";s:26:"2024-02-10 12:00:00.500000";s:13:"timezone_type";i:2;s:8:"timezone";s:3:"CET";s:1:"a";i:1;s:4:"~*~b";a:1:{i:0;i:2;}}
{"a":1,"date":"2024-02-10 12:00:00.500000","timezone_type":2,"timezone":"CET"}
bool(true)
object(Mine)#2 (5) {
  ["a"]=>
  int(1)
  ["b":protected]=>
  array(1) {
    [0]=>
    int(2)
  }
  ["date"]=>
  string(26) "2024-02-10 12:00:00.500000"
  ["timezone_type"]=>
  int(2)
  ["timezone"]=>
  string(3) "CET"
}
object(DateInterval)#3 (10) {
  ["y"]=>
  int(1)
  ["m"]=>
  int(2)
  ["d"]=>
  int(3)
  ["h"]=>
  int(4)
  ["i"]=>
  int(5)
  ["s"]=>
  int(6)
  ["f"]=>
  float(0.25)
  ["invert"]=>
  int(1)
  ["days"]=>
  bool(false)
  ["from_string"]=>
  bool(false)
}
\DateTimeZone::__set_state(array(
   'timezone_type' => 3,
   'timezone' => 'Asia/Tokyo',
))
{"start":{"date":"2024-01-01 00:00:00.000000","timezone_type":3,"timezone":"UTC"},"current":null,"end":null,"interval":{"y":0,"m":0,"d":1,"h":0,"i":0,"s":0,"f":0,"invert":0,"days":false,"from_string":false},"recurrences":3,"include_start_date":true,"include_end_date":false}
Error: Invalid serialization data for DateTime object
Error: Invalid serialization data for DateTimeZone object
Error: Invalid serialization data for DatePeriod object

