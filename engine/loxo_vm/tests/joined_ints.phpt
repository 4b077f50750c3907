--TEST--
Ints among the parts of joined strings, and appended ones
--FILE--
<?php
set_error_handler(function ($no, $msg, $file, $line) { echo "[$no $msg $line]\n"; $GLOBALS['i'] = 99; return true; });
class S { public $n = 0; function __construct(public string $t, public bool $throw = false) {} function __toString() { $this->n++; echo "<str>"; if ($this->throw) throw new Exception("no " . $this->t); $GLOBALS['j'] = 'changed'; return $this->t; } function __destruct() { echo "~{$this->t}\n"; } }
$i = 5; $j = 6; $f = 1.5; $n = null; $t = true; $r = &$i; $neg = -7; $min = PHP_INT_MIN; $max = PHP_INT_MAX;
echo "a{$i}b{$j}c$neg:$min:$max:{$f}:{$n}:{$t}:$r\n";
echo "{$i}{$j}", "\n", "{$i}{$n}{$n}", "\n", "$n$n$n|", "{$n}{$i}", "\n";
var_dump("$i$j$neg", "$i{$n}$n", "{$n}$t{$n}", "$n$n$n");
var_dump("$i" . "$j", $i . $j . $neg, $i . '', '' . $i, $i . $n . $n, "" . $i . "");
$o = new S('obj');
echo "x{$j}y{$o}z{$j}\n";
$j = 3;
echo $j . $o . $j . "\n";
$j = 3;
echo $j . ' ' . $o . "$j\n";
try { echo "v{$i}w" . new S('thrower', true) . "x{$i}\n"; } catch (Exception $e) { echo get_class($e), $e->getMessage(), "\n"; }
echo "und $undefd and {$i} and $undef2{$i}\n";
$i = 5;
echo "arr " . [] . $i . "\n";
$s = 'abc'; $s .= $s; var_dump($s); $s .= 12; var_dump($s); $s .= -12; $s .= $max; $s .= $min; var_dump($s); $s .= 1.0; $s .= null; $s .= true; $s .= false; var_dump($s);
$q = $s; $q .= 1; $q .= 'x'; var_dump($s === $q, strlen($q));
$u .= 5; var_dump($u); unset($u); $u .= 'txt'; var_dump($u);
$x = 5; $x .= 6; var_dump($x); $x .= $x; var_dump($x);
$a = ['k' => 'v']; $a['k'] .= 7; $a['k'] .= "{$i}i"; $a['m'] .= 8; var_dump($a);
$ref = 'r'; $rr = &$ref; $rr .= 1; $ref .= 2; $rr .= $ref; $rr .= "$rr$ref{$i}"; var_dump($ref, $rr);
const C = 'cc'; $c = C; $c .= 1; $c .= C; var_dump($c, C);
function st() { static $x = ''; $x .= 1; $x .= "s{$x}t"; return $x; } st(); var_dump(st());
function g() { $s = ''; for ($k = 0; $k < 5; $k++) { $s .= $k; $got = yield $s; $s .= "[$got]"; $s .= $got; } return $s; }
$g = g(); foreach (range(1, 5) as $v) { echo $g->current(), "\n"; $g->send($v); } var_dump($g->getReturn());
class P { public string $s = 'p'; public int $i = 1; public ?string $n = null; public static string $st = 'st'; }
$p = new P; $p->s .= 5; $p->s .= "{$p->i}{$p->s}"; try { $p->i .= 'x'; } catch (TypeError $e) { echo $e->getMessage(), "\n"; } $p->i .= 4; $p->n .= 3; P::$st .= 9; var_dump($p, P::$st);
$tr = &$p->s; $tr .= 1; $tr .= 'end'; var_dump($p->s);
$ti = &$p->i; try { $ti .= 'bad'; } catch (TypeError $e) { echo $e->getMessage(), "\n"; } $ti .= 2; var_dump($p->i);
function f1(int $n, string $p) { $out = ''; for ($k = 0; $k < $n; $k++) { $out .= "$p$k,"; $out .= $k; $out .= $p; $out .= "{$k}:{$k}"; $s = "$k$k"; $out .= $s . (string) $k . strval($k); } return $out; }
var_dump(md5(f1(300, 'p')), f1(3, ''));
function f2($v) { return "[$v|$v]" . "<{$v}>" . $v; }
foreach ([1, -1, 0, 10, 99, 100, 1.5, "s", null, true, false, '', PHP_INT_MIN] as $v) { for ($k = 0; $k < 20; $k++) $z = f2($v); var_dump($z); }
try { f2([]); } catch (Throwable $e) { echo get_class($e); }
function f3($a, $b) { try { return "{$a}-{$b}-{$a}"; } finally { echo "fin\n"; } }
try { f3(3, new S('thr3', true)); } catch (Exception $e) { echo $e->getMessage(), $e->getLine(), "\n"; }
try { f3(new S('ok'), new S('thr4', true)); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
unset($e);
echo sprintf("%d-%s-%d", 5, 7, "8x"), sprintf('%s%s', $i, $j), sprintf("%d", 3.9), "\n";
echo "pre " . ($i + 1) . " mid " . ($i * 2.5) . " post " . -$i . "\n";
$h = <<<X
line $i
  {$p->i} $a[k] {$a['k']}
X;
echo $h, "\n";
echo "str offsets: {$s[0]}{$s[-1]}$s[1]\n";
$big = str_repeat('x', 1000); $copy = $big; $big .= 5; var_dump(strlen($copy), strlen($big), substr($big, -2));
$e1 = ''; $e1 .= 5; var_dump($e1); $e2 = ''; $e2 .= ''; var_dump($e2); $e3 = ''; $e3 .= 'x'; $e3 .= 'y'; var_dump($e3, 'x');
$keys = []; for ($k = 0; $k < 15; $k++) { $keys["k$k"] = 1; $keys["$k"] = 2; $keys[(string) $k . ''] = 3; $keys[$k . "x$k"] = 4; } var_dump(array_keys($keys));
var_dump((string) 5 === '5', (string) 10 === "10", (string) -0, strval(007));
switch ("$i") { case '5': echo "five\n"; break; default: echo "other\n"; }
var_dump("$i" == $i, "{$i}0" == 50, "$i$i" === '55');
echo implode(',', array_map(fn($x) => "<$x:" . $x * 2 . ">", [1, 2, 3])), "\n";
$arr = [3 => 'x']; echo "$arr[3] and {$arr[3]}$i\n"; 
eval('$w = "ev$i"; $w .= 1; echo $w, "\n";');
$cl = function () use ($i) { return "c$i" . $this->n; }; echo Closure::bind($cl, $o)(), "\n";
unset($o, $cl);
function &refret() { static $v = 5; return $v; } echo "r" . refret() . refret() . "\n";
$w = 5; $fn = function () use (&$w) { $w = 'w'; return 'F'; }; echo $w . $fn() . $w . "\n"; $w = 5; echo "$w{$fn()}$w\n"; $w = 5; echo "$w" . $w . "{$fn()}" . $w, "\n";
$w = 5; $res = "{$w}x{$fn()}y"; var_dump($res, $w);
--EXPECT--
a5b6c-7:-9223372036854775808:9223372036854775807:1.5::1:5
56
5
|5
string(4) "56-7"
string(1) "5"
string(1) "1"
string(0) ""
string(2) "56"
string(4) "56-7"
string(1) "5"
string(1) "5"
string(1) "5"
string(1) "5"
<str>x6yobjzchanged
<str>3objchanged
<str>3 objchanged
<str>~thrower
Exceptionno thrower
[2 Undefined variable $undefd 16]
[2 Undefined variable $undef2 16]
und  and 99 and 99
[2 Array to string conversion 18]
arr Array99
string(6) "abcabc"
string(8) "abcabc12"
string(50) "abcabc12-129223372036854775807-9223372036854775808"
string(52) "abcabc12-129223372036854775807-922337203685477580811"
bool(false)
int(54)
[2 Undefined variable $u 21]
string(1) "5"
[2 Undefined variable $u 21]
string(3) "txt"
string(2) "56"
string(4) "5656"
[2 Undefined array key "m" 23]
array(2) {
  ["k"]=>
  string(5) "v799i"
  ["m"]=>
  string(1) "8"
}
string(20) "r12r12r12r12r12r1299"
string(20) "r12r12r12r12r12r1299"
string(5) "cc1cc"
string(2) "cc"
string(12) "1s1t1s1s1t1t"
0
0[1]11
0[1]11[2]22
0[1]11[2]22[3]33
0[1]11[2]22[3]33[4]44
string(25) "0[1]11[2]22[3]33[4]44[5]5"
Cannot assign string to property P::$i of type int
object(P)#5 (3) {
  ["s"]=>
  string(5) "p51p5"
  ["i"]=>
  int(14)
  ["n"]=>
  string(1) "3"
}
string(3) "st9"
string(9) "p51p51end"
Cannot assign string to reference held by property P::$i of type int
int(142)
string(32) "e7d0d58fb05904db210cebca5a12f50b"
string(30) "0,00:000001,11:111112,22:22222"
string(9) "[1|1]<1>1"
string(13) "[-1|-1]<-1>-1"
string(9) "[0|0]<0>0"
string(13) "[10|10]<10>10"
string(13) "[99|99]<99>99"
string(17) "[100|100]<100>100"
string(17) "[1.5|1.5]<1.5>1.5"
string(9) "[s|s]<s>s"
string(5) "[|]<>"
string(9) "[1|1]<1>1"
string(5) "[|]<>"
string(5) "[|]<>"
string(85) "[-9223372036854775808|-9223372036854775808]<-9223372036854775808>-9223372036854775808"
[2 Array to string conversion 35]
[2 Array to string conversion 35]
[2 Array to string conversion 35]
[2 Array to string conversion 35]
<str>fin
no thr33
<str><str>fin
~thr3
no thr4
~ok
~thr4
5-7-899changed3
pre 100 mid 247.5 post -99
line 99
  142 v799i v799i
