--TEST--
Lists that are filled by index, and the next index
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
// A key behind the end of a list sets the next index, even where that was larger.
function set_again(array $list)
{
    unset($list[3], $list[2]);
    $list[2] = 'x';
    $list[] = 'e';
    return $list;
}

function set_in_hash(array $list)
{
    unset($list[2], $list[1]);
    $list[1] = 'x';
    $list[] = 'e';
    return $list;
}

function fill(array $list, int $from, int $to)
{
    for ($i = $from; $i < $to; $i++) {
        $list[$i] = "v$i";
    }
    $list[] = 'e';
    return $list;
}

function rows(int $count, int $width)
{
    $rows = [];
    for ($i = 0; $i < $count; $i++) {
        for ($j = 0; $j < $width; $j++) {
            $rows[$i][$j] = $i * $j;
        }
    }
    $rows[$count][] = 'e';
    return $rows;
}

$copied = [1, 2, 3];
$copied[] = 4;
for ($round = 0; $round < 300; $round++) {
    $short = [1, 2, 3, 4];
    unset($short[3]);
    $popped = [1, 2, 3, 4];
    array_pop($popped);
    $with_reference = [1, 2];
    $with_reference[2] = &$with_reference[0];
    unset($with_reference[2]);
    $lists = [
        set_again([1, 2, 3, 4]), set_again($copied), set_in_hash(['k' => 1, 2, 3, 4]), fill([], 0, 5), fill([1, 2], 2, 20), fill([1, 2], 3, 5),
        fill($short, 3, 4), fill($short, 4, 6), fill($popped, 3, 9), fill(['a' => 1], 0, 3), fill([-1 => 1], 0, 3), fill($with_reference, 2, 4),
        fill([1], -2, 3), rows(3, 9), rows(9, 1),
    ];
}
foreach ($lists as $list) {
    echo json_encode($list), "\n";
}
--EXPECT--
[1,2,"x","e"]
[1,2,"x","e"]
{"k":1,"0":2,"1":"x","3":"e"}
["v0","v1","v2","v3","v4","e"]
[1,2,"v2","v3","v4","v5","v6","v7","v8","v9","v10","v11","v12","v13","v14","v15","v16","v17","v18","v19","e"]
{"0":1,"1":2,"3":"v3","4":"v4","5":"e"}
[1,2,3,"v3","e"]
{"0":1,"1":2,"2":3,"4":"v4","5":"v5","6":"e"}
[1,2,3,"v3","v4","v5","v6","v7","v8","e"]
{"a":1,"0":"v0","1":"v1","2":"v2","3":"e"}
{"-1":1,"0":"v0","1":"v1","2":"v2","3":"e"}
[1,2,"v2","v3","e"]
{"0":"v0","-2":"v-2","-1":"v-1","1":"v1","2":"v2","3":"e"}
[[0,0,0,0,0,0,0,0,0],[0,1,2,3,4,5,6,7,8],[0,2,4,6,8,10,12,14,16],["e"]]
[[0],[0],[0],[0],[0],[0],[0],[0],[0],["e"]]
