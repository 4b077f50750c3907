--TEST--
Named arguments and spreads in compiled code
--FILE--
<?php
class D { public function __construct(public string $n) {} public function __destruct() { echo "~{$this->n} "; } }
function h($a, $b, $c = 3, $d = [1]) { return "$a|$b|$c|" . count($d); }
function v($a, ...$r) { ksort($r); return $a . json_encode($r); }
function tv(int $a, float ...$r) { return $a . json_encode($r); }
function &r(&$a, $b = 2) { $a .= $b; return $a; }
function dd($a, $b = PHP_INT_SIZE, $c = new D("def")) { return is_object($c) ? "$a $b {$c->n}" : "$a $b $c"; }
function thr($x) { throw new Exception("thr$x"); }
function gen($a, $b) { yield $a; yield $b; }
class K {
    public function __construct(public $x = 1, public $y = 2) { if ($x === 7) throw new Exception("ctor"); }
    public static function mk(...$p): static { return new static(...$p); }
    public static function mk2($x, $y = 5): static { return new static(y: $y, x: $x); }
    public static function bad($p): static { return $p; }
    public function w(...$a) { return $this->m(...$a); }
    public function m($a, $b = 9) { return "m$a$b" . static::class; }
    public function __call($n, $a) { return "$n:" . json_encode($a); }
    public static function __callStatic($n, $a) { return "s$n:" . json_encode($a); }
}
class L extends K { public function m($a, $b = 8) { return "L" . parent::m(...func_get_args()); } }
class NoC { public $q = 1; }
abstract class Abs { static function mk(): static { return new static; } }
class Abs2 extends Abs {}
class P { private function __construct(...$a) {} public static function go(...$a) { return new static(...$a); } }
set_error_handler(function ($no, $m) { echo "[$m]"; return true; });
function t(callable $f) { for ($i = 0; $i < 12; $i++) { try { $x = $f($i); if ($i > 9) echo is_scalar($x) || $x === null ? var_export($x, true) : get_debug_type($x), "\n"; } catch (Throwable $e) { if ($i > 9) echo get_class($e), ': ', str_replace(__FILE__, 'FILE', $e->getMessage()), ' @', $e->getLine(), ' ', count($e->getTrace()), "\n"; } } }
t(function ($i) { return h(b: $i, a: 2); });
t(function ($i) { return h(1, d: [], b: $i); });
t(function ($i) { return h(1, 2, a: 5); });
t(function ($i) { return h(1, 2, zz: 5); });
t(function ($i) { return h(zz: thr($i), a: 5); });
t(function ($i) { return h(b: new D("x"), a: thr($i)); });
t(function ($i) { return h(1, ...[2, 3, $i]); });
t(function ($i) { return h(1, ...[2], ...[3], ...[[$i]]); });
t(function ($i) { return h(...['b' => 1, 'a' => $i]); });
t(function ($i) { return h(1, ...['b' => $i], ...['c' => 2]); });
t(function ($i) { return h(...[1, 'a' => $i]); });
t(function ($i) { return h(1, ...(function () { yield 2; yield 4; })()); });
t(function ($i) { return h(1, ...[], ...[5 => $i]); });
t(function ($i) { $q = [1, 2, 3]; unset($q[1]); return h(0, ...$q); });
t(function ($i) { return h(1, ...null); });
t(function ($i) { return h(1, ...$undef); });
t(function ($i) { return h($undef, ...[1]); });
t(function ($i) { return v('x', id: $i, b: 2); });
t(function ($i) { return v(1, 2, ...[3, 4], z: $i); });
t(function ($i) { return v(z: $i, a: 4); });
t(function ($i) { return v(z: $i); });
t(function ($i) { return tv(1, ...[2, 3.5, $i]); });
t(function ($i) { return tv(1, ...['q']); });
t(function ($i) { return tv(1, k: $i); });
t(function ($i) { $s = 'a'; r(b: $i, a: $s); return $s; });
t(function ($i) { $s = ['a', $i]; r(...$s); return $s[0]; });
t(function ($i) { $s = ['a', $i]; $q = &$s[0]; r(...$s); return $q; });
t(function ($i) { return dd(c: 4, a: $i); });
t(function ($i) { return dd(a: $i); });
t(function ($i) { return dd(b: $i, a: 1); });
t(function ($i) { $o = new K(y: $i); return "$o->x $o->y"; });
t(function ($i) { $o = new K(...[4, $i]); return "$o->x $o->y"; });
t(function ($i) { $o = new K(7, ...[$i]); return "$o->x $o->y"; });
t(function ($i) { $o = L::mk($i); return get_class($o) . "$o->x $o->y"; });
t(function ($i) { $o = L::mk(7, $i); return get_class($o) . "$o->x $o->y"; });
t(function ($i) { $o = L::mk(y: $i); return get_class($o) . "$o->x $o->y"; });
t(function ($i) { $o = L::mk2($i); return get_class($o) . "$o->x $o->y"; });
t(function ($i) { return L::bad($i & 1 ? new K : new L); });
t(function ($i) { return K::bad($i & 1 ? new K : new L); });
t(function ($i) { return K::bad(null); });
t(function ($i) { $o = new L; return $o->w(1, $i) . $o->w(b: $i, a: 2); });
t(function ($i) { $o = new L; return $o->foo(1, ...[$i]) . $o->foo(x: $i) . L::bar(...['a' => $i], ...[]); });
t(function ($i) { $o = new NoC(...[]); return $o->q; });
t(function ($i) { $o = new NoC(1, 2); return $o->q; });
t(function ($i) { $o = new NoC(zz: 2); return $o->q; });
t(function ($i) { $o = new NoC(...['zz' => 2]); return $o->q; });
t(function ($i) { return get_class(Abs2::mk()); });
t(function ($i) { return Abs::mk(); });
t(function ($i) { return get_class(P::go($i, 2)); });
t(function ($i) { return new P(...[1]); });
t(function ($i) { return implode(',', iterator_to_array(gen(b: $i, a: 1), false)); });
t(function ($i) { $f = fn($a, $b = 2) => $a + $b + $i; return $f(b: 1, a: 3) . ' ' . $f(...[5]); });
t(function ($i) { $u = $i; $f = function ($a, $b = 2) use (&$u, $i) { $u++; return $a + $b + $u + $i; }; return $f(b: 1, a: 3) . ' ' . $f(1, ...[5]); });
t(function ($i) { return str_pad(string: "$i", length: 5, pad_string: '-', pad_type: STR_PAD_LEFT); });
t(function ($i) { return max(...[1, $i], ...[3]); });
t(function ($i) { return json_encode(array_slice(array: [1, 2, 3, 4], offset: 1, preserve_keys: true)); });
t(function ($i) { return h(h(b: 1, a: $i), ...[h(2, ...[3])]); });
t(function ($i) { return h(b: h(b: 1, a: h(...[1, $i])), a: 1); });
t(function ($i) { try { return h(b: new D("t$i"), a: 1, q: 2); } finally { if ($i > 9) echo "fin "; } });
t(function ($i) { $d = new D("s$i"); return v(1, ...[$d], n: $d); });
t(function ($i) { $d = [new D("u$i")]; return v(1, ...$d); });
t(function ($i) { return call_user_func_array('h', ['b' => $i, 'a' => 2]); });
t(function ($i) { $f = h(...); return $f(b: $i, a: 1); });
t(function ($i) { return (new class { function __invoke($a, $b) { return $a . $b; } })(b: $i, a: 1); });
t(function ($i) { function_exists('late') || eval('function late($x, $y=1){ return "$x-$y"; }'); return late(y: $i, x: 0); });
t(function ($i) { $a = $i & 1 ? [1, 2] : [1, 2, 3, 4, 5]; return h(0, ...$a); });
t(function ($i) { $a = ['x' => 1]; return h(0, ...$a); });
t(function ($i) { $x = 1; return h(b: $x++, a: $x); });
t(function ($i) { return debug(b: 1, a: $i); });
function debug($a, $b) { return json_encode(array_map(fn($f) => [$f['function'], $f['args'] ?? null], array_slice(debug_backtrace(), 0, 1))) . func_num_args() . json_encode(func_get_args()); }
t(function ($i) { return debug(1, ...[2, $i]); });
t(function ($i) { return h(1, ...[2, 3, [], 5, $i]); });
function ex(...$a) { return debug(...$a, b: 2); }
t(function ($i) { return ex($i); });
function rec($n, $d = 0) { return $n <= 0 ? $d : rec(d: $d + $n, n: $n - 1); }
t(function ($i) { return rec(50 + $i); });
--EXPECT--
'2|10|3|1'
'2|11|3|1'
'1|10|3|0'
'1|11|3|0'
Error: Named parameter $a overwrites previous argument @29 2
Error: Named parameter $a overwrites previous argument @29 2
Error: Unknown named parameter $zz @30 2
Error: Unknown named parameter $zz @30 2
Exception: thr10 @8 3
Exception: thr11 @8 3
~x ~x ~x ~x ~x ~x ~x ~x ~x ~x ~x Exception: thr10 @8 3
~x Exception: thr11 @8 3
TypeError: count(): Argument #1 ($value) must be of type Countable|array, int given @3 3
TypeError: count(): Argument #1 ($value) must be of type Countable|array, int given @3 3
'1|2|3|1'
'1|2|3|1'
'10|1|3|1'
'11|1|3|1'
'1|10|2|1'
'1|11|2|1'
Error: Named parameter $a overwrites previous argument @37 2
Error: Named parameter $a overwrites previous argument @37 2
'1|2|4|1'
'1|2|4|1'
'1|10|3|1'
'1|11|3|1'
'0|1|3|1'
'0|1|3|1'
TypeError: Only arrays and Traversables can be unpacked, null given @41 2
TypeError: Only arrays and Traversables can be unpacked, null given @41 2
[Undefined variable $undef][Undefined variable $undef][Undefined variable $undef][Undefined variable $undef][Undefined variable $undef][Undefined variable $undef][Undefined variable $undef][Undefined variable $undef][Undefined variable $undef][Undefined variable $undef][Undefined variable $undef]TypeError: Only arrays and Traversables can be unpacked, null given @42 2
[Undefined variable $undef]TypeError: Only arrays and Traversables can be unpacked, null given @42 2
[Undefined variable $undef][Undefined variable $undef][Undefined variable $undef][Undefined variable $undef][Undefined variable $undef][Undefined variable $undef][Undefined variable $undef][Undefined variable $undef][Undefined variable $undef][Undefined variable $undef][Undefined variable $undef]'|1|3|1'
[Undefined variable $undef]'|1|3|1'
'x{"b":2,"id":10}'
'x{"b":2,"id":11}'
'1{"0":2,"1":3,"2":4,"z":10}'
'1{"0":2,"1":3,"2":4,"z":11}'
'4{"z":10}'
'4{"z":11}'
ArgumentCountError: Too few arguments to function v(), 0 passed in FILE on line 47 and exactly 1 expected @4 3
ArgumentCountError: Too few arguments to function v(), 0 passed in FILE on line 47 and exactly 1 expected @4 3
'1[2,3.5,10]'
'1[2,3.5,11]'
TypeError: tv(): Argument #2 must be of type float, string given, called in FILE on line 49 @5 3
TypeError: tv(): Argument #2 must be of type float, string given, called in FILE on line 49 @5 3
'1{"k":10}'
'1{"k":11}'
'a10'
'a11'
'a10'
'a11'
'a10'
'a11'
'10 8 4'
'11 8 4'
~def ~def ~def ~def ~def ~def ~def ~def ~def ~def ~def '10 8 def'
~def '11 8 def'
~def ~def ~def ~def ~def ~def ~def ~def ~def ~def ~def '1 10 def'
~def '1 11 def'
'1 10'
'1 11'
'4 10'
'4 11'
Exception: ctor @11 3
Exception: ctor @11 3
'L10 2'
'L11 2'
Exception: ctor @11 4
Exception: ctor @11 4
'L1 10'
'L1 11'
'L10 5'
'L11 5'
L
TypeError: K::bad(): Return value must be of type L, K returned @14 3
L
K
TypeError: K::bad(): Return value must be of type K, null returned @14 3
TypeError: K::bad(): Return value must be of type K, null returned @14 3
'Lm110LLm210L'
'Lm111LLm211L'
'foo:[1,10]foo:{"x":10}sbar:{"a":10}'
'foo:[1,11]foo:{"x":11}sbar:{"a":11}'
1
1
1
1
Error: Unknown named parameter $zz @71 2
Error: Unknown named parameter $zz @71 2
Error: Unknown named parameter $zz @72 2
Error: Unknown named parameter $zz @72 2
'Abs2'
'Abs2'
Error: Cannot instantiate abstract class Abs @22 3
Error: Cannot instantiate abstract class Abs @22 3
'P'
'P'
Error: Call to private P::__construct() from global scope @76 2
Error: Call to private P::__construct() from global scope @76 2
'1,10'
'1,11'
'14 17'
'15 18'
'25 28'
'27 30'
'---10'
'---11'
10
11
'{"1":2,"2":3,"3":4}'
'{"1":2,"2":3,"3":4}'
'10|1|3|1|2|3|3|1|3|1'
'11|1|3|1|2|3|3|1|3|1'
'1|1|10|3|1|1|3|1|3|1'
'1|1|11|3|1|1|3|1|3|1'
~t0 ~t1 ~t2 ~t3 ~t4 ~t5 ~t6 ~t7 ~t8 ~t9 ~t10 fin Error: Unknown named parameter $q @85 2
~t11 fin Error: Unknown named parameter $q @85 2
~s0 ~s1 ~s2 ~s3 ~s4 ~s5 ~s6 ~s7 ~s8 ~s9 ~s10 '1{"0":{"n":"s10"},"n":{"n":"s10"}}'
~s11 '1{"0":{"n":"s11"},"n":{"n":"s11"}}'
~u0 ~u1 ~u2 ~u3 ~u4 ~u5 ~u6 ~u7 ~u8 ~u9 ~u10 '1[{"n":"u10"}]'
~u11 '1[{"n":"u11"}]'
'2|10|3|1'
'2|11|3|1'
'1|10|3|1'
'1|11|3|1'
'110'
'111'
'0-10'
'0-11'
TypeError: count(): Argument #1 ($value) must be of type Countable|array, int given @3 3
'0|1|2|1'
Error: Unknown named parameter $x @93 2
Error: Unknown named parameter $x @93 2
'2|1|3|1'
'2|1|3|1'
'[["debug",[10,1]]]2[10,1]'
'[["debug",[11,1]]]2[11,1]'
'[["debug",[1,2,10]]]3[1,2,10]'
'[["debug",[1,2,11]]]3[1,2,11]'
'1|2|3|0'
'1|2|3|0'
'[["debug",[10,2]]]2[10,2]'
'[["debug",[11,2]]]2[11,2]'
1830
1891
