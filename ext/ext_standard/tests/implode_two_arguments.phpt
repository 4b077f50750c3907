--TEST--
implode() looks at its arguments from the first on, join() at their types before
--FILE--
<?php
foreach ([
    fn() => implode([1, 2], "x"),
    fn() => implode([1, 2], [3]),
    fn() => implode("x", "y"),
    fn() => implode("x", null),
    fn() => implode("x"),
    fn() => implode("-", [1, 2]),
    fn() => implode([1, 2]),
    fn() => implode(5, [1, 2]),
    fn() => join([1, 2], "x"),
    fn() => join([1, 2], [3]),
    fn() => join("x", "y"),
    fn() => join([1, 2], null),
] as $call) {
    try {
        var_dump($call());
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
implode(): Argument #1 ($separator) must be of type string, array given
implode(): Argument #1 ($separator) must be of type string, array given
implode(): Argument #2 ($array) must be of type ?array, string given
implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
string(3) "1-2"
string(2) "12"
string(3) "152"
join(): Argument #2 ($array) must be of type ?array, string given
join(): Argument #1 ($separator) must be of type string, array given
join(): Argument #2 ($array) must be of type ?array, string given
string(2) "12"
