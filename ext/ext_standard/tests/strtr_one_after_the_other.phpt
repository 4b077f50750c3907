--TEST--
strtr() wants types by how many arguments there are, one after the other
--FILE--
<?php
class Text { function __toString() { echo '[asked] '; return 'ab'; } }
set_error_handler(fn($number, $message) => print("[$message] "));
foreach ([
    fn() => strtr('abc', 'ab', 'xy'),
    fn() => strtr('abc', ['a' => 'x']),
    fn() => strtr('abc', 'ab'),
    fn() => strtr('abc', 'ab', null),
    fn() => strtr('abc', ['a' => 'x'], null),
    fn() => strtr('abc', null, new Text),
    fn() => strtr('abc', new Text, []),
    fn() => strtr('abc', new Text, new Text),
    fn() => strtr('abc', 'a', new stdClass),
    fn() => strtr('abc', new stdClass, null),
    fn() => strtr('abc', [], 'x'),
    fn() => strtr(123, 1.5, true),
    fn() => strtr(null, STDIN, 'x'),
    fn() => strtr('abc', null),
    fn() => call_user_func('strtr', 'abc', 'c', null),
    fn() => strtr(...['abc', 'c', []]),
] as $call) {
    try {
        $result = $call();
    } catch (TypeError $e) {
        $result = $e->getMessage();
    }
    echo $result, "\n";
}
?>
--EXPECT--
xyc
xbc
strtr(): Argument #2 ($from) must be of type array, string given
[strtr(): Passing null to parameter #3 ($to) of type ?string is deprecated] abc
strtr(): Argument #2 ($from) must be of type string, array given
[strtr(): Passing null to parameter #2 ($from) of type array|string is deprecated] [asked] abc
[asked] strtr(): Argument #3 ($to) must be of type string, array given
[asked] [asked] abc
strtr(): Argument #3 ($to) must be of type string, stdClass given
strtr(): Argument #2 ($from) must be of type string, stdClass given
strtr(): Argument #2 ($from) must be of type string, array given
123
[strtr(): Passing null to parameter #1 ($string) of type string is deprecated] strtr(): Argument #2 ($from) must be of type string, resource given
strtr(): Argument #2 ($from) must be of type array, null given
[strtr(): Passing null to parameter #3 ($to) of type ?string is deprecated] abc
strtr(): Argument #3 ($to) must be of type string, array given
