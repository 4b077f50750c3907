--TEST--
Properties by names that are made at run time
--FILE--
<?php
class A { public $a = 1; protected $b = 2; private $c = 3; public int $t = 4; public readonly int $r;
  function fill(array $all) { foreach ($all as $k => $v) { try { $this->{$k . ""} = $v; } catch (Error $e) { echo get_class($e), ": ", $e->getMessage(), "\n"; } } return $this; }
  function read(string $k) { return [$this->{$k . ""} ?? "none", isset($this->{$k . ""})]; } }
#[AllowDynamicProperties]
class B extends A { private $c = 30; public $made; function all() { return get_object_vars($this); } }
class G { private $hidden = 1; function __set($n, $v) { echo "set $n\n"; } function __get($n) { return "got $n"; } function __isset($n) { echo "isset $n\n"; return true; } }
function names(string ...$parts) { return implode("", $parts); }
$x = names("x", "y");
foreach ([new B, new B] as $o) {
  $o->fill([names("a", "") => [1], names("b") => "B", names("c") => "C", names("t") => "12", names("ma", "de") => null, $x => 5]);
  foreach (["a", "b", "c", "t", "made", "xy", "none"] as $k) echo json_encode($o->read(names($k[0], substr($k, 1)))), "\n";
  try { $o->{names("", "c")} = 1; } catch (Error $e) { echo $e->getMessage(), "\n"; }
  try { $o->{names("t")} = "no"; } catch (Error $e) { echo $e->getMessage(), "\n"; }
  try { echo $o->{names("b")}; } catch (Error $e) { echo $e->getMessage(), "\n"; }
  var_dump($o->all());
}
$g = new G; $g->{names("hid", "den")} = 2; echo $g->{names("hid", "den")}, "\n"; var_dump(isset($g->{names("hid", "den")}), isset($g->{names("hid", "den")}[1]));
$p = &$o->{names("ma", "de")}; $p = "by reference"; $o->{names("ma", "de")} .= "!"; echo $p, "\n";
unset($o->{names("ma", "de")}); var_dump(isset($o->{names("ma", "de")}));
$o->{names("ma", "de")} = "again"; echo $o->made, "\n";
$s = new stdClass; foreach (["p", "q"] as $k) $s->{names("k", $k)} = $k; echo json_encode($s), $s->{names("k", "p")}, "\n";
--EXPECT--
[[1],true]
["B",true]
["C",true]
[12,true]
["none",false]
[5,true]
["none",false]
Cannot access private property B::$c
Cannot assign string to property A::$t of type int
Cannot access protected property B::$b
array(6) {
  ["a"]=>
  array(1) {
    [0]=>
    int(1)
  }
  ["b"]=>
  string(1) "B"
  ["t"]=>
  int(12)
  ["c"]=>
  int(30)
  ["made"]=>
  NULL
  ["xy"]=>
  int(5)
}
[[1],true]
["B",true]
["C",true]
[12,true]
["none",false]
[5,true]
["none",false]
Cannot access private property B::$c
Cannot assign string to property A::$t of type int
Cannot access protected property B::$b
array(6) {
  ["a"]=>
  array(1) {
    [0]=>
    int(1)
  }
  ["b"]=>
  string(1) "B"
  ["t"]=>
  int(12)
  ["c"]=>
  int(30)
  ["made"]=>
  NULL
  ["xy"]=>
  int(5)
}
set hidden
got hidden
isset hidden
isset hidden
bool(true)
bool(true)
by reference!
bool(false)
again
{"kp":"p","kq":"q"}p
