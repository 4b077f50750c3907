--TEST--
A handler of a warning lets go of the array that is being written to
--FILE--
<?php
set_error_handler(function ($level, $message) {
    echo $message, "\n";
    $GLOBALS['a'] = null;
    $GLOBALS['fill'] = array_map(fn($i) => str_repeat('z', $i), range(1, 40));
    return true;
});
$a = [];
$a[$no] = 1;
var_dump($a);
$a = [['x'], 'y'];
$a[0][$no] = 1;
var_dump($a);
$a = [['deep' => ['x']]];
$a[0]['deep'][0] = $no;
var_dump($a);
$a = ['text'];
$a[0][$no] = 'b';
var_dump($a);
restore_error_handler();
set_error_handler(fn($level, $message) => print("$message\n"));
$kept = [['x']];
$kept[0][$no] = $neither;
var_dump($kept);
set_error_handler(function ($level, $message) { throw new Exception($message); });
foreach ([function () { $x[$p] = $q; }, function () { return $p[$q]; }] as $f) {
    try {
        $f();
    } catch (Exception $e) {
        var_dump($e->getMessage(), $e->getPrevious());
    }
}
--EXPECTF--
Undefined variable $no
NULL
Undefined variable $no
NULL
Undefined variable $no
NULL
Undefined variable $no
%ANULL
Undefined variable $no
Undefined variable $neither
array(1) {
  [0]=>
  array(2) {
    [0]=>
    string(1) "x"
    [""]=>
    NULL
  }
}
string(21) "Undefined variable $p"
NULL
string(21) "Undefined variable $p"
NULL
