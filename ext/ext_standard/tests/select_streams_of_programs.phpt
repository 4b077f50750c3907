--TEST--
stream_select(): temporary streams become files, streams of programs are what they say, and what is no stream is passed over
--FILE--
<?php
class Inner {
    public $context;
    public static $inner;
    function stream_open($path, $mode, $options, &$opened) { return true; }
    function stream_eof() { return false; }
    function stream_read($count) { return ''; }
    function stream_write($text) { return 0; }
    function stream_cast($as) { return self::$inner; }
}
stream_wrapper_register('inner', 'Inner');

function ask(array $read): void {
    $write = $except = null;
    try {
        var_dump(stream_select($read, $write, $except, 0));
    } catch (Error $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}

$temp = fopen('php://temp', 'r+');
fwrite($temp, 'abc');
rewind($temp);
ask([$temp]);
var_dump(stream_get_meta_data($temp)['stream_type'], ftell($temp), fread($temp, 10));
foreach (['php://temp', 'php://memory', __FILE__] as $path) {
    Inner::$inner = fopen($path, 'r');
    ask([fopen('inner://x', 'r')]);
}
$closed = fopen('php://temp', 'r+');
fclose($closed);
foreach ([[1], [$closed], [new stdClass], [1, $temp], [$closed, $temp]] as $list) {
    ask($list);
}
?>
--EXPECTF--
int(1)
string(4) "TEMP"
int(0)
string(3) "abc"
int(1)

Warning: stream_select(): Cannot represent a stream of type MEMORY as a select()able descriptor in %s on line %d

Warning: stream_select(): Cannot represent a stream of type user-space as a select()able descriptor in %s on line %d
ValueError: No stream arrays were passed
int(1)
ValueError: No stream arrays were passed
ValueError: No stream arrays were passed
ValueError: No stream arrays were passed
TypeError: stream_select(): supplied argument is not a valid stream resource
TypeError: stream_select(): supplied resource is not a valid stream resource
