--TEST--
array_filter(): what keeps everything, and what does not
--FILE--
<?php
function show(array $array): void
{
    echo json_encode($array), ' ', var_export(key($array), true);
    $array[] = 'next';
    echo ' ', array_key_last($array), "\n";
}

show(array_filter([1, 2, 3]));
show(array_filter(['a' => 1, 'b' => 2]));
show(array_filter([]));
show(array_filter([1, 0, 3]));
show(array_filter([0, 2, 3]));
show(array_filter(['a' => 1, 'b' => 0, 'c' => 3]));
show(array_filter([5 => 1, 3 => 2]));

// The next key and the internal pointer are those of a new array.
$list = [1, 2, 3];
array_push($list, 4);
unset($list[3]);
show(array_filter($list));
$list = [1, 2, 3];
next($list);
show(array_filter($list));
echo key($list), "\n";
$names = ['a' => 1, 7 => 2];
unset($names[7]);
show(array_filter($names));

// The result is a copy.
$list = [1, 2, 3];
$kept = array_filter($list);
$kept[0] = 9;
echo json_encode([$list, $kept]), "\n";

// References that others have stay, those of nobody else become values.
$one = 1;
$list = [&$one, 2];
$kept = array_filter($list);
$one = 5;
echo json_encode($kept), "\n";
$list = [1, 2];
$two = &$list[1];
unset($two);
$kept = array_filter($list);
$list[1] = 7;
echo json_encode($kept), "\n";

// Callbacks see all elements, in order, and may end it.
$seen = [];
array_filter(['a' => 1, 'b' => 2, 'c' => 3], function ($v, $k) use (&$seen) {
    $seen[] = "$k=$v";
    return $v != 2;
}, ARRAY_FILTER_USE_BOTH);
echo implode(' ', $seen), "\n";
show(array_filter(['a' => 1, 'b' => 2], fn($k) => $k == 'b', ARRAY_FILTER_USE_KEY));
try {
    array_filter([1, 2, 3], fn($v) => $v < 3 ?: throw new Exception("at $v"));
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
$GLOBALS['changed'] = [1, 2, 3];
show(array_filter($GLOBALS['changed'], function ($v) {
    $GLOBALS['changed'][] = $v;
    return true;
}));
--EXPECT--
[1,2,3] 0 3
{"a":1,"b":2} 'a' 0
[] NULL 0
{"0":1,"2":3} 0 3
{"1":2,"2":3} 1 3
{"a":1,"c":3} 'a' 0
{"5":1,"3":2} 5 6
[1,2,3] 0 3
[1,2,3] 0 3
1
{"a":1} 'a' 0
[[1,2,3],[9,2,3]]
[5,2]
[1,2]
a=1 b=2 c=3
{"b":2} 'b' 0
at 3
[1,2,3] 0 3
