--TEST--
Readers are serialized, without what they read
--FILE--
<?php
$reader = XMLReader::XML('<a><b/></a>');
$reader->read();
echo serialize($reader), "\n";
var_dump(unserialize(serialize($reader))->name);
--EXPECT--
O:9:"XMLReader":0:{}
string(0) ""
