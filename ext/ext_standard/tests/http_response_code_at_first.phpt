--TEST--
http_response_code(): 200 from the start on a server; a status line with more spaces
--CGI--
--FILE--
<?php
$codes = [http_response_code(), http_response_code(404), http_response_code(200)];
header_register_callback(fn() => header('X-Seen: ' . http_response_code()));
header('HTTP/1.1  410  Gone');
$codes[] = http_response_code();
echo json_encode($codes);
?>
--EXPECT--
[200,200,404,410]
--EXPECTHEADERS--
X-Seen: 410
