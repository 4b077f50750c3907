--TEST--
References: plain results, walks, loops over arrays that functions change, string offsets
--FILE--
<?php
function &plain() { return 5; }
$x = &plain();
var_dump($x);
class A implements ArrayAccess {
    public $list = ['k' => [1]];
    public int $typed = PHP_INT_MAX;
    public function &offsetGet($n): mixed { return $this->list[$n]; }
    public function offsetSet($n, $v): void {}
    public function offsetExists($n): bool { return true; }
    public function offsetUnset($n): void {}
    public function __get($name) { return 1; }
}
$a = new A;
$a['k'][] = 2;
foreach ($a as $key => &$value) {}
unset($value);
var_dump($a);
$r = &$a->typed;
try { $a->typed++; } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
try { $a->magic = &$r; } catch (Error $e) { echo $e->getMessage(), "\n"; }
foreach (['array_unshift' => [9, 8], 'array_splice' => [1, 2], 'rsort' => []] as $change => $args) {
    $list = [1, 2, 3, 4, 5];
    $rounds = 0;
    foreach ($list as &$v) {
        echo $v, " ";
        if ($v == 3 && !$rounds++) {
            $change($list, ...$args);
        }
    }
    unset($v);
    echo json_encode($list), "\n";
}
$s = "abc";
foreach ([
    fn() => $s[0]->x = 1, fn() => $s[0][1] = 1, fn() => $s[0] .= "x", fn() => $s[1]++, fn() => [&$s[0]], fn() => $s["2x"][] = 1,
] as $f) {
    try { $f(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
}
$s["1x"] = "Z";
var_dump($s, isset($s[1.7]), isset($s[null]));
--EXPECTF--

Notice: Only variable references should be returned by reference in %s on line 2
int(5)
object(A)#1 (2) {
  ["list"]=>
  array(1) {
    ["k"]=>
    array(2) {
      [0]=>
      int(1)
      [1]=>
      int(2)
    }
  }
  ["typed"]=>
  int(9223372036854775807)
}
Cannot increment a reference held by property A::$typed of type int past its maximal value

Notice: Indirect modification of overloaded property A::$magic has no effect in %s on line 21
Cannot assign by reference to overloaded object
1 2 3 4 5 [9,8,1,2,3,4,5]
1 2 3 4 5 [1,4,5]
1 2 3 2 1 [5,4,3,2,1]
Cannot use string offset as an object
Cannot use string offset as an array
Cannot use assign-op operators with string offsets
Cannot increment/decrement string offsets
Cannot create references to/from string offsets

Warning: Illegal string offset "2x" in %s on line 36
Cannot use string offset as an array

Warning: Illegal string offset "1x" in %s on line 40

Deprecated: Implicit conversion from float 1.7 to int loses precision in %s on line 41
string(3) "aZc"
bool(true)
bool(true)
