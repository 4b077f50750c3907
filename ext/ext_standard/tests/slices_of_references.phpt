--TEST--
array_slice() of all of an array leaves references behind that nobody else has
--FILE--
<?php
function take(&$value)
{
    $value++;
}

$a = 1;
$b = 2;
$list = [&$a, &$b];
unset($a);
$slice = array_slice($list, 0, 2);
$tail = array_slice($list, 1);
call_user_func_array('take', $tail);
$head = array_slice($list, 0, 1);
call_user_func_array('take', $head);
$slice[0] = 10;
$slice[1] = 20;
echo json_encode($list), " $b\n";
?>
--EXPECTF--

Warning: take(): Argument #1 ($value) must be passed by reference, value given in %s on line %d
[1,20] 20
