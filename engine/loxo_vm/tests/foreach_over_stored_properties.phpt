--TEST--
foreach over properties that are plainly stored, and (array) of such objects: visibility, what the body adds, removes and refers to
--FILE--
<?php
class P { public $a = 1; protected $b = 2; private $c = 3; public $u; public int $t; 
    function all() { foreach ($this as $k => $v) { echo "$k=", json_encode($v), ' '; } echo "\n"; } }
class Q extends P { private $c = 'q'; public $d = [4]; function every() { foreach ($this as $k => $v) { echo "$k=", json_encode($v), ' '; } echo "\n"; } }
class M { public $x = 'x'; public $gone = 'g'; function __get($n) { return "got $n"; } function __isset($n) { echo "[isset $n] "; return true; } }
function show($o) { foreach ($o as $k => $v) { echo "$k=", json_encode($v), ' '; } echo "\n"; }
function plain(array $a) { foreach ($a as $k => $v) { echo json_encode(str_replace("\0", '~', $k)), is_int($k) ? ' int' : '', '=', json_encode($v), ' '; } echo "\n"; }

$q = new Q; $q->dyn = 'dyn'; show($q); $q->all(); $q->every(); plain((array) $q);
unset($q->a); show($q); $q->a = 'again'; show($q); $q->t = 7; show($q);
$s = (object) ['one' => 1, 'two' => 2, '3' => 'three'];
show($s); plain((array) $s); plain((array) (object) ['k' => 'v']); plain((array) new stdClass); plain((array) new Q);
foreach ($s as $k => $v) { if ($k === 'one') { $s->four = 4; unset($s->two); } echo "$k "; } echo "\n";
$t = (object) ['a' => 1, 'b' => 2];
$copy = (array) $t; $t->a = 'changed'; $copy['b'] = 'copy'; $copy[] = 9; echo json_encode([$t, $copy]), "\n";
$r = &$t->b; $cast = (array) $t; $r = 'by reference'; echo json_encode($cast), json_encode($t), "\n"; unset($r, $cast);
$cast = (array) $t; $t->b = 'later'; echo json_encode($cast), "\n";
$m = new M; unset($m->gone); show($m); foreach ($m as $k => $v) { unset($m->x); $m->y = 1; echo "$k=$v "; } echo "\n";
foreach ($t as $k => &$v) { $v .= '!'; } unset($v); show($t);
foreach ($t as $k => $v) { $t->{$k . 'x'} = 1; if (strlen($k) > 3) break; echo "$k "; } echo "\n";
$e = new ArrayObject(['p' => 1, 'q' => 2]); show($e); plain((array) $e);
enum Suit: string { case A = 'a'; } show(Suit::A); plain((array) Suit::A);
show(new class { public string $h { get => 'hook'; } public $z = 1; public $w = 2 { get { return $this->w * 2; } } });
plain((array) new class { public string $h { get => 'hook'; } public $z = 1; public $w = 2 { get { return $this->w * 2; } } });
$w = (object) []; $w->{'0'} = 'zero'; $w->{'-5'} = 'minus'; $w->{'-'} = 'dash'; plain((array) $w); plain((array) (object) ["\0*\0p" => 1, '' => 2]);
--EXPECTF--

Deprecated: Creation of dynamic property Q::$dyn is deprecated in %s on line 9
a=1 u=null d=[4] dyn="dyn" 
a=1 b=2 c=3 u=null d=[4] dyn="dyn" 
a=1 b=2 u=null c="q" d=[4] dyn="dyn" 
"a"=1 "~*~b"=2 "~P~c"=3 "u"=null "~Q~c"="q" "d"=[4] "dyn"="dyn" 
u=null d=[4] dyn="dyn" 
a="again" u=null d=[4] dyn="dyn" 
a="again" u=null t=7 d=[4] dyn="dyn" 
one=1 two=2 3="three" 
"one"=1 "two"=2 "3" int="three" 
"k"="v" 

"a"=1 "~*~b"=2 "~P~c"=3 "u"=null "~Q~c"="q" "d"=[4] 
one 3 four 
[{"a":"changed","b":2},{"a":1,"b":"copy","0":9}]
{"a":"changed","b":"by reference"}{"a":"changed","b":"by reference"}
{"a":"changed","b":"by reference"}
x="x" 

Deprecated: Creation of dynamic property M::$y is deprecated in %s on line 18
x=x y=1 
a="changed!" b="later!" 
a b ax bx axx bxx 
p=1 q=2 
"p"=1 "q"=2 
name="A" value="a" 
"name"="A" "value"="a" 
h="hook" z=1 w=4 
"z"=1 "w"=2 
"0" int="zero" "-5" int="minus" "-"="dash" 
"~*~p"=1 ""=2 
