--TEST--
implode() looks at its arguments one after the other, by how many there are
--FILE--
<?php
class Text { function __toString() { echo "[asked]"; return '-'; } }
foreach ([
    fn() => implode(new stdClass, [1, 2]),
    fn() => implode(new stdClass, "x"),
    fn() => implode(new stdClass),
    fn() => implode(new Text, [1, 2]),
    fn() => implode(new Text, "x"),
    fn() => implode(new Text, null),
    fn() => implode(new Text),
    fn() => implode([1, 2], null),
    fn() => implode(STDERR, [1]),
    fn() => implode(null),
    fn() => implode(1.5, [1, 2]),
    fn() => implode(true, [1, 2]),
    fn() => join(new stdClass, [1, 2]),
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
implode(): Argument #1 ($separator) must be of type string, stdClass given
implode(): Argument #1 ($separator) must be of type string, stdClass given
implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
[asked]string(3) "1-2"
[asked]implode(): Argument #2 ($array) must be of type ?array, string given
[asked]implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
implode(): Argument #1 ($separator) must be of type string, array given
implode(): Argument #1 ($separator) must be of type string, resource given
implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
string(5) "11.52"
string(3) "112"
join(): Argument #1 ($separator) must be of type array|string, stdClass given
string(2) "12"
