--TEST--
strtolower() and strtoupper() of strings of all lengths
--FILE--
<?php
// Each way of writing a string in another case against one byte after another, for all bytes, at the ends of short and long strings.
$all = implode(array_map('chr', range(0, 255)));
$lower = $upper = '';
for ($i = 0; $i < 256; $i++) {
    $lower .= $i >= 65 && $i <= 90 ? chr($i + 32) : chr($i);
    $upper .= $i >= 97 && $i <= 122 ? chr($i - 32) : chr($i);
}
$wrong = 0;
for ($length = 0; $length < 70; $length++) {
    for ($start = 0; $start + $length <= 256; $start++) {
        $text = substr($all, $start, $length);
        $wrong += strtolower($text) !== substr($lower, $start, $length);
        $wrong += strtoupper($text) !== substr($upper, $start, $length);
    }
    for ($at = 0; $at < $length; $at++) {
        $text = substr_replace(str_repeat('é', $length), 'Qz', $at, 2);
        $wrong += strtolower($text) !== str_replace('Q', 'q', $text);
        $wrong += strtoupper($text) !== str_replace('z', 'Z', $text);
    }
}
var_dump($wrong);
--EXPECT--
int(0)
