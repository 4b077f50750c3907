--TEST--
min() and max() of three or more
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
function extremes($a, $b, $c, $d)
{
    return [min($a, $b, $c), max($a, $b, $c), min($a, $b, $c, $d), max($a, $b, $c, $d)];
}

function of_references(array $values)
{
    $sum = 0;
    foreach ($values as &$value) {
        $other = &$value;
        $sum += min($value, $other, 3) + max($value, 2, $other);
    }
    return $sum;
}

$numbers = [3, -1, 0, PHP_INT_MAX, PHP_INT_MIN];
for ($round = 0; $round < 20; $round++) {
    $sums = [];
    foreach ($numbers as $a) {
        foreach ($numbers as $b) {
            foreach ($numbers as $c) {
                $sums[] = implode(' ', extremes($a, $b, $c, $round));
            }
        }
    }
}
echo md5(implode("\n", $sums)), "\n";
$others = [1, 1.0, '1', 'a', null, true, 2.5, NAN, -0.0, 0.0];
foreach ($others as $a) {
    foreach ($others as $b) {
        echo json_encode(array_map(fn ($value) => is_float($value) ? (string) $value : $value, extremes($a, $b, 1, 0)));
    }
    echo "\n";
}
for ($round = 0; $round < 200; $round++) {
    $sum = of_references([1, 2, 3, 4.5, '6']);
}
echo $sum, "\n";
--EXPECT--
737387ba14439cecf7f1d843b41572ed
[1,1,0,1][1,1,0,1][1,1,0,1][1,"a",0,"a"][null,1,null,1][1,1,0,1][1,"2.5",0,"2.5"][1,1,0,1]["-0",1,"-0",1]["0",1,"0",1]
["1","1",0,"1"]["1","1",0,"1"]["1","1",0,"1"]["1","a",0,"a"][null,"1",null,"1"]["1","1",0,"1"]["1","2.5",0,"2.5"]["1","1",0,"1"]["-0","1","-0","1"]["0","1","0","1"]
["1","1",0,"1"]["1","1",0,"1"]["1","1",0,"1"]["1","a",0,"a"][null,"1",null,"1"]["1","1",0,"1"]["1","2.5",0,"2.5"]["1",1,0,1]["-0","1","-0","1"]["0","1","0","1"]
[1,"a",0,"a"]["1","a",0,"a"]["1","a",0,"a"][1,"a",0,"a"][null,"a",null,"a"][1,"a",0,"a"][1,"a",0,"a"][1,1,0,1]["-0","a","-0","a"]["0","a","0","a"]
[null,1,null,1][null,"1",null,"1"][null,"1",null,"1"][null,"a",null,"a"][null,1,null,1][null,true,null,true][null,"2.5",null,"2.5"][null,1,null,1][null,1,null,1][null,1,null,1]
[true,true,0,true][true,true,0,true][true,true,0,true][true,true,0,true][null,true,null,true][true,true,0,true][true,true,0,true][true,true,0,true]["-0",true,"-0",true]["0",true,"0",true]
[1,"2.5",0,"2.5"]["1","2.5",0,"2.5"]["1","2.5",0,"2.5"][1,"a",0,"a"][null,"2.5",null,"2.5"][1,"2.5",0,"2.5"][1,"2.5",0,"2.5"][1,"2.5",0,"2.5"]["-0","2.5","-0","2.5"]["0","2.5","0","2.5"]
["NAN","NAN","NAN","NAN"]["NAN","NAN","NAN","NAN"]["NAN","1","NAN","1"]["NAN","a","NAN","a"][null,1,null,1]["NAN",1,"NAN",1]["NAN","NAN","NAN","NAN"]["NAN","NAN","NAN","NAN"]["NAN","NAN","NAN","NAN"]["NAN","NAN","NAN","NAN"]
["-0",1,"-0",1]["-0","1","-0","1"]["-0","1","-0","1"]["-0","a","-0","a"]["-0",1,"-0",1]["-0",true,"-0",true]["-0","2.5","-0","2.5"]["-0",1,"-0",1]["-0",1,"-0",1]["-0",1,"-0",1]
["0",1,"0",1]["0","1","0","1"]["0","1","0","1"]["0","a","0","a"]["0",1,"0",1]["0",true,"0",true]["0","2.5","0","2.5"]["0",1,"0",1]["0",1,"0",1]["0",1,"0",1]
29.5
