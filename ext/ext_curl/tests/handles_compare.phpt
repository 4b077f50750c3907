--TEST--
Handles equal none but themselves
--FILE--
<?php
$handles = [curl_init('http://a'), curl_init('http://b'), curl_multi_init(), curl_multi_init(), curl_share_init(), curl_share_init()];
foreach ($handles as $handle) {
    echo array_search($handle, $handles), ' ', count(array_keys($handles, $handle)), "\n";
}
var_dump($handles[0] == clone $handles[0], in_array(curl_init(), $handles));
?>
--EXPECTF--
0 1
1 1
2 1
3 1
4 1
5 1
bool(false)
bool(false)
