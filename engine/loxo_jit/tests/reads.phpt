--TEST--
Elements and properties read one behind the other by compiled code: isset(), empty(), ??, array_key_exists(), null elements, references
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
set_error_handler(function ($n, $m) { echo "[$m] "; return true; });
function f($a, $k, $i) {
  $r = [];
  $r[] = isset($a['x']['y']); $r[] = $a['x']['y'] ?? 'no'; $r[] = $a['x'][$k] ?? 'nok'; $r[] = empty($a['x'][$k]);
  $r[] = $a[$i] ?? 'noi'; $r[] = isset($a[$i]); $r[] = empty($a[$i]); $r[] = $a['x'][0][1] ?? null; $r[] = isset($a[0]);
  $r[] = $a['x']['zz']; $r[] = array_key_exists($k, $a); $r[] = array_key_exists('x', $a);
  $r[] = is_array($a); $r[] = is_string($k); $r[] = is_null($a['x'] ?? null); $r[] = count($a); $r[] = strlen($k); $r[]=empty($q); $r[]=isset($q['x']); $r[] = $q['x'] ?? 5;
  return $r;
}
$o = new stdClass; $o->p = ['x' => ['y' => 3]]; $o->s = 'str';
function g($o, $s) { return [$o->p['x']['y'], $o->p['x']['n'] ?? 'N', isset($o->p['x']), empty($o->p['q']), $o->s[1], $s[0], $s[-1], isset($s[9]), $s[9] ?? 'd', isset($s[0][0]), isset($s[0][1]), empty($s[3]), isset($o->zz['x']), $o->zz['x'] ?? 7, isset($s['1']), isset($s['x'])]; }
$ref = 1; 
$arrs = [['x'=>['y'=>1]], ['x'=>['y'=>null,'k'=>0]], ['x'=>'abc', 5=>'five', '7'=>null], ['x'=>[[1,2],'k'=>new stdClass]], [], [1,2,3,'x'=>&$ref], ['x'=>['k'=>&$ref]]];
foreach ($arrs as $a) foreach (['k', '5', ''] as $k) foreach ([0, 7, '5', null] as $i) { try { echo json_encode(f($a, $k, $i)), "\n"; } catch (TypeError $e) { echo $e->getMessage(), "\n"; } }
echo json_encode(g($o, "hel0")), "\n";
?>
--EXPECT--
[Undefined array key "zz"] [true,1,"nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [true,1,"nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [true,1,"nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [true,1,"nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [true,1,"nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [true,1,"nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [true,1,"nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [true,1,"nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [true,1,"nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,0,true,false,5]
[Undefined array key "zz"] [true,1,"nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,0,true,false,5]
[Undefined array key "zz"] [true,1,"nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,0,true,false,5]
[Undefined array key "zz"] [true,1,"nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,0,true,false,5]
[Undefined array key "zz"] [false,"no",0,true,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no",0,true,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no",0,true,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no",0,true,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,0,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,0,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,0,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,0,true,false,5]
Cannot access offset of type string on string
Cannot access offset of type string on string
Cannot access offset of type string on string
Cannot access offset of type string on string
Cannot access offset of type string on string
Cannot access offset of type string on string
Cannot access offset of type string on string
Cannot access offset of type string on string
Cannot access offset of type string on string
Cannot access offset of type string on string
Cannot access offset of type string on string
Cannot access offset of type string on string
[Undefined array key "zz"] [false,"no",{},false,"noi",false,true,2,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no",{},false,"noi",false,true,2,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no",{},false,"noi",false,true,2,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no",{},false,"noi",false,true,2,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,2,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,2,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,2,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,2,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,2,false,null,false,true,true,true,false,1,0,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,2,false,null,false,true,true,true,false,1,0,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,2,false,null,false,true,true,true,false,1,0,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,2,false,null,false,true,true,true,false,1,0,true,false,5]
[Undefined array key "x"] [Trying to access array offset on null] [false,"no","nok",true,"noi",false,true,null,false,null,false,false,true,true,true,0,1,true,false,5]
[Undefined array key "x"] [Trying to access array offset on null] [false,"no","nok",true,"noi",false,true,null,false,null,false,false,true,true,true,0,1,true,false,5]
[Undefined array key "x"] [Trying to access array offset on null] [false,"no","nok",true,"noi",false,true,null,false,null,false,false,true,true,true,0,1,true,false,5]
[Undefined array key "x"] [Trying to access array offset on null] [false,"no","nok",true,"noi",false,true,null,false,null,false,false,true,true,true,0,1,true,false,5]
[Undefined array key "x"] [Trying to access array offset on null] [false,"no","nok",true,"noi",false,true,null,false,null,false,false,true,true,true,0,1,true,false,5]
[Undefined array key "x"] [Trying to access array offset on null] [false,"no","nok",true,"noi",false,true,null,false,null,false,false,true,true,true,0,1,true,false,5]
[Undefined array key "x"] [Trying to access array offset on null] [false,"no","nok",true,"noi",false,true,null,false,null,false,false,true,true,true,0,1,true,false,5]
[Undefined array key "x"] [Trying to access array offset on null] [false,"no","nok",true,"noi",false,true,null,false,null,false,false,true,true,true,0,1,true,false,5]
[Undefined array key "x"] [Trying to access array offset on null] [false,"no","nok",true,"noi",false,true,null,false,null,false,false,true,true,true,0,0,true,false,5]
[Undefined array key "x"] [Trying to access array offset on null] [false,"no","nok",true,"noi",false,true,null,false,null,false,false,true,true,true,0,0,true,false,5]
[Undefined array key "x"] [Trying to access array offset on null] [false,"no","nok",true,"noi",false,true,null,false,null,false,false,true,true,true,0,0,true,false,5]
[Undefined array key "x"] [Trying to access array offset on null] [false,"no","nok",true,"noi",false,true,null,false,null,false,false,true,true,true,0,0,true,false,5]
[Trying to access array offset on int] [false,"no","nok",true,1,true,false,null,true,null,false,true,true,true,false,4,1,true,false,5]
[Trying to access array offset on int] [false,"no","nok",true,"noi",false,true,null,true,null,false,true,true,true,false,4,1,true,false,5]
[Trying to access array offset on int] [false,"no","nok",true,"noi",false,true,null,true,null,false,true,true,true,false,4,1,true,false,5]
[Trying to access array offset on int] [false,"no","nok",true,"noi",false,true,null,true,null,false,true,true,true,false,4,1,true,false,5]
[Trying to access array offset on int] [false,"no","nok",true,1,true,false,null,true,null,false,true,true,true,false,4,1,true,false,5]
[Trying to access array offset on int] [false,"no","nok",true,"noi",false,true,null,true,null,false,true,true,true,false,4,1,true,false,5]
[Trying to access array offset on int] [false,"no","nok",true,"noi",false,true,null,true,null,false,true,true,true,false,4,1,true,false,5]
[Trying to access array offset on int] [false,"no","nok",true,"noi",false,true,null,true,null,false,true,true,true,false,4,1,true,false,5]
[Trying to access array offset on int] [false,"no","nok",true,1,true,false,null,true,null,false,true,true,true,false,4,0,true,false,5]
[Trying to access array offset on int] [false,"no","nok",true,"noi",false,true,null,true,null,false,true,true,true,false,4,0,true,false,5]
[Trying to access array offset on int] [false,"no","nok",true,"noi",false,true,null,true,null,false,true,true,true,false,4,0,true,false,5]
[Trying to access array offset on int] [false,"no","nok",true,"noi",false,true,null,true,null,false,true,true,true,false,4,0,true,false,5]
[Undefined array key "zz"] [false,"no",1,false,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no",1,false,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no",1,false,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no",1,false,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,1,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,0,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,0,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,0,true,false,5]
[Undefined array key "zz"] [false,"no","nok",true,"noi",false,true,null,false,null,false,true,true,true,false,1,0,true,false,5]
[3,"N",true,true,"t","h","0",false,"d",true,false,true,false,7,true,false]
