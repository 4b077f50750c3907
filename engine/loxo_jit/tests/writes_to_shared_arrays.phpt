--TEST--
Writes in compiled code to arrays that others own too
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
set_error_handler(function ($n, $m) { echo "W:$m\n"; return true; });
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~$this->n "; } }
function c1($k, $v) { $a = ['p' => ['q' => 1, 5 => 2], 'l' => [1, 2, 3], 's' => str_repeat('x', 3)]; $b = $a; $a['p']['q'] = $v; $a['p'][$k] = $v; $a['l'][1] = $v; $a['l'][] = $v; $a['s'][0] = 'z'; $a[$k] = $v; $c = $a; $c[$k] = 'c'; $c['p'][$k] .= '!'; $a['l'][0]++; return [$a, $b, $c]; }
function c2($k) { $a = [1, 2, 3]; $b = $a; $a[$k] = $a; $b[] = $b; $b['x']['y'] = $b; $a[0] = &$a[1]; $c = $a; $c[1] = 'via'; $a[$k][$k] = 'deep'; return json_encode([$a, $b, $c], JSON_PARTIAL_OUTPUT_ON_ERROR); }
function c3(array $rows, $i) { $rows[$i % 5] = $i; $rows['k']['m'] = $i; return $rows; }
function c4($n) { $users = []; for ($id = 1; $id < $n; $id++) $users[$id * 17] = ['id' => $id, 'tags' => ['a' => $id, 'b' => $id + 1]]; $s = 0; foreach ($users as $key => $user) { if ($user['id'] % 2) { $users[$key]['tags']['seen'] = true; $s += $user['tags']['b']; } elseif ($user['id'] % 4 == 0) unset($users[$key]); $users['x' . $key][$key] = $user; } return md5(json_encode($users)) . $s; }
function c5() { $a = ['o' => [new D('a')], 'n' => 1]; $b = $a; $a['o'][0] = new D('b'); $a['o'][0] = null; unset($b); $a['o'][1] = new D('c'); $c = $a; $c['o'][1] = 1; return count($a) + count($c); }
function c6($k) { $a = ['x' => 1]; $b = $a; $a[$k] = 5; try { $b[$k]['z'] = 1; } catch (\Error $e) { echo $e->getMessage(), "\n"; } return json_encode([$a, $b]); }
function c7() { static $cache = ['a' => ['n' => 0]]; $snap = $cache; $cache['a']['n']++; $cache['a']['m'][] = count($snap['a']); return json_encode([$snap, $cache]); }
const K = ['a' => [1, 2], 'b' => ['c' => 1]];
function c8($i) { $a = K; $a['a'][0] = $i; $a['b']['c'] += $i; $a['b']['d'] = 'n'; $a['a'][] = $i; return json_encode([$a, K]); }
function c9($i) { $a = range(1, 5); $it = $a; foreach ($it as $k => &$v) { if ($k == 1) { $copy = $it; $copy[2] = 'C'; $it[3] = 'I'; } $v .= 'v'; } unset($v); $it[0] = $i; return json_encode([$a, $it, $copy]); }
for ($k = 0; $k < 4; $k++) { foreach ([$k, "s$k", 'q', '5', 1.5, true, null] as $key) { echo json_encode(c1($key, "v$k")), "\n"; echo c6($key), "\n"; } echo c2($k % 3), "\n"; $r = [1, 2, 3, 4, 5]; for ($j = 0; $j < 4; $j++) { $q = c3($r, $j + $k); if ($j & 1) $r = $q; } echo json_encode([$r, $q]), "\n"; echo c4(20), "\n"; echo c5(), "\n"; echo c7(), "\n", c8($k), "\n", c9($k), "\n"; }
--EXPECT--
[{"p":{"q":"v0","5":2,"0":"v0"},"l":[2,"v0",3,"v0"],"s":"zxx","0":"v0"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v0","5":2,"0":"v0!"},"l":[1,"v0",3,"v0"],"s":"zxx","0":"c"}]
[{"x":1,"0":5},{"x":1,"0":{"z":1}}]
[{"p":{"q":"v0","5":2,"s0":"v0"},"l":[2,"v0",3,"v0"],"s":"zxx","s0":"v0"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v0","5":2,"s0":"v0!"},"l":[1,"v0",3,"v0"],"s":"zxx","s0":"c"}]
[{"x":1,"s0":5},{"x":1,"s0":{"z":1}}]
[{"p":{"q":"v0","5":2},"l":[2,"v0",3,"v0"],"s":"zxx","q":"v0"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v0!","5":2},"l":[1,"v0",3,"v0"],"s":"zxx","q":"c"}]
[{"x":1,"q":5},{"x":1,"q":{"z":1}}]
[{"p":{"q":"v0","5":"v0"},"l":[2,"v0",3,"v0"],"s":"zxx","5":"v0"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v0","5":"v0!"},"l":[1,"v0",3,"v0"],"s":"zxx","5":"c"}]
[{"x":1,"5":5},{"x":1,"5":{"z":1}}]
W:Implicit conversion from float 1.5 to int loses precision
W:Implicit conversion from float 1.5 to int loses precision
W:Implicit conversion from float 1.5 to int loses precision
W:Implicit conversion from float 1.5 to int loses precision
[{"p":{"q":"v0","5":2,"1":"v0"},"l":[2,"v0",3,"v0"],"s":"zxx","1":"v0"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v0","5":2,"1":"v0!"},"l":[1,"v0",3,"v0"],"s":"zxx","1":"c"}]
W:Implicit conversion from float 1.5 to int loses precision
W:Implicit conversion from float 1.5 to int loses precision
[{"x":1,"1":5},{"x":1,"1":{"z":1}}]
[{"p":{"q":"v0","5":2,"1":"v0"},"l":[2,"v0",3,"v0"],"s":"zxx","1":"v0"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v0","5":2,"1":"v0!"},"l":[1,"v0",3,"v0"],"s":"zxx","1":"c"}]
[{"x":1,"1":5},{"x":1,"1":{"z":1}}]
[{"p":{"q":"v0","5":2,"":"v0"},"l":[2,"v0",3,"v0"],"s":"zxx","":"v0"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v0","5":2,"":"v0!"},"l":[1,"v0",3,"v0"],"s":"zxx","":"c"}]
[{"x":1,"":5},{"x":1,"":{"z":1}}]
W:Only the first byte will be assigned to the string offset
[["dia","dia",3],{"0":1,"1":2,"2":3,"3":[1,2,3],"x":{"y":[1,2,3,[1,2,3]]}},["dia","dia",3]]
[{"0":1,"1":1,"2":3,"3":3,"4":5,"k":{"m":3}},{"0":1,"1":1,"2":3,"3":3,"4":5,"k":{"m":3}}]
35a2c56d373a06e733fd20864e1f5a06110
~b ~a ~c 4
[{"a":{"n":0}},{"a":{"n":1,"m":[1]}}]
[{"a":[0,2,0],"b":{"c":1,"d":"n"}},{"a":[1,2],"b":{"c":1}}]
[[1,2,3,4,5],[0,"2v","3v","Iv","5v"],["1v","2v","C",4,5]]
[{"p":{"q":"v1","5":2,"1":"v1"},"l":[2,"v1",3,"v1"],"s":"zxx","1":"v1"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v1","5":2,"1":"v1!"},"l":[1,"v1",3,"v1"],"s":"zxx","1":"c"}]
[{"x":1,"1":5},{"x":1,"1":{"z":1}}]
[{"p":{"q":"v1","5":2,"s1":"v1"},"l":[2,"v1",3,"v1"],"s":"zxx","s1":"v1"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v1","5":2,"s1":"v1!"},"l":[1,"v1",3,"v1"],"s":"zxx","s1":"c"}]
[{"x":1,"s1":5},{"x":1,"s1":{"z":1}}]
[{"p":{"q":"v1","5":2},"l":[2,"v1",3,"v1"],"s":"zxx","q":"v1"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v1!","5":2},"l":[1,"v1",3,"v1"],"s":"zxx","q":"c"}]
[{"x":1,"q":5},{"x":1,"q":{"z":1}}]
[{"p":{"q":"v1","5":"v1"},"l":[2,"v1",3,"v1"],"s":"zxx","5":"v1"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v1","5":"v1!"},"l":[1,"v1",3,"v1"],"s":"zxx","5":"c"}]
[{"x":1,"5":5},{"x":1,"5":{"z":1}}]
W:Implicit conversion from float 1.5 to int loses precision
W:Implicit conversion from float 1.5 to int loses precision
W:Implicit conversion from float 1.5 to int loses precision
W:Implicit conversion from float 1.5 to int loses precision
[{"p":{"q":"v1","5":2,"1":"v1"},"l":[2,"v1",3,"v1"],"s":"zxx","1":"v1"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v1","5":2,"1":"v1!"},"l":[1,"v1",3,"v1"],"s":"zxx","1":"c"}]
W:Implicit conversion from float 1.5 to int loses precision
W:Implicit conversion from float 1.5 to int loses precision
[{"x":1,"1":5},{"x":1,"1":{"z":1}}]
[{"p":{"q":"v1","5":2,"1":"v1"},"l":[2,"v1",3,"v1"],"s":"zxx","1":"v1"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v1","5":2,"1":"v1!"},"l":[1,"v1",3,"v1"],"s":"zxx","1":"c"}]
[{"x":1,"1":5},{"x":1,"1":{"z":1}}]
[{"p":{"q":"v1","5":2,"":"v1"},"l":[2,"v1",3,"v1"],"s":"zxx","":"v1"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v1","5":2,"":"v1!"},"l":[1,"v1",3,"v1"],"s":"zxx","":"c"}]
[{"x":1,"":5},{"x":1,"":{"z":1}}]
W:Only the first byte will be assigned to the string offset
[["vda","vda",3],{"0":1,"1":2,"2":3,"3":[1,2,3],"x":{"y":[1,2,3,[1,2,3]]}},["vda","vda",3]]
[{"0":1,"1":2,"2":2,"3":4,"4":4,"k":{"m":4}},{"0":1,"1":2,"2":2,"3":4,"4":4,"k":{"m":4}}]
35a2c56d373a06e733fd20864e1f5a06110
~b ~a ~c 4
[{"a":{"n":1,"m":[1]}},{"a":{"n":2,"m":[1,2]}}]
[{"a":[1,2,1],"b":{"c":2,"d":"n"}},{"a":[1,2],"b":{"c":1}}]
[[1,2,3,4,5],[1,"2v","3v","Iv","5v"],["1v","2v","C",4,5]]
[{"p":{"q":"v2","5":2,"2":"v2"},"l":[2,"v2",3,"v2"],"s":"zxx","2":"v2"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v2","5":2,"2":"v2!"},"l":[1,"v2",3,"v2"],"s":"zxx","2":"c"}]
[{"x":1,"2":5},{"x":1,"2":{"z":1}}]
[{"p":{"q":"v2","5":2,"s2":"v2"},"l":[2,"v2",3,"v2"],"s":"zxx","s2":"v2"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v2","5":2,"s2":"v2!"},"l":[1,"v2",3,"v2"],"s":"zxx","s2":"c"}]
[{"x":1,"s2":5},{"x":1,"s2":{"z":1}}]
[{"p":{"q":"v2","5":2},"l":[2,"v2",3,"v2"],"s":"zxx","q":"v2"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v2!","5":2},"l":[1,"v2",3,"v2"],"s":"zxx","q":"c"}]
[{"x":1,"q":5},{"x":1,"q":{"z":1}}]
[{"p":{"q":"v2","5":"v2"},"l":[2,"v2",3,"v2"],"s":"zxx","5":"v2"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v2","5":"v2!"},"l":[1,"v2",3,"v2"],"s":"zxx","5":"c"}]
[{"x":1,"5":5},{"x":1,"5":{"z":1}}]
W:Implicit conversion from float 1.5 to int loses precision
W:Implicit conversion from float 1.5 to int loses precision
W:Implicit conversion from float 1.5 to int loses precision
W:Implicit conversion from float 1.5 to int loses precision
[{"p":{"q":"v2","5":2,"1":"v2"},"l":[2,"v2",3,"v2"],"s":"zxx","1":"v2"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v2","5":2,"1":"v2!"},"l":[1,"v2",3,"v2"],"s":"zxx","1":"c"}]
W:Implicit conversion from float 1.5 to int loses precision
W:Implicit conversion from float 1.5 to int loses precision
[{"x":1,"1":5},{"x":1,"1":{"z":1}}]
[{"p":{"q":"v2","5":2,"1":"v2"},"l":[2,"v2",3,"v2"],"s":"zxx","1":"v2"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v2","5":2,"1":"v2!"},"l":[1,"v2",3,"v2"],"s":"zxx","1":"c"}]
[{"x":1,"1":5},{"x":1,"1":{"z":1}}]
[{"p":{"q":"v2","5":2,"":"v2"},"l":[2,"v2",3,"v2"],"s":"zxx","":"v2"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v2","5":2,"":"v2!"},"l":[1,"v2",3,"v2"],"s":"zxx","":"c"}]
[{"x":1,"":5},{"x":1,"":{"z":1}}]
[["via","via",[1,2,"deep"]],{"0":1,"1":2,"2":3,"3":[1,2,3],"x":{"y":[1,2,3,[1,2,3]]}},["via","via",[1,2,3]]]
[{"0":5,"1":2,"2":3,"3":3,"4":5,"k":{"m":5}},{"0":5,"1":2,"2":3,"3":3,"4":5,"k":{"m":5}}]
35a2c56d373a06e733fd20864e1f5a06110
~b ~a ~c 4
[{"a":{"n":2,"m":[1,2]}},{"a":{"n":3,"m":[1,2,2]}}]
[{"a":[2,2,2],"b":{"c":3,"d":"n"}},{"a":[1,2],"b":{"c":1}}]
[[1,2,3,4,5],[2,"2v","3v","Iv","5v"],["1v","2v","C",4,5]]
[{"p":{"q":"v3","5":2,"3":"v3"},"l":[2,"v3",3,"v3"],"s":"zxx","3":"v3"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v3","5":2,"3":"v3!"},"l":[1,"v3",3,"v3"],"s":"zxx","3":"c"}]
[{"x":1,"3":5},{"x":1,"3":{"z":1}}]
[{"p":{"q":"v3","5":2,"s3":"v3"},"l":[2,"v3",3,"v3"],"s":"zxx","s3":"v3"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v3","5":2,"s3":"v3!"},"l":[1,"v3",3,"v3"],"s":"zxx","s3":"c"}]
[{"x":1,"s3":5},{"x":1,"s3":{"z":1}}]
[{"p":{"q":"v3","5":2},"l":[2,"v3",3,"v3"],"s":"zxx","q":"v3"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v3!","5":2},"l":[1,"v3",3,"v3"],"s":"zxx","q":"c"}]
[{"x":1,"q":5},{"x":1,"q":{"z":1}}]
[{"p":{"q":"v3","5":"v3"},"l":[2,"v3",3,"v3"],"s":"zxx","5":"v3"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v3","5":"v3!"},"l":[1,"v3",3,"v3"],"s":"zxx","5":"c"}]
[{"x":1,"5":5},{"x":1,"5":{"z":1}}]
W:Implicit conversion from float 1.5 to int loses precision
W:Implicit conversion from float 1.5 to int loses precision
W:Implicit conversion from float 1.5 to int loses precision
W:Implicit conversion from float 1.5 to int loses precision
[{"p":{"q":"v3","5":2,"1":"v3"},"l":[2,"v3",3,"v3"],"s":"zxx","1":"v3"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v3","5":2,"1":"v3!"},"l":[1,"v3",3,"v3"],"s":"zxx","1":"c"}]
W:Implicit conversion from float 1.5 to int loses precision
W:Implicit conversion from float 1.5 to int loses precision
[{"x":1,"1":5},{"x":1,"1":{"z":1}}]
[{"p":{"q":"v3","5":2,"1":"v3"},"l":[2,"v3",3,"v3"],"s":"zxx","1":"v3"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v3","5":2,"1":"v3!"},"l":[1,"v3",3,"v3"],"s":"zxx","1":"c"}]
[{"x":1,"1":5},{"x":1,"1":{"z":1}}]
[{"p":{"q":"v3","5":2,"":"v3"},"l":[2,"v3",3,"v3"],"s":"zxx","":"v3"},{"p":{"q":1,"5":2},"l":[1,2,3],"s":"xxx"},{"p":{"q":"v3","5":2,"":"v3!"},"l":[1,"v3",3,"v3"],"s":"zxx","":"c"}]
[{"x":1,"":5},{"x":1,"":{"z":1}}]
W:Only the first byte will be assigned to the string offset
[["dia","dia",3],{"0":1,"1":2,"2":3,"3":[1,2,3],"x":{"y":[1,2,3,[1,2,3]]}},["dia","dia",3]]
[{"0":1,"1":6,"2":3,"3":4,"4":4,"k":{"m":6}},{"0":1,"1":6,"2":3,"3":4,"4":4,"k":{"m":6}}]
35a2c56d373a06e733fd20864e1f5a06110
~b ~a ~c 4
[{"a":{"n":3,"m":[1,2,2]}},{"a":{"n":4,"m":[1,2,2,2]}}]
[{"a":[3,2,3],"b":{"c":4,"d":"n"}},{"a":[1,2],"b":{"c":1}}]
[[1,2,3,4,5],[3,"2v","3v","Iv","5v"],["1v","2v","C",4,5]]
