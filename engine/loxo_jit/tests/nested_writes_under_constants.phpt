--TEST--
Nested writes under constant keys in compiled code
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
set_error_handler(function ($n, $m) { echo "W:$m\n"; if (isset($GLOBALS['evil'])) $GLOBALS['evil'] = 5; return true; });
class D { public $n; public $list = []; public ?array $typed = null; public static $st = []; function __construct($n) { $this->n = $n; } function __destruct() { echo "~$this->n "; }
 function put($k, $v) { $this->list['x'][$k] = $v; $this->list[$k]['y']['z'] = $v; $this->list['c'][0] ??= 0; $this->list['c'][0]++; $this->list['t'][] = 'k'; $this->typed['p']['q'] = $v; self::$st['a'][$k] = $v; self::$st['n']['b'] = $k; return $this; } }
function a1($n) { $a = []; for ($i = 0; $i < $n; $i++) { $a[$i & 3]['c'] = $i; $a['p']['q'] = 'text'; $a['p'][7] = 1.5; $a[$i & 1]['d'][] = $i; $a['z'][0][1] = [$i]; $a['z'][0]['k'] = null; } return $a; }
function a2($n) { $a = ['p' => ['q' => 1], 's' => 'str', 'n' => null, 'f' => false, 'i' => 5]; for ($i = 0; $i < $n; $i++) { $a['p']['q'] += $i; $a['p']['r'] = $a['p']['q'] . 'x'; $a['n']['m'] = $i; try { $a['s']['k'] = 1; } catch (\Error $e) { echo get_class($e), $e->getMessage(), "\n"; } try { $a['i']['k'] = 1; } catch (\Error $e) { echo $e->getMessage(), "\n"; } $a['f']['k'] = 2; try { $a['s'][1] = 'Q'; } catch (\Error $e) { echo $e->getMessage(), "\n"; } try { $a['s'][1][0] = 'Q'; } catch (\Error $e) { echo $e->getMessage(), "\n"; } } return $a; }
function a3($n) { $a = ['o' => new D('o'), 'r' => [new D('r')]]; for ($i = 0; $i < $n; $i++) { $a['o']->list['k'] = $i; $a['r'][0] = new D("n$i"); $a['r']['x'] = $a['o']; $x = $a['w']['v'] = $i; $y = ($a['w']['u'] = 'const'); $z = ($a['w']['t'] = 12) + 1; $a['w']['z'] = [$x, $y, $z]; } echo "| "; return json_encode($a); }
function a4(array &$a, $k) { $a['in'][$k] = $k; $a['in']['n'] = ($a['in']['n'] ?? 0) + 1; $b = $a; $b['in']['n'] = -1; $c = &$a['in']['ref']; $c = $k; $a['in']['ref'] = "v$k"; return [$a, $b, $c]; }
function a5($k) { $a['u'][$undef] = 1; $a['u']['x'] += 1; $a['u']['y'] .= 'q'; $a['u']['w']++; $a[$k]['5'] = 'five'; $a[$k][5] .= '!'; $a[$k]['05'] = 1; $a[1.7]['k'] = 1; $a[null]['k'] = 2; $a[true]['k'] = 3; return $a; }
function a6() { global $evil; $evil = ['a' => ['b' => 1]]; $evil['a'][$zz] = 3; $GLOBALS['evil'] = ['q' => ['n' => 'x']]; try { $evil['q']['missing'] += 2; } catch (\Error $e) { echo $e->getMessage(); } return $evil; }
function a7() { $a = new ArrayObject(['p' => ['q' => 1]]); $a['p']['q'] = 2; $b = ['ao' => $a]; $b['ao']['x'] = 5; $b['ao']['y']['z'] = 6; return json_encode($b['ao']->getArrayCopy()); }
for ($k = 0; $k < 4; $k++) { echo json_encode(a1(9)), "\n"; $r = a2(2); echo json_encode($r), "\n"; echo a3(3), "\n"; $m = ['in' => []]; echo json_encode(a4($m, $k)), json_encode(a4($m, 'b')), "\n"; echo json_encode(a5($k)), "\n"; echo json_encode(a6()), "\n"; unset($GLOBALS['evil']); echo a7(), "\n"; $d = new D("d$k"); for ($j = 0; $j < 3; $j++) $d->put($j, "v$j"); echo json_encode([$d->list, $d->typed, D::$st]), "\n"; D::$st = []; unset($d); }
$top = []; for ($i = 0; $i < 30; $i++) { $top[$i % 3]['name'] = "n$i"; $top[$i % 3]['tags']['seen'] = true; $top['t'][0][1][2] = $i; $top['cnt']['x'] = ($top['cnt']['x'] ?? 0) + 2; } echo json_encode($top), "\n";
function self1() { $a = [1]; for ($i = 0; $i < 3; $i++) { $a['s']['t'] = $a; } return json_encode($a); } for ($k = 0; $k < 5; $k++) echo self1(), "\n";
function ex($k) { $a = ['p' => ['d' => new D('in')]]; try { $a['p']['d'] = $k > 2 ? throw new Exception('x') : $k; } catch (Exception $e) { echo 'caught '; } return $a['p']['d'] instanceof D; } for ($k = 0; $k < 6; $k++) { var_dump(ex($k)); }
--EXPECT--
{"0":{"c":8,"d":[0,2,4,6,8]},"p":{"q":"text","7":1.5},"z":[{"1":[8],"k":null}],"1":{"c":5,"d":[1,3,5,7]},"2":{"c":6},"3":{"c":7}}
TypeErrorCannot access offset of type string on string
Cannot use a scalar value as an array
W:Automatic conversion of false to array is deprecated
Cannot use string offset as an array
TypeErrorCannot access offset of type string on string
Cannot use a scalar value as an array
Cannot use string offset as an array
{"p":{"q":2,"r":"2x"},"s":"sQr","n":{"m":1},"f":{"k":2},"i":5}
~r ~n0 ~n1 | ~n2 ~o {"o":{"n":"o","list":{"k":2},"typed":null},"r":{"0":{"n":"n2","list":[],"typed":null},"x":{"n":"o","list":{"k":2},"typed":null}},"w":{"v":2,"u":"const","t":12,"z":[2,"const",13]}}
[{"in":{"0":0,"n":1,"ref":"v0"}},{"in":{"0":0,"n":-1}},"v0"][{"in":{"0":0,"n":2,"ref":"vb","b":"b"}},{"in":{"0":0,"n":-1,"ref":"v0","b":"b"}},"vb"]
W:Undefined variable $undef
W:Undefined array key "x"
W:Undefined array key "y"
W:Undefined array key "w"
W:Implicit conversion from float 1.7 to int loses precision
{"u":{"":1,"x":1,"y":"q","w":1},"0":{"5":"five!","05":1},"1":{"k":3},"":{"k":2}}
W:Undefined variable $zz
W:Undefined array key "missing"
5
{"p":{"q":2},"x":5,"y":{"z":6}}
[{"x":["v0","v1","v2"],"0":{"y":{"z":"v0"}},"c":[3],"t":["k","k","k"],"1":{"y":{"z":"v1"}},"2":{"y":{"z":"v2"}}},{"p":{"q":"v2"}},{"a":["v0","v1","v2"],"n":{"b":2}}]
~d0 {"0":{"c":8,"d":[0,2,4,6,8]},"p":{"q":"text","7":1.5},"z":[{"1":[8],"k":null}],"1":{"c":5,"d":[1,3,5,7]},"2":{"c":6},"3":{"c":7}}
TypeErrorCannot access offset of type string on string
Cannot use a scalar value as an array
W:Automatic conversion of false to array is deprecated
Cannot use string offset as an array
TypeErrorCannot access offset of type string on string
Cannot use a scalar value as an array
Cannot use string offset as an array
{"p":{"q":2,"r":"2x"},"s":"sQr","n":{"m":1},"f":{"k":2},"i":5}
~r ~n0 ~n1 | ~n2 ~o {"o":{"n":"o","list":{"k":2},"typed":null},"r":{"0":{"n":"n2","list":[],"typed":null},"x":{"n":"o","list":{"k":2},"typed":null}},"w":{"v":2,"u":"const","t":12,"z":[2,"const",13]}}
[{"in":{"1":1,"n":1,"ref":"v1"}},{"in":{"1":1,"n":-1}},"v1"][{"in":{"1":1,"n":2,"ref":"vb","b":"b"}},{"in":{"1":1,"n":-1,"ref":"v1","b":"b"}},"vb"]
W:Undefined variable $undef
W:Undefined array key "x"
W:Undefined array key "y"
W:Undefined array key "w"
W:Implicit conversion from float 1.7 to int loses precision
{"u":{"":1,"x":1,"y":"q","w":1},"1":{"5":"five!","05":1,"k":3},"":{"k":2}}
W:Undefined variable $zz
W:Undefined array key "missing"
5
{"p":{"q":2},"x":5,"y":{"z":6}}
[{"x":["v0","v1","v2"],"0":{"y":{"z":"v0"}},"c":[3],"t":["k","k","k"],"1":{"y":{"z":"v1"}},"2":{"y":{"z":"v2"}}},{"p":{"q":"v2"}},{"a":["v0","v1","v2"],"n":{"b":2}}]
~d1 {"0":{"c":8,"d":[0,2,4,6,8]},"p":{"q":"text","7":1.5},"z":[{"1":[8],"k":null}],"1":{"c":5,"d":[1,3,5,7]},"2":{"c":6},"3":{"c":7}}
TypeErrorCannot access offset of type string on string
Cannot use a scalar value as an array
W:Automatic conversion of false to array is deprecated
Cannot use string offset as an array
TypeErrorCannot access offset of type string on string
Cannot use a scalar value as an array
Cannot use string offset as an array
{"p":{"q":2,"r":"2x"},"s":"sQr","n":{"m":1},"f":{"k":2},"i":5}
~r ~n0 ~n1 | ~n2 ~o {"o":{"n":"o","list":{"k":2},"typed":null},"r":{"0":{"n":"n2","list":[],"typed":null},"x":{"n":"o","list":{"k":2},"typed":null}},"w":{"v":2,"u":"const","t":12,"z":[2,"const",13]}}
[{"in":{"2":2,"n":1,"ref":"v2"}},{"in":{"2":2,"n":-1}},"v2"][{"in":{"2":2,"n":2,"ref":"vb","b":"b"}},{"in":{"2":2,"n":-1,"ref":"v2","b":"b"}},"vb"]
W:Undefined variable $undef
W:Undefined array key "x"
W:Undefined array key "y"
W:Undefined array key "w"
W:Implicit conversion from float 1.7 to int loses precision
{"u":{"":1,"x":1,"y":"q","w":1},"2":{"5":"five!","05":1},"1":{"k":3},"":{"k":2}}
W:Undefined variable $zz
W:Undefined array key "missing"
5
{"p":{"q":2},"x":5,"y":{"z":6}}
[{"x":["v0","v1","v2"],"0":{"y":{"z":"v0"}},"c":[3],"t":["k","k","k"],"1":{"y":{"z":"v1"}},"2":{"y":{"z":"v2"}}},{"p":{"q":"v2"}},{"a":["v0","v1","v2"],"n":{"b":2}}]
~d2 {"0":{"c":8,"d":[0,2,4,6,8]},"p":{"q":"text","7":1.5},"z":[{"1":[8],"k":null}],"1":{"c":5,"d":[1,3,5,7]},"2":{"c":6},"3":{"c":7}}
TypeErrorCannot access offset of type string on string
Cannot use a scalar value as an array
W:Automatic conversion of false to array is deprecated
Cannot use string offset as an array
TypeErrorCannot access offset of type string on string
Cannot use a scalar value as an array
Cannot use string offset as an array
{"p":{"q":2,"r":"2x"},"s":"sQr","n":{"m":1},"f":{"k":2},"i":5}
~r ~n0 ~n1 | ~n2 ~o {"o":{"n":"o","list":{"k":2},"typed":null},"r":{"0":{"n":"n2","list":[],"typed":null},"x":{"n":"o","list":{"k":2},"typed":null}},"w":{"v":2,"u":"const","t":12,"z":[2,"const",13]}}
[{"in":{"3":3,"n":1,"ref":"v3"}},{"in":{"3":3,"n":-1}},"v3"][{"in":{"3":3,"n":2,"ref":"vb","b":"b"}},{"in":{"3":3,"n":-1,"ref":"v3","b":"b"}},"vb"]
W:Undefined variable $undef
W:Undefined array key "x"
W:Undefined array key "y"
W:Undefined array key "w"
W:Implicit conversion from float 1.7 to int loses precision
{"u":{"":1,"x":1,"y":"q","w":1},"3":{"5":"five!","05":1},"1":{"k":3},"":{"k":2}}
W:Undefined variable $zz
W:Undefined array key "missing"
5
{"p":{"q":2},"x":5,"y":{"z":6}}
[{"x":["v0","v1","v2"],"0":{"y":{"z":"v0"}},"c":[3],"t":["k","k","k"],"1":{"y":{"z":"v1"}},"2":{"y":{"z":"v2"}}},{"p":{"q":"v2"}},{"a":["v0","v1","v2"],"n":{"b":2}}]
~d3 {"0":{"name":"n27","tags":{"seen":true}},"t":[{"1":{"2":29}}],"cnt":{"x":60},"1":{"name":"n28","tags":{"seen":true}},"2":{"name":"n29","tags":{"seen":true}}}
{"0":1,"s":{"t":{"0":1,"s":{"t":{"0":1,"s":{"t":[1]}}}}}}
{"0":1,"s":{"t":{"0":1,"s":{"t":{"0":1,"s":{"t":[1]}}}}}}
{"0":1,"s":{"t":{"0":1,"s":{"t":{"0":1,"s":{"t":[1]}}}}}}
{"0":1,"s":{"t":{"0":1,"s":{"t":{"0":1,"s":{"t":[1]}}}}}}
{"0":1,"s":{"t":{"0":1,"s":{"t":{"0":1,"s":{"t":[1]}}}}}}
~in bool(false)
~in bool(false)
~in bool(false)
caught ~in bool(true)
caught ~in bool(true)
caught ~in bool(true)
