--TEST--
foreach over a DateInterval shows what get_object_vars() shows
--FILE--
<?php
foreach ([new DateInterval('P1DT2H'), DateInterval::createFromDateString('1 day')] as $interval) {
    $seen = [];
    foreach ($interval as $name => $value) {
        $seen[$name] = $value;
    }
    var_dump($seen === get_object_vars($interval), json_encode($seen));
}
?>
--EXPECT--
bool(true)
string(87) "{"y":0,"m":0,"d":1,"h":2,"i":0,"s":0,"f":0,"invert":0,"days":false,"from_string":false}"
bool(true)
string(42) "{"from_string":true,"date_string":"1 day"}"
