--TEST--
fmod() and recursive replacements
--FILE--
<?php
foreach ([[7, 3], [-7.5, 2], [7.5, -2], [1e300, 7], [1e-300, 3e-305], [5e-324, 3], [0.0, 1], [-0.0, 1], [1, 0.0], [INF, 2], [2, INF], [NAN, 1], [3, 3], [-3, 3], [1.7976931348623157e308, 2.2250738585072014e-308], [4.0E-308, 3.0E-308], [2.5e-308, 2.3e-308]] as [$a, $b]) {
    echo var_export(fmod($a, $b), true), ' ';
}
echo "\n";
$base = ['a' => ['b' => [1, 2, 3], 'c' => 'x'], 'd' => 1, 5 => ['k' => 1]];
echo json_encode(array_replace_recursive($base, ['a' => ['b' => [9], 'c' => ['y']], 'd' => ['z'], 5 => 'gone'], [5 => [1], 'a' => ['b' => [1 => [8]]]])), "\n";
echo json_encode($base), "\n";
$inner = [1];
$with = ['r' => &$inner];
$result = array_replace_recursive($with, ['r' => [2]]);
$result['r'][] = 3;
echo json_encode([$inner, $result]), "\n";
$loop = ['x' => 1];
$loop['loop'] = &$loop;
foreach (['array_replace_recursive'] as $function) {
    try {
        $function(['loop' => ['loop' => ['loop' => []]]], $loop);
        echo "done\n";
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
    try {
        $function([], 5);
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
$one = [1, 2];
$two = &$one;
echo json_encode([array_merge(), array_merge([], []), array_merge(['a' => 1], [], $two, ['a' => 2, 7 => 'seven']), array_replace([1, 2, 3], [1 => 'b'], [3 => 'd'])]), "\n";
--EXPECT--
1.0 -1.5 1.5 1.0 9.999999999986617E-306 5.0E-324 0.0 -0.0 NAN NAN 2.0 NAN 0.0 -0.0 0.0 1.0E-308 2.0E-309 
{"a":{"b":[9,[8],3],"c":["y"]},"d":["z"],"5":[1]}
{"a":{"b":[1,2,3],"c":"x"},"d":1,"5":{"k":1}}
[[1],{"r":[2,3]}]
Recursion detected
array_replace_recursive(): Argument #2 must be of type array, int given
[[],[],{"a":2,"0":1,"1":2,"2":"seven"},[1,"b",3,"d"]]
