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
class T implements Countable { public $l = [1]; public $n = ''; function count(): int { echo 'counted '; return 0; } function __destruct() { echo '~ '; } }
function look($a, $o, $k) {
    $r = [is_array($a[$k]), is_string($o->l[0]), is_object($a['o']), count($o->l), count($a['o']), strlen($o->n)];
    $r[] = $a[$k] ? 'yes' : 'no';
    if ($a['o']) { $r[] = 'object'; }
    if (!$o->l[1]) { $r[] = 'none'; }
    $r[] = make()['o'] ? 1 : 2;
    $r[] = is_null(make()['n']);
    $r[] = count(make()['l']);
    try { $r[] = count($a[$k]); } catch (TypeError $e) { $r[] = $e->getMessage(); }
    try { $r[] = strlen($a['l']); } catch (TypeError $e) { $r[] = $e->getMessage(); }
    return $r;
}
function make() { return ['o' => new T, 'n' => null, 'l' => [1, new T]]; }
for ($i = 0; $i < 3; $i++) echo json_encode(look(['a' => '0', 'o' => new T, 'l' => [2]], new T, 'a')), json_encode(look(['a' => [], 'o' => new T, 'l' => [2]], new T, ['a', 'b', 'a'][$i])), "\n";
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
counted [Undefined array key 1] ~ ~ ~ ~ ~ ~ ~ ~ [false,false,true,1,0,0,"no","object","none",1,true,2,"count(): Argument #1 ($value) must be of type Countable|array, string given","strlen(): Argument #1 ($string) must be of type string, array given"]counted [Undefined array key 1] ~ ~ ~ ~ ~ ~ ~ ~ [true,false,true,1,0,0,"no","object","none",1,true,2,0,"strlen(): Argument #1 ($string) must be of type string, array given"]
counted [Undefined array key 1] ~ ~ ~ ~ ~ ~ ~ ~ [false,false,true,1,0,0,"no","object","none",1,true,2,"count(): Argument #1 ($value) must be of type Countable|array, string given","strlen(): Argument #1 ($string) must be of type string, array given"][Undefined array key "b"] counted [Undefined array key "b"] [Undefined array key 1] ~ ~ ~ ~ ~ ~ [Undefined array key "b"] ~ ~ [false,false,true,1,0,0,"no","object","none",1,true,2,"count(): Argument #1 ($value) must be of type Countable|array, null given","strlen(): Argument #1 ($string) must be of type string, array given"]
counted [Undefined array key 1] ~ ~ ~ ~ ~ ~ ~ ~ [false,false,true,1,0,0,"no","object","none",1,true,2,"count(): Argument #1 ($value) must be of type Countable|array, string given","strlen(): Argument #1 ($string) must be of type string, array given"]counted [Undefined array key 1] ~ ~ ~ ~ ~ ~ ~ ~ [true,false,true,1,0,0,"no","object","none",1,true,2,0,"strlen(): Argument #1 ($string) must be of type string, array given"]
