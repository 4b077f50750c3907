--TEST--
array_merge_recursive(): only what grows may not contain itself
--FILE--
<?php
function attempt(callable $merge): void
{
    try {
        $merged = $merge();
        echo json_encode(array_map(fn($part) => is_array($part) ? array_keys($part) : $part, $merged)), "\n";
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
$circle = ['k' => [1, 2]];
$circle['r'] = &$circle;
attempt(fn() => array_merge_recursive($circle, $circle));
attempt(fn() => array_merge_recursive($circle, ['r' => ['k' => 1]]));
attempt(fn() => array_merge_recursive(['r' => ['k' => 1]], $circle));
attempt(fn() => array_merge_recursive(['r' => ['r' => ['r' => 1]]], $circle));
attempt(fn() => array_merge_recursive($circle, ['r' => 5]));
attempt(fn() => array_merge_recursive(['q' => $circle], ['q' => ['r' => ['r' => 5]]]));
$shared = [1];
attempt(fn() => array_merge_recursive(['k' => &$shared], ['k' => &$shared]));
$deep = ['q' => [1]];
attempt(fn() => array_merge_recursive(['k' => &$deep], ['k' => &$deep], ['k' => &$deep]));
echo json_encode([$shared, $deep]), "\n";
?>
--EXPECT--
Recursion detected
{"k":[0,1],"r":["k","r"]}
{"r":["k","r"],"k":[0,1]}
{"r":["r","k"],"k":[0,1]}
{"k":[0,1],"r":["k","r",0]}
Recursion detected
{"k":[0,1]}
{"k":["q"]}
[[1],{"q":[1]}]
