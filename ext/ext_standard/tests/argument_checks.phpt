--TEST--
Arguments that are refused, in the words they are refused with
--FILE--
<?php
$calls = [
    fn() => gethostbyname("a\0b"), fn() => gethostbynamel("a\0b"), fn() => getprotobyname("tcp\0"), fn() => getservbyname("http", "tcp\0"),
    fn() => getservbyport(80, "tcp\0"), fn() => inet_pton("::1\0"), fn() => ip2long("1.2.3.4\0"),
    fn() => setcookie('a', 'b', [], '/'), fn() => time_sleep_until(NAN), fn() => time_sleep_until(-1.0),
    fn() => end(...[&$GLOBALS['text']]), fn() => array_walk($GLOBALS['text'], 'strlen'),
    fn() => strtr('a', STDIN), fn() => strtr('a', 1), fn() => strtr('a', [], 'b'), fn() => strtr('a', new stdClass, 'b'), fn() => strtr('abc', 1, 'b'),
    fn() => unserialize('i:0;', ['allowed_classes' => [false]]),
];
$text = 'text';
foreach ($calls as $call) {
    try {
        var_dump($call());
    } catch (Error $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}
var_dump(inet_pton('nothing'), intval("\v\f 0b11", 0), password_needs_rehash('', 0));
echo implode(' ', @range(null, 3)), "\n";
var_dump(stream_socket_client("tcp://localhost\0.example.com:1", $code, $message), $message);
--EXPECTF--
ValueError: gethostbyname(): Argument #1 ($hostname) must not contain any null bytes
ValueError: gethostbynamel(): Argument #1 ($hostname) must not contain any null bytes
ValueError: getprotobyname(): Argument #1 ($protocol) must not contain any null bytes
ValueError: getservbyname(): Argument #2 ($protocol) must not contain any null bytes
ValueError: getservbyport(): Argument #2 ($protocol) must not contain any null bytes
ValueError: inet_pton(): Argument #1 ($ip) must not contain any null bytes
ValueError: ip2long(): Argument #1 ($ip) must not contain any null bytes
ArgumentCountError: setcookie(): Expects exactly 3 arguments when argument #3 ($expires_or_options) is an array
ValueError: time_sleep_until(): Argument #1 ($timestamp) must be between 0 and 18446744073
ValueError: time_sleep_until(): Argument #1 ($timestamp) must be between 0 and 18446744073
TypeError: end(): Argument #1 ($array) must be of type array, string given
TypeError: array_walk(): Argument #1 ($array) must be of type array, string given
TypeError: strtr(): Argument #2 ($from) must be of type array, resource given
TypeError: strtr(): Argument #2 ($from) must be of type array, int given
TypeError: strtr(): Argument #2 ($from) must be of type string, array given
TypeError: strtr(): Argument #2 ($from) must be of type string, stdClass given
string(3) "abc"
TypeError: unserialize(): Option "allowed_classes" must be an array of class names, false given
bool(false)
int(3)
bool(true)
0 1 2 3

Warning: stream_socket_client(): Unable to connect to tcp://localhost\0.example.com:1 (The hostname must not contain null bytes) in %s on line %d
bool(false)
string(40) "The hostname must not contain null bytes"
