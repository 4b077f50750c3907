--TEST--
Ops whose usual case is done in place: loops, globals, truth, comparison, casts, concatenation, elements
--FILE--
<?php
set_error_handler(function ($level, $message) { echo "<$message>"; return true; });
class D { public $v; private $hidden = 1; public readonly int $once; public int $number = 1; function __construct($v = 0) { $this->v = $v; } function __destruct() { echo "~{$this->v} "; }
    function put(array $all) { foreach ($all as $name => $value) $this->{$name} = $value; return $this->v . $this->hidden; } }
function loops() {
    $text = 'old' . mt_rand(1, 1); $same = $text;
    foreach (['a' . $text, 'b'] as $text) echo $text, ' ';
    $v = new D('v');
    foreach ([1, new D('w'), 'x'] as $k => $v) echo $k, ' ';
    foreach ([] as $v) echo 'never';
    foreach (array_filter([0]) as $v) echo 'never';
    $ref = &$v;
    foreach (['p', 'q'] as $ref) echo $v, ' ';
    foreach ([[1, 2], [3, 4]] as [$x, $y]) echo $x + $y, ' ';
    foreach (3 as $z) {}
    $list = [1, 2, 3];
    foreach ($list as $k => $v) { $list[] = $v; unset($list[0]); }
    echo count($list), $same, "\n";
}
loops();
$G = 1;
function globals($n) { global $G, $H; $G += $n; $H[] = $n; global $G; static $s = 5; $s++; return "$G $s " . count($H); }
echo globals(1), ' ', globals(2), ' ', (function () { unset($GLOBALS['G']); return globals(3); })(), "\n";
function truths(...$all) {
    foreach ($all as $v) { if ($v) echo 1; else echo 0; if (!$v) echo 'n'; echo $v ? 't' : 'f', empty($v) ? 'e' : 's'; if (strrev(is_string($v) ? $v : '')) echo '!'; }
    if ($undefined) echo 'never';
    if (!$undefined) echo "\n";
}
truths('', '0', '00', 'a', [], [0], 0.0, 0.5, null, new D('t'), -1, ' ');
function same($a, $b) {
    if ($a == $b) echo '=='; if ($a != $b) echo '!='; if ($a === $b) echo '==='; if ($a !== $b) echo '!==';
    if ($a == 'abc') echo ' abc'; if ($a === 'abc') echo ' ABC'; if ($a === null) echo ' null'; if ($a !== false) echo ' nf'; if (strrev($a ?? '') == 'cba') echo ' rev'; if (strrev($a ?? '') === 'cba') echo ' REV';
    echo $a == $b ? ' y' : ' n', "\n";
}
same('abc', 'ab' . 'c'); same('1e1', '10'); same('abc', 'ABC'); same('', null); same(null, 'x'); same(' 1', '1'); same('1 ', '1'); same('abc', '0'); same('1', '01'); same('.5', '0.5'); same('+1', '1'); same('x', "x\0");
function casts($v) { $s = (string) $v; $a = (array) $v; $t = (string) strrev($s); return [$s, $a, $t, "<$v>", (string) $s . (array) $a === $a]; }
try { echo json_encode(casts('abc')), json_encode(casts(12)), json_encode(casts(null)), "\n"; } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
function joined($a, $b) { $c = $a . $b; $d = $a . strrev($b) . $c; $e = strrev($a) . strrev($b); $f = "$a-$b-$c"; $g = "[{$a}]" . $a . $a; $h = $a . $a; $a = $a . $b; $b = $undefined . $b; return "$a|$b|$c|$d|$e|$f|$g|$h"; }
echo joined('one', 'two'), ' ', joined('', 'x'), ' ', joined(1, 2.5), "\n";
function elements($k) {
    $a = []; $a[] = 1; $a[] = 2; $b = $a; $b[] = 3; $c = $b; $c['k'] = 4; $c['k'] = 'five'; $c[$k] = 6; $c[] = 7; $d = []; $d['x']['y'] = 1; $d['x']['y'] = 2; $d['x'][] = 3; $d[$k]['z'] = 1; $d[$k . '']['z']++; $e = $c; unset($e['k'], $e[0], $e[$k], $e['none'], $e['1']); unset($a[1]); $a[] = 9; $a['9'] = 'nine'; $a['09'] = 'text';
    $self = [1]; $self[] = $self; $self['self'] = $self; $o = ['o' => new D('o')]; $o['o'] = 1; $u['n'] = null; $u['n'] = $undefined; $h = [PHP_INT_MAX => 1];
    try { $h[] = 2; } catch (Error $err) { echo $err->getMessage(), ' '; }
    $r = 1; $w = ['r' => &$r]; $w['r'] = 2; $x = $w; $x['r'] = 3; unset($w['r']);
    return json_encode([$a, $b, $c, $d, $e, $self, $o, $u, $h, $r, $w, $x]);
}
echo elements('name'), "\n";
$o = new D(1);
echo $o->put(['v' => 'new', 'number' => '5', 'once' => 3, 'made' => 1, '7' => 8]), json_encode($o), ' ';
try { $o->put(['once' => 4]); } catch (Error $e) { echo $e->getMessage(), ' '; }
try { $o->put(['number' => 'x']); } catch (TypeError $e) { echo $e->getMessage(), ' '; }
echo "\n";
class N { public $a = 1; protected $b = 2; private ?int $c = null; public $e = ''; public int $unset; public $d { get => 'hook'; }
    function __get($n) { return "get $n"; } function __isset($n) { return $n == 'magic'; }
    function names(...$names) { foreach ($names as $n) echo json_encode([$this->$n, isset($this->$n), empty($this->$n), $this->{$n . ''} ?? 'none']); } }
