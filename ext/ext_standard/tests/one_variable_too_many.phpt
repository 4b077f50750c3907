--TEST--
max_input_vars: a body keeps the first variable that is one too many, a query does not
--INI--
max_input_vars=3
display_errors=0
--GET--
a=1&b=2&c=3&d=4&e=5
--POST--
a=1&b=2&c=3&d=4&e=5
--FILE--
<?php
echo json_encode([$_GET, $_POST]);
?>
--EXPECT--
[{"a":"1","b":"2","c":"3"},{"a":"1","b":"2","c":"3","d":"4"}]
