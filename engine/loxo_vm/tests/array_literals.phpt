--TEST--
Array literals: known keys, constant and computed values, gaps, repeated keys, references, exceptions half way
--FILE--
<?php
function v($x) { return $x; }
$n = 7;
echo json_encode([v(1), 2, v(3)]), "\n";
echo json_encode(['a' => v(1), 'b' => 'two', 'c' => $n]), "\n";
echo json_encode([1 => v(2), 3 => $n]), "\n";
echo json_encode([0 => v(2), 1 => $n, 2 => 'x']), "\n";
echo json_encode(['a' => v(1), 'a' => v(2), 'b' => $n]), "\n";
echo json_encode(['5' => v(1), '6' => $n]), "\n";
echo json_encode(['a' => v(1), $n, 'b' => 3]), "\n";
echo json_encode(['n' => ['x' => $n, 'y' => [v(1)]], 'm' => []]), "\n";
$r = 1;
$a = ['p' => &$r, 'q' => $r];
$r = 5;
echo json_encode($a), "\n";
$ref = &$n;
$b = ['k' => $ref];
$ref = 8;
echo json_encode($b), "\n";
try {
    $c = ['x' => new stdClass, 'y' => throw new Exception('half')];
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
echo json_encode(['u' => $undefined, 'w' => 1]), "\n";
for ($i = 0; $i < 2; $i++) {
    $d = ['i' => $i, 'list' => [1, $i]];
    $d['i']++;
    $d['list'][] = 9;
    echo json_encode($d), "\n";
}
?>
--EXPECTF--
[1,2,3]
{"a":1,"b":"two","c":7}
{"1":2,"3":7}
[2,7,"x"]
{"a":2,"b":7}
{"5":1,"6":7}
{"a":1,"0":7,"b":3}
{"n":{"x":7,"y":[1]},"m":[]}
{"p":5,"q":1}
{"k":7}
half

Warning: Undefined variable $undefined in %s on line 25
{"u":null,"w":1}
{"i":1,"list":[1,0,9]}
{"i":2,"list":[1,1,9]}
