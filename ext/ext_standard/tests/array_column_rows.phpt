--TEST--
array_column() of rows of all shapes
--FILE--
<?php
set_error_handler(function ($n, $m) { echo "[$m] "; return true; });
class P { public $id = 5; public $name = 'p'; private $h = 1; } class M { function __isset($n) { echo "i$n "; return $n != 'no'; } function __get($n) { echo "g$n "; return "v$n"; } }
$x = 7; $rows = [
 ['id' => 1, 'name' => 'a'], ['name' => 'b', 'id' => 2], ['id' => 3], ['name' => 'd'], ['id' => null, 'name' => null], ['id' => 2.7, 'name' => 2.7], ['id' => true, 'name' => true],
 ['id' => '4', 'name' => '5'], ['id' => &$x, 'name' => &$x], 5, 'str', null, new P, new M, [10, 20, 30], ['x' => 1, 'y' => 2, 'id' => 6, 'name' => 'f'], ['id' => 'last', 'name' => '08'], ['id' => 9, 'name' => ''], [],
];
foreach ([['id', 'name'], ['name', 'id'], ['id', null], [null, 'id'], [null, 'name'], [1, 0], [0, 1], [1, null], ['no', 'id'], ['id', 'no'], ['id', 'id'], ['1', '0']] as [$c, $i]) {
  echo json_encode([$c, $i]), ' ', json_encode(array_column($rows, $c, $i), JSON_PARTIAL_OUTPUT_ON_ERROR), "\n";
  echo json_encode(array_column(array_slice($rows, 0, 3), $c, $i)), "\n"; }
$big = []; for ($k = 0; $k < 200; $k++) $big["r$k"] = $k % 3 ? ['a' => $k, 'k' => "k$k", 'z' => 1] : ['k' => "k$k", 'q' => 0, 'a' => $k]; unset($big['r5']);
echo md5(json_encode([array_column($big, 'a', 'k'), array_column($big, 'k'), array_column($big, 'a', 'a')])), "\n";
try { array_column([['id' => new stdClass, 'v' => 1]], 'v', 'id'); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
$s = 'abc'; echo $s . '', '' . $s, strlen($s . $s), '' . '', 'a' . '', '' . 'b', "\n"; function cc($a, $b) { return $a . $b; } foreach (['', 'a', 'bc', str_repeat('x', 40)] as $a) foreach (['', 'd', 'efg', str_repeat('y', 300)] as $b) echo md5(cc($a, $b)), ' '; function self2($n) { $s = 'q'; for ($i = 0; $i < $n; $i++) { $t = $s . $s; $s = $t . $i; if (strlen($s) > 500) $s = 'z' . $i; } return md5($s); } echo self2(50), "\n";
--EXPECT--
["id","name"] [Implicit conversion from float 2.7 to int loses precision] iid gid iname gname {"a":1,"b":2,"0":3,"":9,"2":2.7,"1":true,"5":"4","7":7,"p":5,"vname":"vid","f":6,"08":"last"}
{"a":1,"b":2,"0":3}
["name","id"] [Implicit conversion from float 2.7 to int loses precision] iname gname iid gid {"1":true,"2":2.7,"3":"d","":null,"4":"5","7":7,"5":"p","vid":"vname","6":"f","last":"08","9":""}
{"1":"a","2":"b"}
["id",null] iid gid [1,2,3,null,2.7,true,"4",7,5,"vid",6,"last",9]
[1,2,3]
[null,"id"] [Implicit conversion from float 2.7 to int loses precision] iid gid {"1":{"id":true,"name":true},"2":{"id":2.7,"name":2.7},"3":{"id":3},"4":{"id":"4","name":"5"},"":{"id":null,"name":null},"7":{"id":7,"name":7},"8":5,"9":{"id":9,"name":""},"10":null,"5":{"id":5,"name":"p"},"vid":{},"11":[10,20,30],"6":{"x":1,"y":2,"id":6,"name":"f"},"last":{"id":"last","name":"08"},"12":[]}
{"1":{"id":1,"name":"a"},"2":{"name":"b","id":2},"3":{"id":3}}
[null,"name"] [Implicit conversion from float 2.7 to int loses precision] iname gname {"a":{"id":1,"name":"a"},"b":{"name":"b","id":2},"0":{"id":3},"d":{"name":"d"},"":{"id":9,"name":""},"2":{"id":2.7,"name":2.7},"1":{"id":true,"name":true},"5":{"id":"4","name":"5"},"7":{"id":7,"name":7},"8":5,"9":"str","10":null,"p":{"id":5,"name":"p"},"vname":{},"11":[10,20,30],"f":{"x":1,"y":2,"id":6,"name":"f"},"08":{"id":"last","name":"08"},"12":[]}
{"a":{"id":1,"name":"a"},"b":{"name":"b","id":2},"0":{"id":3}}
[1,0] i1 g1 i0 g0 {"v0":"v1","10":20}
[]
[0,1] i0 g0 i1 g1 {"v1":"v0","20":10}
[]
[1,null] i1 g1 ["v1",20]
[]
["no","id"] ino []
[]
["id","no"] iid gid ino [1,2,3,null,2.7,true,"4",7,5,"vid",6,"last",9]
[1,2,3]
["id","id"] [Implicit conversion from float 2.7 to int loses precision] iid gid iid gid {"1":true,"2":2.7,"3":3,"":null,"4":"4","7":7,"5":5,"vid":"vid","6":6,"last":"last","9":9}
{"1":1,"2":2,"3":3}
["1","0"] i1 g1 i0 g0 {"v0":"v1","10":20}
[]
1848fb0f9154ae2d4413cdc6f9faf649
Cannot access offset of type stdClass on array
abcabc6ab
d41d8cd98f00b204e9800998ecf8427e 8277e0910d750195b448797616e091ad 7d09898e18511cf7c0c1815d07728d23 48635a8b07cb88235737925373902548 0cc175b9c0f1b6a831c399e269772661 523af537946b79c4f8369ed39ba78605 99a86c35f5df6977fe45a3a77812cb5d 345fd962f6d0ed515124a614a5561219 5360af35bde9ebd8f01f492dc059593c d4b7c284882ca9e208bb65e8abd5f4c8 71766482eba22425ffc48deb717dd927 755ab46e38366f7649b842dc3c87ede1 2e5a5df30ebd8539445ba6e0f638b6f9 3dcd252b4ed81119b57ce37599eb1f7f bef0aa52e8bebcffc188d29c63db65bc d27c4c92e1cf00130f0a515c52d4482b ed33575a76719814b7d84e4a20941240
