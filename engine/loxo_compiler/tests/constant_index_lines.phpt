--TEST--
An index in a constant expression is on the line where it begins
--FILE--
<?php
set_error_handler(function ($number, $message, $file, $line) { echo $line, ' ', $message, "\n"; return true; });
class Lines {
    const BASE = [1,
        2, 3]
        [
            7
        ];
    const INNER = 5;
    const NAMED =
        self::INNER
        [3];
    const TEXT = "abc" . PHP_EOL
        [
            9];
    public $property =
        [1][
            4
        ];
    function defaults($a = [
        1]
        [2]) {}
}
const TOP = [
    1,
    2
][
    5
];
echo json_encode([Lines::BASE, Lines::NAMED]), "\n";
try { Lines::TEXT; } catch (Error $e) { echo $e->getLine(), ' ', $e->getMessage(), "\n"; }
(new Lines)->defaults();
?>
--EXPECT--
24 Undefined array key 5
4 Undefined array key 7
11 Trying to access array offset on int
[null,null]
13 Uninitialized string offset 9
17 Undefined array key 4
21 Undefined array key 2
