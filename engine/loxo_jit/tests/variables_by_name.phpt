--TEST--
Compiled functions whose variables are reached by their names: arguments, compact, extract, eval, include
--ENV--
LOXO_JIT=functions
LOXO_STRESS=jit
--FILE--
<?php
function passed($a, $b = 2, ...$rest) { $a .= '+'; return [func_get_args(), func_num_args(), $rest]; }
function surplus($a) { $a = [$a]; return [func_get_args(), func_get_arg(1)]; }
function together($x, $y = 5) { $z = $x + 1; $s = "s$x"; $c = compact('x', 'y', 'z', 's'); extract(['z' => 'taken', 'new' => $x]); return [$c, $z, $new, get_defined_vars()]; }
function indirect($name, $x = 1) { $$name = 'set'; $y = $$name . $x; ${'v' . $x} = 4; unset($$name); return [$y, $x ?? 'gone', isset($v1) ? $v1 : null]; }
function parsed($text) { $n = 0; for ($i = 0; $i < 3; $i++) { $n += $i; extract(['n' => $n + 1, 'i' => $i], EXTR_OVERWRITE); } return [$n, $i]; }
function by_ref(&$list) { $args = func_get_args(); $list[] = count($args); return compact('list'); }
function refers($x) { $r = 1; $all = ['r' => &$r]; extract($all, EXTR_REFS); $r = $x; return [$all['r'], $r]; }
function evaluated($x) { $t = [1]; $y = eval('$x .= "e"; return $x;'); $z = $x; return [$x, $y, $z]; }
class Own { public $p = 3; function all($v) { return [array_keys(get_defined_vars()), compact('v'), func_get_args(), $this->p]; } function __destruct() { echo '~'; } }
function drops($o) { $k = new Own; $name = 'k'; $$name = 1; return compact('k'); }
function included($x) { $t = 1; $r = include __DIR__ . '/included.inc'; return [$x, $included, $r]; }
file_put_contents(__DIR__ . '/included.inc', '<?php $included = ($x ?? "none") . "!"; $x = "from include"; return isset($t);');
function all($i) {
    $l = ['l'];
    return [passed("a$i"), passed($i, 'b', 3, 4), surplus($i, 'more', 7), together($i), indirect('x'), indirect('other', $i), parsed("q$i"), by_ref($l), $l, refers("r$i"),
        evaluated("v$i"), (new Own)->all($i), drops(new Own), included("i$i"), call_user_func_array('passed', [1, 2, 3]), call_user_func('surplus', 1, 2)];
}
for ($i = 0; $i < 4; $i++) { echo json_encode(all($i)), "\n"; }
unlink(__DIR__ . '/included.inc');
--EXPECT--
~~~[[["a0+"],1,[]],[["0+","b",3,4],4,[3,4]],[[[0],"more",7],"more"],[{"x":0,"y":5,"z":1,"s":"s0"},"taken",0,{"x":0,"y":5,"z":"taken","s":"s0","c":{"x":0,"y":5,"z":1,"s":"s0"},"new":0}],["setset","gone",null],["set0",0,null],[6,3],{"list":["l",1]},["l",1],["r0","r0"],["v0e","v0e","v0e"],[["v"],{"v":0},[0],3],{"k":1},["from include","i0!",true],[["1+",2,3],3,[3]],[[[1],2],2]]
~~~[[["a1+"],1,[]],[["1+","b",3,4],4,[3,4]],[[[1],"more",7],"more"],[{"x":1,"y":5,"z":2,"s":"s1"},"taken",1,{"x":1,"y":5,"z":"taken","s":"s1","c":{"x":1,"y":5,"z":2,"s":"s1"},"new":1}],["setset","gone",null],["set1",1,4],[6,3],{"list":["l",1]},["l",1],["r1","r1"],["v1e","v1e","v1e"],[["v"],{"v":1},[1],3],{"k":1},["from include","i1!",true],[["1+",2,3],3,[3]],[[[1],2],2]]
~~~[[["a2+"],1,[]],[["2+","b",3,4],4,[3,4]],[[[2],"more",7],"more"],[{"x":2,"y":5,"z":3,"s":"s2"},"taken",2,{"x":2,"y":5,"z":"taken","s":"s2","c":{"x":2,"y":5,"z":3,"s":"s2"},"new":2}],["setset","gone",null],["set2",2,null],[6,3],{"list":["l",1]},["l",1],["r2","r2"],["v2e","v2e","v2e"],[["v"],{"v":2},[2],3],{"k":1},["from include","i2!",true],[["1+",2,3],3,[3]],[[[1],2],2]]
~~~[[["a3+"],1,[]],[["3+","b",3,4],4,[3,4]],[[[3],"more",7],"more"],[{"x":3,"y":5,"z":4,"s":"s3"},"taken",3,{"x":3,"y":5,"z":"taken","s":"s3","c":{"x":3,"y":5,"z":4,"s":"s3"},"new":3}],["setset","gone",null],["set3",3,null],[6,3],{"list":["l",1]},["l",1],["r3","r3"],["v3e","v3e","v3e"],[["v"],{"v":3},[3],3],{"k":1},["from include","i3!",true],[["1+",2,3],3,[3]],[[[1],2],2]]
