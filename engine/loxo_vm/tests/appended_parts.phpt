--TEST--
Parts that are appended to a variable, bytes that are set, keys that are sorted as texts
--FILE--
<?php
class S { public function __construct(public string $t, public bool $throw = false) {} function __toString() { echo "<str $this->t>"; if ($this->throw) throw new Exception("no " . $this->t); return $this->t; } function __destruct() { echo "~{$this->t}\n"; } }
set_error_handler(function ($no, $msg, $file, $line) { echo "[$msg $line]\n"; return true; });
$i = 7; $n = null; $f = 1.5;
$s = ''; $s .= "a$i"; $s .= "b{$i}c{$n}"; $s .= "$i$i"; $s .= "{$f}:{$f}"; var_dump($s);
$s = ''; $s .= "{$n}{$n}"; var_dump($s); $s .= "{$n}{$n}{$i}"; var_dump($s); $s .= "{$n}{$n}{$n}"; var_dump($s);
$e = ''; $e .= "{$n}{$i}"; var_dump($e === '7', $e);
$u .= "x{$i}y"; var_dump($u);
unset($u); $u .= "one line $i {$f}" . $i . $undef . "end"; var_dump($u);
$s = 'self'; $s .= "[$s|$s]"; var_dump($s); $s .= "$s$s"; var_dump($s); $t = $s; $s .= "{$t}{$i}{$s}"; var_dump($s === "$t$t$i$t", $t);
$x = 5; $x .= "a{$x}b"; var_dump($x); $y = 1.25; $y .= "f{$y}g"; var_dump($y); $z = null; $z .= "n{$z}m"; var_dump($z); $w = true; $w .= "t{$w}$w"; var_dump($w);
try { $arr = [1]; $arr .= "q{$i}r"; var_dump($arr); } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
try { $ob = new ArrayObject; $ob .= "q{$i}r"; } catch (Throwable $e) { echo get_class($e), $e->getMessage(), "\n"; }
$so = new S('strobj'); $so .= "-{$i}-"; var_dump($so);
try { $s = 'keep'; $s .= "1{$i}" . new S('thr', true) . "2{$i}"; } catch (Exception $e) { echo $e->getMessage(), ' ', $e->getLine(), ' ', $s, "\n"; }
unset($e);
$s = 'x'; $r = &$s; $s .= "r{$i}$r"; $r .= "s{$s}{$r}"; var_dump($s, $r); unset($r);
function st(int $k) { static $acc = 's'; $acc .= "<$k:$acc>"; return $acc; } st(1); st(2); var_dump(st(3));
function gl() { global $gs; $gs .= "g{$GLOBALS['i']}h"; $gs .= "$gs"; } gl(); gl(); var_dump($gs);
function br(string &$out, $v) { $out .= "[$v," . strlen($out) . "]"; $out .= "{$v}{$out}"; } $o = 'o'; br($o, 1); br($o, 'q'); var_dump($o);
class P { public string $p = 'p'; public int $n = 3; }
$p = new P; $pr = &$p->p; $pr .= "t{$i}u"; var_dump($p->p); $pn = &$p->n; $pn .= "{$i}{$i}"; var_dump($p->n); try { $pn .= "x{$i}y"; } catch (TypeError $e) { echo $e->getMessage(), "\n"; } unset($e);
function cap() { $acc = 'c'; $fn = function ($v) use (&$acc) { $acc .= "<{$v}>{$acc}"; return strlen($acc); }; $fn(1); $acc .= "mid{$fn(2)}end" . $fn(3); return $acc; } var_dump(cap());
function gen() { $acc = ''; for ($k = 0; $k < 4; $k++) { $acc .= "k{$k}" . (yield $acc) . "s"; } return $acc; } $g = gen(); foreach ([1, 2, 3, 4] as $v) { $g->current(); $g->send("v$v"); } var_dump($g->getReturn());
function cond($c) { $s = 'c'; $s .= $c ? "t{$c}u" : "f{$c}g"; $s .= $c && 1 ? "x$c" . "y$c" : ''; return $s; } var_dump(cond(1), cond(0), cond('z'));
function coal($a) { $s = 'n'; $s .= $a['k'] ?? "d{$s}e"; $s .= ($a['m'] ?? 'mm') . "-$s-"; return $s; } var_dump(coal([]), coal(['k' => 5]));
function val() { $s = 'v'; $t = ($s .= "a{$s}b") . ($s .= "c{$s}"); return [$s, $t]; } var_dump(val());
function loop(int $n) { $out = ''; $two = 'zz'; for ($i = 0; $i < $n; $i++) { $out .= "row $i: {$two}" . ($i * 3) . ";"; if ($i % 3 == 0) $out .= "x$out[0]y"; if ($i % 50 === 49) { $keep = $out; $out .= "[{$i}]"; $out = $keep . 'k'; } } return $out; } var_dump(md5(loop(500)), strlen(loop(500)));
function big() { $s = 'b'; $part = str_repeat('0123456789', 40); for ($i = 0; $i < 300; $i++) { $s .= "$part$i$part"; } return md5($s) . strlen($s); } var_dump(big());
function compact_args($a) { $a .= "x{$a}"; var_dump(func_get_args()); return debug_backtrace()[0]['args']; } var_dump(compact_args('arg'));
function named() { $v = 'name'; $$v = 'nn'; $$v .= "q{$v}r"; extract(['v' => 'ext']); $v .= "e{$v}f"; return [$v, $name, compact('v')]; } var_dump(named());
$lines = 0; foreach (['a', 'b'] as $k => $v) { $acc ??= ''; $acc .= "$k=$v&"; } var_dump($acc);
foreach ([1, 2] as $k => &$ref) { $ref .= "r{$k}s"; } var_dump($ref); unset($ref);
$arr = ['s' => 'e']; $arr['s'] .= "1{$i}2"; $arr['t'] ??= ''; $arr['t'] .= "3{$i}4"; $el = &$arr['s']; $el .= "5{$i}6"; var_dump($arr); unset($el);
const K = 'k'; $s = K; $s .= "c{$i}" . K; var_dump($s, K);
$s = "lit"; $s .= "a{$i}"; $s2 = "lit"; var_dump($s2);
try { (function () { $s = 't'; try { $s .= "1" . throw new Exception('inner') . "2"; } finally { var_dump($s); } })(); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
$s = 'off'; $s[0] = 'O'; $s[2] = 'long'; $s[5] = 'z'; $s[-1] = 'Y'; $c = $s; $s[1] = "\0"; var_dump($s, $c); try { $s[0] = ''; } catch (Throwable $e) { echo $e->getMessage(), "\n"; } try { $s[-20] = 'x'; } catch (Throwable $e) { echo $e->getMessage(), "\n"; } $s['1'] = 'S'; $s[true] = 'T'; $s[0] = 5; var_dump($s); try { $s['x'] = 'q'; } catch (Throwable $e) { echo $e->getMessage(), "\n"; } $v = ($s[0] = 'R'); var_dump($v, $s); $one = 'q'; $one[0] = $one; var_dump($one);
function offs(string $s) { for ($i = 0; $i < strlen($s); $i += 2) { $s[$i] = 'x'; $s[$i + 1] = $s[$i]; } return $s; } $src = 'immutable?'; var_dump(offs($src), $src, offs('literal!'), 'literal!');
function offk() { $s = 'abc'; $k = 1; $s[$k] = chr(200); $s[$k + 5] = 'e'; return bin2hex($s); } for ($k = 0; $k < 4; $k++) var_dump(offk());
foreach ([['b' => 1, 'a' => 2, '' => 3, "a\0" => 4, 'ab' => 5, 'abcdefgh' => 6, 'abcdefghi' => 7, "\xff" => 8, 'B' => 9, 'abcdefg' => 10, 'abcd' => 11, 'abcde' => 12, 'abcd0' => 13], ['x10' => 1, 'x9' => 2, 'X9' => 3], ['10a' => 1, '9a' => 2, 'b' => 3], ['1e3' => 1, '1000' => 2, 'a' => 3], [' 1' => 1, '1 ' => 2, 'q' => 0], ['b' => 1, 5 => 2, 'a' => 3, 3 => 4]] as $a) { ksort($a); echo json_encode($a, JSON_INVALID_UTF8_SUBSTITUTE), "\n"; krsort($a); echo json_encode($a, JSON_INVALID_UTF8_SUBSTITUTE), "\n"; ksort($a, SORT_STRING); echo json_encode(array_values($a)), "\n"; }
mt_srand(3); $a = []; for ($k = 0; $k < 400; $k++) { $a[substr(md5((string) mt_rand()), 0, mt_rand(0, 10)) . (mt_rand(0, 1) ? 'z' : '')] = $k; } foreach (array_keys($a) as $key) { if (is_int($key) || !ctype_alpha($key[0] ?? 'a')) unset($a[$key]); } ksort($a); echo md5(json_encode($a)), count($a); krsort($a); echo md5(json_encode($a)), "\n";
mt_srand(5); for ($k = 0; $k < 20; $k++) echo mt_rand(), ' ', mt_rand(1, 6), ' ', mt_rand(0, 255), ' ', mt_rand(-5, PHP_INT_MAX), ' ', rand(3, 9), ' ', rand(9, 3), ' '; try { mt_rand(5, 1); } catch (Throwable $e) { echo $e->getMessage(); } try { mt_rand(5); } catch (Throwable $e) { echo $e->getMessage(); } var_dump(mt_rand('3', 3.0)); mt_srand(5, MT_RAND_PHP); echo mt_rand(1, 100), ' ', mt_rand(), "\n";
--EXPECT--
string(14) "a7b7c771.5:1.5"
string(0) ""
string(1) "7"
string(1) "7"
bool(true)
string(1) "7"
[Undefined variable $u 8]
string(3) "x7y"
[Undefined variable $undef 9]
[Undefined variable $u 9]
string(18) "one line 7 1.57end"
string(15) "self[self|self]"
string(45) "self[self|self]self[self|self]self[self|self]"
bool(true)
string(45) "self[self|self]self[self|self]self[self|self]"
string(4) "5a5b"
string(10) "1.25f1.25g"
string(2) "nm"
string(4) "1t11"
[Array to string conversion 12]
string(8) "Arrayq7r"
ErrorObject of class ArrayObject could not be converted to string
<str strobj>~strobj
string(9) "strobj-7-"
<str thr>~thr
no thr 2 keep
string(13) "xr7xsxr7xxr7x"
string(13) "xr7xsxr7xxr7x"
string(36) "s<1:s><2:s<1:s>><3:s<1:s><2:s<1:s>>>"
string(18) "g7hg7hg7hg7hg7hg7h"
string(39) "o[1,1]1o[1,1][q,13]qo[1,1]1o[1,1][q,13]"
string(4) "pt7u"
int(377)
Cannot assign string to reference held by property P::$n of type int
string(39) "c<1>c<2>c<1>c<3>c<1>c<2>c<1>cmid13end29"
string(20) "k0v1sk1v2sk2v3sk3v4s"
string(8) "ct1ux1y1"
string(4) "cf0g"
string(8) "ctzuxzyz"
string(12) "ndnemm-ndne-"
string(8) "n5mm-n5-"
array(2) {
  [0]=>
  string(9) "vavbcvavb"
  [1]=>
  string(13) "vavbvavbcvavb"
}
string(32) "e2a97ba34d1a88a6021aa4088a0b1b4b"
int(8029)
string(38) "d30f7134ffd147070c74625d90398cb6240791"
array(1) {
  [0]=>
  string(7) "argxarg"
}
array(1) {
  [0]=>
  string(7) "argxarg"
}
array(3) {
  [0]=>
  string(8) "exteextf"
  [1]=>
  string(8) "nnqnamer"
  [2]=>
  array(1) {
    ["v"]=>
    string(8) "exteextf"
  }
}
string(8) "0=a&1=b&"
string(4) "2r1s"
array(2) {
  ["s"]=>
  &string(7) "e172576"
  ["t"]=>
  string(3) "374"
}
string(4) "kc7k"
string(1) "k"
string(3) "lit"
string(1) "t"

Fatal error: Uncaught Error: Can only throw objects in /tmp/e3/b/appends.php:37
Stack trace:
#0 /tmp/e3/b/appends.php(37): {closure:/tmp/e3/b/appends.php:37}()
#1 {main}
  thrown in /tmp/e3/b/appends.php on line 37
