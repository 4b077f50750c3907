--TEST--
Header fields of request and response under CGI, and a first line of one's own
--CGI--
--ENV--
HTTP_X_ONE_TWO=three
HTTP_X_B=a=b
--FILE--
<?php
header('HTTP/1.1 404 Gone Fishing');
header('X-A: 1');
header('x-a: 2', false);
$fields = getallheaders();
var_dump($fields['X-One-Two'], $fields["X-B"], isset($fields['Host']));
var_dump(apache_response_headers()['x-a'], apache_response_headers()['X-A']);
var_dump(function_exists('cli_set_process_title'), (new ReflectionFunction('getallheaders'))->getExtensionName());
?>
--EXPECTHEADERS--
Status: 404 Gone Fishing
X-A: 1
--EXPECT--
string(5) "three"
string(3) "a=b"
bool(false)
string(1) "2"
string(1) "1"
bool(false)
string(8) "cgi-fcgi"
