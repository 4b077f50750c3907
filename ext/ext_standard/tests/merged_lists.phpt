--TEST--
array_merge() of lists, references among them; digits of other bases
--FILE--
<?php
$r=[1]; $x=&$r[0]; $q=[5]; foreach($q as &$w); 
var_dump(array_merge([1,2],[3,'a'],[]), array_merge([], [7=>1]), array_merge(['a'=>1],[1,2],['a'=>3,'b'=>4]), array_merge($r,$r,$q));
$x=9; $h=[1,2,3]; unset($h[1]); var_dump(array_merge($h,$h), array_merge([1,2,3]), array_merge($r,[2]));
for($i=0;$i<100;$i++) $z=array_merge($z??[],range(1,$i)); echo count($z), array_sum($z), "\n"; $z[]=1; echo array_key_last($z),"\n";
echo dechex(0),dechex(255),dechex(-1),decbin(5),decoct(64),decbin(0),md5(''),md5('abc'),md5(str_repeat('x',1000)),"\n";
--EXPECT--
array(4) {
  [0]=>
  int(1)
  [1]=>
  int(2)
  [2]=>
  int(3)
  [3]=>
  string(1) "a"
}
array(1) {
  [0]=>
  int(1)
}
array(4) {
  ["a"]=>
  int(3)
  [0]=>
  int(1)
  [1]=>
  int(2)
  ["b"]=>
  int(4)
}
array(3) {
  [0]=>
  &int(1)
  [1]=>
  &int(1)
  [2]=>
  &int(5)
}
array(4) {
  [0]=>
  int(1)
  [1]=>
  int(3)
  [2]=>
  int(1)
  [3]=>
  int(3)
}
array(3) {
  [0]=>
  int(1)
  [1]=>
  int(2)
  [2]=>
  int(3)
}
array(2) {
  [0]=>
  &int(9)
  [1]=>
  int(2)
}
4952166651
4952
0ffffffffffffffffff1011000d41d8cd98f00b204e9800998ecf8427e900150983cd24fb0d6963f7d28e17f72398533d48111e9f664b1f64cb10c4b63
