--TEST--
The resource of a filter is closed with its stream
--FILE--
<?php
$stream = fopen('php://memory', 'r+');
$filter = stream_filter_append($stream, 'string.toupper', STREAM_FILTER_READ);
$other = stream_filter_append($stream, 'string.rot13', STREAM_FILTER_WRITE);
var_dump(is_resource($filter), get_resource_type($other));
var_dump(stream_filter_remove($other), is_resource($other));
fclose($stream);
var_dump(is_resource($filter), get_resource_type($filter), gettype($filter));
try {
    stream_filter_remove($filter);
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
$stream = fopen('php://memory', 'r+');
$filter = stream_filter_append($stream, 'string.toupper');
unset($stream);
var_dump(is_resource($filter));
?>
--EXPECT--
bool(true)
string(13) "stream filter"
bool(true)
bool(false)
bool(false)
string(7) "Unknown"
string(17) "resource (closed)"
stream_filter_remove(): supplied resource is not a valid stream filter resource
bool(false)
