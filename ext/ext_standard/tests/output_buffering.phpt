--TEST--
output_buffering puts a buffer around the program
--INI--
output_buffering=8
--FILE--
<?php
var_dump(ob_get_level());
header('X-Late: 1');
echo json_encode(array_intersect_key(ob_get_status(), ['name' => 1, 'chunk_size' => 1, 'flags' => 1])), "\n";
?>
--EXPECT--
int(1)
{"name":"default output handler","flags":112,"chunk_size":8}
