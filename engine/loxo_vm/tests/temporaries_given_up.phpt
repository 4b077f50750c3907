--TEST--
What temporaries own is given up by the ops that look into them
--FILE--
<?php
class Loud {
    public $list = ['a' => ['b' => ['c' => 1, 'n' => null, 3 => 'three', 'empty' => '']], 'text' => 'abc', 'zero' => 0];
    public $none = null;
    function __destruct() { echo "-loud "; }
}
function shared() { static $kept = ['x' => ['y' => 1, 7 => 'seven'], 'text' => 'word', 'null' => null]; return $kept; }
function fresh() { return ['x' => new Loud, 'y' => 2, 5 => 'five']; }
function nothing() { return null; }
function text() { return str_repeat('ab', 2); }
function &reference() { static $held = ['r' => [1, 2]]; return $held; }

// isset() and empty(), of temporaries that have other owners, that are freed, and that are no arrays.
foreach (['y', 'none', 7, '7', true] as $key) {
    echo json_encode([isset(shared()['x'][$key]), empty(shared()['x'][$key]), isset(fresh()[$key]), isset(nothing()[$key]), empty(nothing()[$key])]), "\n";
}
echo json_encode([isset(shared()['x']['y']), isset(shared()['text'][0]), isset(shared()['text']['0']), isset(shared()['text']['x']), isset(shared()['null']['y'])]), "\n";
echo json_encode([isset(text()[3]), isset(text()[4]), empty(text()[0]), isset(fresh()['x']), empty(fresh()['none']), isset(reference()['r'][1])]), "\n";
$o = new Loud;
echo json_encode([isset($o->list['a']['b']['c']), isset($o->list['a']['b']['n']), isset($o->list['a']['b'][3]), empty($o->list['a']['b']['empty']), isset($o->list['zero']['b']['c']), isset($o->none['b']['c']['d'])]), "\n";
if (isset($o->list['a']['b']['c'])) { echo "set "; }
if (!isset($o->list['a']['b']['d'])) { echo "not set "; }
if (empty($o->list['a']['b']['empty']) && !empty($o->list['a']['b'][3])) { echo "empty "; }
if (isset(nothing()['q'])) { echo "wrong "; }
$key = text(); $list = [$key => [$key => 1]];
if (isset($list[$key][text()])) { echo "by text"; }
echo "\n";

// Types, lengths and truth.
echo json_encode([is_array(shared()), is_array(fresh()), is_string(text()), is_object(new Loud), is_array(reference()), is_null(nothing())]), "\n";
echo json_encode([count(shared()), count(fresh()), count(reference()), count($o->list['a']['b'])]), "\n";
echo shared() ? 'yes ' : 'no ', fresh() ? 'yes ' : 'no ', text() ? 'yes ' : 'no ', reference() ? 'yes ' : 'no ', nothing() ? 'yes ' : 'no ', "\n";
if (fresh()) { echo "freed\n"; }
while (!shared()) { }
do { echo text(), ' '; } while (!text());
echo strlen(text()), ' ', in_array('five', fresh()) ? 'in' : 'out', ' ', implode(',', array_keys(shared())), "\n";
?>
--EXPECT--
-loud [true,false,true,false,true]
-loud [false,true,false,false,true]
-loud [true,false,false,false,true]
-loud [true,false,false,false,true]
-loud [false,true,false,false,true]
[true,true,true,false,false]
-loud -loud [true,false,false,true,true,true]
[true,false,true,true,false,false]
set not set empty by text
-loud -loud [true,true,true,true,true,true]
-loud [3,3,1,4]
yes -loud yes yes yes no 
-loud freed
abab 4 -loud in x,text,null
-loud 
