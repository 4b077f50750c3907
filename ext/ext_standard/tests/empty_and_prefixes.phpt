--TEST--
unserialize() of nothing; intval() knows no 0o; floats in echo ask for precision
--FILE--
<?php
var_dump(unserialize(''), unserialize('', ['max_depth' => 'x']), intval('0o17', 0), intval('0o17', 8), intval('0b11', 0));
echo json_encode([2.0 ** -25, 2.0 ** 122, 2.0 ** 90, 1e23]), "\n";
ini_set('precision', 3);
echo 2.125, ' ', -1.375, ' ', 'a' . 2.125, "\n";
--EXPECT--
bool(false)
bool(false)
int(0)
int(0)
int(3)
[2.9802322387695312e-8,5.316911983139664e+36,1.2379400392853803e+27,1.0e+23]
2.12 -1.38 a2.125
