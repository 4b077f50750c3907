--TEST--
[$a, $b] = [...] without an array: order of evaluation and assignment, warnings, references, types, and when old values go
--FILE--
<?php
function say($what) { echo $what, ' '; return $what; }
class D { function __construct(public $name) {} function __destruct() { global $a, $b; echo "-{$this->name}(", json_encode([$a, $b]), ') '; } }
function f() {
    [$a, $b] = [1, 2];
    [$a, $b] = [$b, $a];
    echo $a, $b, ' ';
    [$a, $b, $c] = [say('x'), say('y'), say('z'), say('rest')];
    echo $a, $b, $c, ' ';
    [$a, $b] = [$a++, $a];
    echo json_encode([$a, $b]), ' ';
    [$a, $a] = [1, 2];
    echo $a, ' ';
    list($a, $b) = array($b, [$a, $b]);
    echo json_encode([$a, $b]), ' ';
    $i = 5;
    [$i, $j] = [$i + 1, $i * 2];
    echo $i, ' ', $j, "\n";
}
f();
f();
// What is not defined.
[$new, $other] = [$missing, $new];
var_dump($new, $other);
// References.
$x = 1;
$y = &$x;
[$x, $y] = [2, 3];
echo $x, $y, ' ';
[$x, $z] = [$y, $x];
$z = 9;
echo $x, $y, $z, "\n";
// Old values and elements that nobody else holds.
[$a, $b] = [new D('old a'), new D('old b')];
[$a, $b] = [1, 2];
echo "\n";
[$a, $a, $b] = [new D('first'), 'second', 'third'];
echo "\n";
[$a] = [1, new D('rest')];
echo "\n";
try {
    [$a, $b] = [new D('held'), (function () { throw new Exception('thrown'); })()];
} catch (Exception $error) {
    echo $error->getMessage(), ' ', json_encode([$a, $b]), "\n";
}
// Types of references.
class T { public int $int = 1; }
$t = new T;
$int = &$t->int;
try {
    [$a, $int, $b] = ['5', '6', '7'];
    [$a, $int, $b] = ['8', 'no int', '9'];
} catch (TypeError $error) {
    echo $error->getMessage(), ' ', json_encode([$a, $int, $b]), "\n";
}
// As a value, with keys, with holes, too short.
var_dump([$a, $b] = [3, 4]);
['k' => $a, 'l' => $b] = ['l' => 1, 'k' => 2];
[, $b] = [5, 6];
[$a, $b, $c] = [1, 2];
var_dump($a, $b, $c);
[$a, $b] = [...[1, 2]];
$a = [];
[$a['x'], $b] = [[7], 8];
echo json_encode($a), "\n";
?>
--EXPECTF--
21 x y z rest xyz ["x","y"] 2 ["y",[2,"y"]] 6 10
21 x y z rest xyz ["x","y"] 2 ["y",[2,"y"]] 6 10

Warning: Undefined variable $missing in %s on line 23

Warning: Undefined variable $new in %s on line 23
NULL
NULL
33 339
-old a([1,{"name":"old b"}]) -old b([1,2]) 
-first(["second","third"]) 
-rest([1,"third"]) 
-held([1,"third"]) thrown [1,"third"]
Cannot assign string to reference held by property T::$int of type int ["8",6,"7"]
array(2) {
  [0]=>
  int(3)
  [1]=>
  int(4)
}

Warning: Undefined array key 2 in %s on line 60
int(1)
int(2)
NULL
{"x":[7]}