(new N)->names('a', 'b', 'c', 'd', 'e', 'magic', 'none');
$n = 'b';
echo (new N)->$n, json_encode([isset((new N)->$n), (new N)->{'a'}, (new N)?->{$n}]), "\n";
--EXPECT--
aold1 b ~v 0 1 2 ~w p q 3 7 <foreach() argument must be of type array|object, int given>5old1
2 6 1 4 7 2 3 8 3
0nfe0nfe1ts!1ts!0nfe1ts0nfe1ts0nfe1ts1ts1ts!<Undefined variable $undefined><Undefined variable $undefined>
~t ===== abc ABC nf rev REV y
==!== nf y
!=!== abc ABC nf rev REV n
==!== nf y
!=!== null nf n
==!== nf y
==!== nf y
!=!== abc ABC nf rev REV n
==!== nf y
==!== nf y
==!== nf y
!=!== nf n
<Array to string conversion>["abc",["abc"],"cba","<abc>",false]<Array to string conversion>["12",[12],"21","<12>",false]<Array to string conversion>["",[],"","<>",false]
<Undefined variable $undefined>onetwo|two|onetwo|oneowtonetwo|enoowt|one-two-onetwo|[one]oneone|oneone <Undefined variable $undefined>x|x|x|xx|x|-x-x|[]| <Undefined variable $undefined>12.5|2.5|12.5|15.212.5|15.2|1-2.5-12.5|[1]11|11
~o <Undefined variable $undefined>Cannot add element to the array as the next element is already occupied [{"0":1,"2":9,"9":"nine","09":"text"},[1,2,3],{"0":1,"1":2,"2":3,"k":"five","name":6,"3":7},{"x":{"y":2,"0":3},"name":{"z":2}},{"2":3,"3":7},{"0":1,"1":[1],"self":[1,[1]]},{"o":1},{"n":null},{"9223372036854775807":1},3,[],{"r":3}]
<Creation of dynamic property D::$made is deprecated><Creation of dynamic property D::$7 is deprecated>new1{"v":"new","once":3,"number":5,"made":1,"7":8} Cannot modify readonly property D::$once Cannot assign string to property D::$number of type int 
[1,true,false,1][2,true,false,2][null,false,true,"none"]["hook",true,false,"hook"]["",true,true,""]["get magic",true,false,"get magic"]["get none",false,true,"none"]get b[false,1,"get b"]
~new 