str offsets: a1b
int(1000)
int(1001)
string(2) "x5"
string(1) "5"
string(0) ""
string(2) "xy"
string(1) "x"
array(45) {
  [0]=>
  string(2) "k0"
  [1]=>
  int(0)
  [2]=>
  string(3) "0x0"
  [3]=>
  string(2) "k1"
  [4]=>
  int(1)
  [5]=>
  string(3) "1x1"
  [6]=>
  string(2) "k2"
  [7]=>
  int(2)
  [8]=>
  string(3) "2x2"
  [9]=>
  string(2) "k3"
  [10]=>
  int(3)
  [11]=>
  string(3) "3x3"
  [12]=>
  string(2) "k4"
  [13]=>
  int(4)
  [14]=>
  string(3) "4x4"
  [15]=>
  string(2) "k5"
  [16]=>
  int(5)
  [17]=>
  string(3) "5x5"
  [18]=>
  string(2) "k6"
  [19]=>
  int(6)
  [20]=>
  string(3) "6x6"
  [21]=>
  string(2) "k7"
  [22]=>
  int(7)
  [23]=>
  string(3) "7x7"
  [24]=>
  string(2) "k8"
  [25]=>
  int(8)
  [26]=>
  string(3) "8x8"
  [27]=>
  string(2) "k9"
  [28]=>
  int(9)
  [29]=>
  string(3) "9x9"
  [30]=>
  string(3) "k10"
  [31]=>
  int(10)
  [32]=>
  string(5) "10x10"
  [33]=>
  string(3) "k11"
  [34]=>
  int(11)
  [35]=>
  string(5) "11x11"
  [36]=>
  string(3) "k12"
  [37]=>
  int(12)
  [38]=>
  string(5) "12x12"
  [39]=>
  string(3) "k13"
  [40]=>
  int(13)
  [41]=>
  string(5) "13x13"
  [42]=>
  string(3) "k14"
  [43]=>
  int(14)
  [44]=>
  string(5) "14x14"
}
bool(true)
bool(true)
string(1) "0"
string(1) "7"
other
bool(true)
bool(false)
bool(false)
<1:2>,<2:4>,<3:6>
x and x99
ev991
c993
~obj
r55
wFw
5Fw
55Fw
string(4) "5xFy"
string(1) "w"
