--TEST--
Connections and results are serialized without what they are connected to
--FILE--
<?php
echo serialize(mysqli_init()), "\n";
foreach (['mysqli', 'mysqli_result', 'mysqli_stmt', 'mysqli_warning'] as $class) {
    echo get_class(unserialize('O:' . strlen($class) . ":\"$class\":0:{}")), "\n";
}
$copy = unserialize(serialize(mysqli_init()));
try {
    $copy->query('select 1');
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
try {
    echo $copy->errno;
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
var_dump($copy instanceof mysqli, (array) $copy);
$driver = new mysqli_driver;
$driver->report_mode = MYSQLI_REPORT_OFF;
echo serialize($driver), "\n";
--EXPECT--
O:6:"mysqli":0:{}
mysqli
mysqli_result
mysqli_stmt
mysqli_warning
mysqli object is already closed
mysqli object is already closed
bool(true)
array(0) {
}
O:13:"mysqli_driver":1:{s:11:"report_mode";i:0;}
