--TEST--
REQUEST_TIME_FLOAT has microseconds, as microtime() has, and does not lie after it
--FILE--
<?php
$time = $_SERVER['REQUEST_TIME_FLOAT'];
var_dump($time <= microtime(true), (int) $time === $_SERVER['REQUEST_TIME']);
var_dump(strlen(strrchr(var_export($time, true), '.')) <= 7);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
