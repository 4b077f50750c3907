--TEST--
A text of many signs is refused in reasonable time
--INI--
max_execution_time=20
--FILE--
<?php
foreach (['+', '-', '+-', "+\t", '1 +'] as $part) {
    $text = str_repeat($part, 300000);
    var_dump(strtotime($text));
    $short = date_parse(str_repeat($part, 100));
    echo $short['error_count'], ' ', $short['warning_count'], "\n";
}
?>
--EXPECT--
bool(false)
100 0
bool(false)
100 0
bool(false)
200 0
bool(false)
100 0
bool(false)
99 1
