--TEST--
ini_parse_quantity() shows what counts with the spaces before it
--FILE--
<?php
foreach ([" 0b102 ", " 10 kk ", "\t-7  x", "\n +3kb", " 5 k", "8 8"] as $text) {
    var_dump(@ini_parse_quantity($text));
    echo error_get_last()['message'] ?? '', "\n";
    error_clear_last();
}
?>
--EXPECT--
int(2)
Invalid quantity " 0b102 ": unknown multiplier "2", interpreting as " 0b10" for backwards compatibility
int(10240)
Invalid quantity " 10 kk ", interpreting as " 10 k" for backwards compatibility
int(-7)
Invalid quantity "\t-7  x": unknown multiplier "x", interpreting as "\t-7  " for backwards compatibility
int(3)
Invalid quantity "\n +3kb": unknown multiplier "b", interpreting as "\n +3" for backwards compatibility
int(5120)

int(8)
Invalid quantity "8 8": unknown multiplier "8", interpreting as "8 " for backwards compatibility
