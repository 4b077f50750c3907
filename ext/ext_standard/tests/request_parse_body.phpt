--TEST--
request_parse_body(): a form that came by PUT, limits, and what it refuses
--ENV--
REQUEST_METHOD=PUT
--POST_RAW--
Content-Type: multipart/form-data; boundary=x
--x
Content-Disposition: form-data; name="a[b]"

one
--x
Content-Disposition: form-data; name="f"; filename="f.txt"

content
--x--
--FILE--
<?php
var_dump($_POST, $_FILES);
foreach ([[1], ['' => 1], ['no' => 1], ['post_max_size' => null], ['MAX_FILE_UPLOADS' => '5x']] as $options) {
    try {
        $parsed = request_parse_body($options);
    } catch (Error $e) {
        echo $e::class, ': ', $e->getMessage(), "\n";
    }
}
echo json_encode([$parsed[0], $parsed[1]['f']['name'], $parsed[1]['f']['size']]), "\n";
?>
--EXPECTF--
array(0) {
}
array(0) {
}
ValueError: Invalid integer key in $options argument
ValueError: Invalid empty string key in $options argument
ValueError: Invalid key "no" in $options argument
ValueError: Invalid null value in $options argument

Warning: Invalid quantity "5x": unknown multiplier "x", interpreting as "5" for backwards compatibility in %s on line %d
[{"a":{"b":"one"}},"f.txt",7]
