--TEST--
array_shift() of lists, of lists with holes, under iteration, and what is appended after
--FILE--
<?php
class D{ function __construct(public $n){} function __destruct(){
echo "~$this->n ";
} }
set_error_handler(function($n,$m){
echo "[err $m]\n";
return true;
});
function show($a){
echo json_encode($a),' ',key($a)===null?'null':key($a),' ',count($a),"\n";
}
for ($round = 0;
$round < 2;
$round++) {
$a=[1,2,3];
echo array_shift($a);
show($a);
$a[]=9;
show($a);
next($a);
echo array_shift($a);
show($a);
$b=$a;
echo array_shift($b);
show($a);
show($b);
$a=[5];
echo array_shift($a);
show($a);
$a[]=1;
show($a);
var_dump(array_shift($a),array_shift($a));
$a[]='x';
show($a);
$a=[1,2,3];
unset($a[0]);
echo array_shift($a);
show($a);
$a=[1,2,3,4];
unset($a[1]);
echo array_shift($a);
show($a);
$a=[-5=>1,2,3];
echo array_shift($a);
show($a);
$a=['a'=>1,3=>2,'b'=>3];
echo array_shift($a);
show($a);
$a=[1,2,3,4];
foreach($a as $i=>&$v){ if($i==0) array_shift($a);
echo "$i=>$v ";
} unset($v);
show($a);
$a=[1,2,3,4];
foreach($a as $i=>$v){ if($i==0) array_shift($a);
echo "$i=>$v ";
} show($a);
$r=1;
$a=[&$r,2];
$x=array_shift($a);
$x++;
show($a);
echo $r,"\n";
$a=[[1],[2]];
$s=array_shift($a);
$s[]=3;
show($a);
show($s);
$q=[];
for($i=0;$i<40;$i++){ $q[]=$i;
$q[]="s$i";
array_shift($q);
if($i%7==0) array_unshift($q,"u");
if($i%5==0) array_pop($q);} show($q);
$q=range(0,30);
while($q) { $v=array_shift($q);
if($v%3==0 && $v<60) { $q[]=$v*2+3;
} echo $v,',';
} echo "\n";
$a=[1,2,3];
$it=(function() use(&$a){ foreach($a as $k=>$v) yield $k=>$v;
})();
$it->current();
array_shift($a);
$it->next();
echo $it->current(),"\n";
$a=[new D(1),new D(2)];
array_shift($a);
echo "|";
$a=null;
echo "\n";
$a=[1,2];
$a[5]=3;
array_shift($a);
show($a);
$a=array_fill(0,3,'z');
array_shift($a);
array_splice($a,0,1,['p','q','r']);
show($a);
sort($a);
array_shift($a);
show($a);
$h=['a'=>1,'b'=>2,'c'=>3];
unset($h['b']);
show($h);
unset($h['c']);
$h['z']=1;
show($h);
$kk='a';
unset($h[$kk],$h["1"],$h[null]);
show($h);
$h["7"]=1;
unset($h["7"]);
$h[]=2;
show($h);
foreach($h as $i=>$v){ unset($h[$i]);
$h["n$i"]=1;
if(count($h)>3) break;
} show($h);
}
--EXPECT--
1[2,3] 0 2
[2,3,9] 0 3
2[3,9] 0 2
3[3,9] 0 2
[9] 0 1
5[] null 0
[1] 0 1
int(1)
NULL
["x"] 0 1
2[3] 0 1
1[3,4] 0 2
1[2,3] 0 2
1{"0":2,"b":3} 0 2
0=>1 0=>2 0=>3 0=>4 [] null 0
0=>1 1=>2 2=>3 3=>4 [2,3,4] 0 3
[2] 0 1
1
[[2]] 0 1
[1,3] 0 2
[19,"s19",20,21,"s21",22,"s22",23,"s23",24,"s24",25,26,"s26",27,"s27",28,"s28",29,"s29",30,31,"s31",32,"s32",33,"s33",34,"s34",35,36,"s36",37,"s37",38,"s38",39,"s39"] 0 38
0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,3,9,15,21,27,33,39,45,51,57,63,9,21,33,45,57,69,81,93,105,117,21,45,69,93,117,45,93,93,
2
~1 |~2 
[2,3] 0 2
["p","q","r","z"] 0 4
["q","r","z"] 0 3
{"a":1,"c":3} a 2
{"a":1,"z":1} a 2
{"z":1} z 1
{"z":1,"8":2} z 2
{"nz":1,"n8":1} nz 2
1[2,3] 0 2
[2,3,9] 0 3
2[3,9] 0 2
3[3,9] 0 2
[9] 0 1
5[] null 0
[1] 0 1
int(1)
NULL
["x"] 0 1
2[3] 0 1
1[3,4] 0 2
1[2,3] 0 2
1{"0":2,"b":3} 0 2
0=>1 0=>2 0=>3 0=>4 [] null 0
0=>1 1=>2 2=>3 3=>4 [2,3,4] 0 3
[2] 0 1
1
[[2]] 0 1
[1,3] 0 2
[19,"s19",20,21,"s21",22,"s22",23,"s23",24,"s24",25,26,"s26",27,"s27",28,"s28",29,"s29",30,31,"s31",32,"s32",33,"s33",34,"s34",35,36,"s36",37,"s37",38,"s38",39,"s39"] 0 38
0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,3,9,15,21,27,33,39,45,51,57,63,9,21,33,45,57,69,81,93,105,117,21,45,69,93,117,45,93,93,
2
~1 |~2 
[2,3] 0 2
["p","q","r","z"] 0 4
["q","r","z"] 0 3
{"a":1,"c":3} a 2
{"a":1,"z":1} a 2
{"z":1} z 1
{"z":1,"8":2} z 2
{"nz":1,"n8":1} nz 2
