--TEST--
Globals, references, class constants, instanceof and variables reached by name in compiled functions
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
set_error_handler(function ($n, $m) { echo "[$m] "; return true; });
class Limits { const MOST = 3; const NAMES = ['a', 'b']; static function most() { return self::MOST; } }
class More extends Limits {}
function look($key)
{
    global $table, $text, $object, $missing;
    $seen = [isset($table[$key]), empty($table[$key]), $table[$key] ?? 'none', isset($missing), empty($text), isset($object->p)];
    if ($text) {
        $seen[] = "$text and $key";
    }
    if ($text === 'text') {
        $seen[] = count($table);
    }
    if (!$missing) {
        $seen[] = is_array($table);
    }
    $table[] = $key;
    $text .= '.';
    $copy = $object;
    $seen[] = $copy->p;
    $seen[] = strlen($text);
    return $seen;
}
function give()
{
    global $table;
    return $table;
}
function by_reference(array &$all, $value)
{
    $all[] = $value;
    $all['k'] = $value;
    $all[] = $all['k'];
    return $all;
}
function changed()
{
    global $text;
    $before = $text;
    $change = function () use (&$text) { $text = 5; };
    $change();
    unset($text);
    return [$before, isset($text), $GLOBALS['text']];
}
function unset_and_bound()
{
    global $gone;
    unset($GLOBALS['gone']);
    $gone = 1;
    return [$gone, isset($GLOBALS['gone'])];
}
function undefined()
{
    global $never;
    return $never;
}
function constants($what)
{
    return [Limits::MOST, Limits::NAMES, More::MOST, Limits::most(), $what instanceof Limits, $what instanceof More, $what instanceof Nowhere];
}
function statics()
{
    static $calls = [];
    $calls[] = count($calls);
    return $calls;
}
function names($a, ...$more)
{
    $b = 2;
    $c = compact('a', 'b');
    extract(['b' => 3, 'd' => 4]);
    $name = 'a';
    $$name = 5;
    return [$c, $b, $d, $a, func_get_args(), get_defined_vars() === compact('a', 'more', 'b', 'c', 'd', 'name')];
}
function keys($rows)
{
    $found = [];
    foreach ($rows as $row) {
        $found[] = $row['x'];
    }
    return $found;
}
$table = ['x' => 1, 'null' => null];
$text = 'text';
$object = new stdClass;
$object->p = 'property';
for ($i = 0; $i < 3; $i++) {
    echo json_encode([look('x'), look('null'), look('y'), give(), undefined(), unset_and_bound()]), "\n";
    $list = $copy = [0];
    echo json_encode([by_reference($list, $i), $list, $copy, statics(), names($i, 1)]), "\n";
    echo json_encode([constants(new Limits), constants(new More), constants(1), constants(null)]), "\n";
    $one = 1;
    echo json_encode(keys([['x' => 1], ['y' => 1, 'x' => 2], ['x' => 3], ['x' => null], ['x' => &$one], ['z' => 1, 'y' => 2, 'x' => 4]])), "\n";
}
echo json_encode(changed()), "\n";
echo json_encode(keys([['x' => 5], ['y' => 6], null, 7])), "\n";
--EXPECT--
[[true,false,1,false,false,true,"text and x",2,true,"property",5],[false,true,"none",false,false,true,"text. and null",true,"property",6],[false,true,"none",false,false,true,"text.. and y",true,"property",7],{"x":1,"null":null,"0":"x","1":"null","2":"y"},null,[1,false]]
[{"0":0,"1":0,"k":0,"2":0},{"0":0,"1":0,"k":0,"2":0},[0],[0],[{"a":0,"b":2},3,4,5,[5,1],false]]
[[3,["a","b"],3,3,true,false,false],[3,["a","b"],3,3,true,true,false],[3,["a","b"],3,3,false,false,false],[3,["a","b"],3,3,false,false,false]]
[1,2,3,null,1,4]
[[true,false,1,false,false,true,"text... and x",true,"property",8],[false,true,"none",false,false,true,"text.... and null",true,"property",9],[false,true,"none",false,false,true,"text..... and y",true,"property",10],{"x":1,"null":null,"0":"x","1":"null","2":"y","3":"x","4":"null","5":"y"},null,[1,false]]
[{"0":0,"1":1,"k":1,"2":1},{"0":0,"1":1,"k":1,"2":1},[0],[0,1],[{"a":1,"b":2},3,4,5,[5,1],false]]
[[3,["a","b"],3,3,true,false,false],[3,["a","b"],3,3,true,true,false],[3,["a","b"],3,3,false,false,false],[3,["a","b"],3,3,false,false,false]]
[1,2,3,null,1,4]
[[true,false,1,false,false,true,"text...... and x",true,"property",11],[false,true,"none",false,false,true,"text....... and null",true,"property",12],[false,true,"none",false,false,true,"text........ and y",true,"property",13],{"x":1,"null":null,"0":"x","1":"null","2":"y","3":"x","4":"null","5":"y","6":"x","7":"null","8":"y"},null,[1,false]]
[{"0":0,"1":2,"k":2,"2":2},{"0":0,"1":2,"k":2,"2":2},[0],[0,1,2],[{"a":2,"b":2},3,4,5,[5,1],false]]
[[3,["a","b"],3,3,true,false,false],[3,["a","b"],3,3,true,true,false],[3,["a","b"],3,3,false,false,false],[3,["a","b"],3,3,false,false,false]]
[1,2,3,null,1,4]
["text.........",false,5]
[Undefined array key "x"] [Trying to access array offset on null] [Trying to access array offset on int] [5,null,null,null]
