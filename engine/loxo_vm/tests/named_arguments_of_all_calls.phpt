--TEST--
Named arguments: skipped parameters, references, variadics, constructors, magic methods, exceptions between them
--FILE--
<?php
set_error_handler(function ($n, $m, $f, $l) { echo "[$m @$l]\n"; return true; });
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~{$this->n} "; } }
class C { public $v; function __construct(public int $a = 1, public readonly string $b = 'd', public ?C $c = null, ...$rest) { $this->v = $rest; } function m($x, $y = 2, ...$z) { return [$x, $y, $z]; } static function s(int $p, &$q = null, $r = [1]) { $q = $p; return [$p, $q, $r]; } function __call($n, $a) { return [$n, $a]; } static function __callStatic($n, $a) { return [$n, $a]; } function __invoke($one, $two = 'two') { return [$one, $two]; } }
class E { } class F extends C { function m($yy, $xx = 5, ...$z) { return ['F', $yy, $xx, $z]; } } class G { private function __construct(public $a, public $b = new D('def')) {} static function make(...$a) { return new self(...$a); } static function mk($a) { return new static(b: $a, a: 1); } }
function f3($a, $b = 2, $c = 3) { return "$a,$b,$c"; } function fr(&$a, $b = null, &$c = null) { $a = 1; $c = 2; return $b; } function fv(...$args) { return $args; } function fg($a, $b = 1) { yield $a; yield $b; } function ft(int $i, float $f = 1.5, ?D $d = null) { return "$i $f " . ($d->n ?? '-'); } function fd($a, $b = PHP_INT_SIZE, $c = [1, 2], $d = new D('dd')) { return [$a, $b, $c, $d->n]; } function fu($a) { return func_get_args(); } function &rr(array &$x, $k) { return $x[$k]; }
#[Deprecated] function dep($a, $b = 1) { return $a + $b; } function nothing() {} function one($a) { return 5; } function cst($a, $b = 1) { return 7; } function named_undefined($a) { global $u; return f3(a: $zz, c: $a); } function rec($n, $acc = 0) { return $n ? rec(acc: $acc + $n, n: $n - 1) : $acc; } function thr($x) { throw new Exception("thr$x"); }
function tr($f) { try { $r = $f(); if ($r instanceof Generator) $r = iterator_to_array($r, false); echo json_encode($r), "\n"; } catch (Throwable $e) { echo get_class($e), ': ', preg_replace('~, called in.*| in /.*~', '', $e->getMessage()), "\n"; } }
for ($i = 0; $i < 12; $i++) { ob_start();
 $o = new C; $f = new F; $m = $i & 1 ? $o : $f;
 tr(fn() => f3(1, c: $i * 0)); tr(fn() => f3(c: 1, a: 2)); tr(fn() => f3(b: 1, a: 2, c: 3)); tr(fn() => f3(b: 1)); tr(fn() => f3(a: 1, a2: 2)); tr(fn() => f3(1, a: 2)); tr(fn() => f3(...['c' => 9, 'a' => 1])); tr(fn() => f3(...[1, 2], c: 5)); tr(fn() => f3(1, ...['b' => 4])); tr(fn() => f3(1, ...['b' => 4], b: 6));
 tr(function() { $x = 0; $y = 5; fr(c: $y, a: $x); return [$x, $y]; }); tr(function() { $x = 0; fr(a: $x, b: 3); return $x; }); tr(function() { return fr(a: 5); }); tr(function() { fr(a: $q, c: $r); return [$q, $r]; });
 tr(function() { $o = [1]; fr(b: 1, a: $o[0], c: $o['k']); return $o; });
 tr(fn() => fv(a: 1, b: 2)); tr(fn() => fv(1, 2, x: 3)); tr(fn() => fg(b: 5, a: 6)); tr(fn() => ft(i: 5, d: new D('t'))); tr(fn() => ft(f: 2, i: '7')); tr(fn() => ft(f: 'x', i: 1)); tr(fn() => ft(i: 1.5)); tr(fn() => ft(d: 5, i: 1)); tr(fn() => fd(1, d: new D('x'))); tr(fn() => fd(c: 5, a: 1)); tr(fn() => fd(b: 5, a: 1)); tr(fn() => fu(a: 3)); tr(fn() => fu(a: 3, b: 4)); tr(fn() => dep(b: 4, a: 1)); tr(fn() => nothing(a: 1)); tr(fn() => one(a: new D('one'))); tr(fn() => cst(b: new D('b'), a: new D('a')));
 tr(fn() => named_undefined(1)); tr(fn() => rec(n: 5)); tr(fn() => f3(a: thr(1), b: new D('nb'))); tr(fn() => f3(b: new D('nb'), a: thr(2))); tr(fn() => f3(a: f3(c: 1, a: 2), b: f3(b: f3(a: 0), a: 1)));
 tr(fn() => new C(b: 'q', a: 5)); tr(fn() => new C(c: new C(a: 2), b: 'z')); tr(fn() => new C(a: 'x')); tr(fn() => new C(z: 1, y: 2)); tr(fn() => new C(1, 'b', null, 4, z: 1)); tr(fn() => new E(a: 1)); tr(fn() => new E(...[1])); tr(fn() => G::make(b: 2, a: 1)); tr(fn() => G::make(1)->b->n); tr(fn() => G::mk(6)); tr(fn() => new G(a: 1));
 tr(fn() => $m->m(x: 1)); tr(fn() => $m->m(yy: 1)); tr(fn() => $m->m(1, y: 3, q: 4)); tr(fn() => $m->foo(a: 1, b: 2)); tr(fn() => C::bar(a: 1, b: 2)); tr(fn() => C::s(r: 1, p: 2)); tr(function() { C::s(q: $qq, p: 3); return $qq; }); tr(fn() => $o(two: 1, one: 2)); tr(fn() => (fn($a, $b) => [$a, $b])(b: 1, a: 2)); tr(function () use ($i) { $k = 4; return (function($a, $b = 9) use ($k) { return [$a, $b, $k]; })(a: $k); });
 tr(fn() => str_replace(subject: 'abc', search: 'b', replace: 'x')); tr(fn() => json_encode(value: [1], flags: JSON_PRETTY_PRINT)); tr(fn() => array_slice(array: [1, 2, 3], offset: 1, preserve_keys: true)); tr(fn() => in_array(strict: true, needle: '1', haystack: [1])); tr(function() { $a = [3, 1]; sort(array: $a); return $a; }); tr(fn() => strlen(str: 'a')); tr(fn() => call_user_func('f3', c: 1, a: 0)); tr(fn() => call_user_func_array('f3', ['c' => 1, 'a' => 0])); tr(fn() => call_user_func_array([$m, 'm'], ['x' => 1])); tr(function() { $n = 'f3'; return $n(c: 4, a: 5); }); tr(function() { $n = f3(...); return $n(c: 4, a: 5); }); tr(fn() => (new ReflectionFunction('f3'))->invoke(c: 1, a: 2)); tr(fn() => array_map(callback: fn($x) => $x + 1, array: [1, 2]));
 tr(fn() => htmlspecialchars('<a>', double_encode: false)); tr(fn() => number_format(num: 1234.5, decimals: 1)); tr(function() { $a = new ArrayIterator(array: [1, 2]); return count($a); }); tr(function() { try { return new DateTime(datetime: 'bad bad'); } catch (Exception $e) { return 'X'; } });
 tr(function() { $s = 'x'; $s = &$s; return f3(a: $s, b: $s, c: $s); }); tr(function() { $arr = ['a' => [1]]; $r = &rr(k: 'a', x: $arr); $r[] = 2; return $arr; }); tr(function() { $x = [1]; $y = &$x[0]; return f3(a: $x[0], c: $y); });
 tr(function() { return (new Exception(message: "m", code: 4))->getCode(); });
 $all[] = ob_get_clean(); }
echo $all[0]; foreach ($all as $k => $t) if ($t !== $all[$k & 1]) echo "differs $k\n"; echo strlen($all[1]); echo "\n";
--EXPECT--
"1,2,0"
"2,2,1"
"2,1,3"
ArgumentCountError: f3(): Argument #1 ($a) not passed
Error: Unknown named parameter $a2
Error: Named parameter $a overwrites previous argument
"1,2,9"
"1,2,5"
"1,4,3"
Error: Named parameter $b overwrites previous argument
[1,2]
1
Error: fr(): Argument #1 ($a) could not be passed by reference
[1,2]
{"0":1,"k":2}
{"a":1,"b":2}
{"0":1,"1":2,"x":3}
[6,5]
~t "5 1.5 t"
"7 2 -"
TypeError: ft(): Argument #2 ($f) must be of type float, string given
[Implicit conversion from float 1.5 to int loses precision @6]
"1 1.5 -"
TypeError: ft(): Argument #3 ($d) must be of type ?D, int given
~x [1,8,[1,2],"x"]
~dd [1,8,5,"dd"]
~dd [1,5,[1,2],"dd"]
[3]
Error: Unknown named parameter $b
[Function dep() is deprecated @14]
5
Error: Unknown named parameter $a
~one 5
~a ~b 7
[Undefined variable $zz @7]
",2,1"
15
Exception: thr1
~nb Exception: thr2
"2,2,1,1,0,2,3,3,3"
{"v":[],"a":5,"b":"q","c":null}
{"v":[],"a":1,"b":"z","c":{"v":[],"a":2,"b":"d","c":null}}
TypeError: C::__construct(): Argument #1 ($a) must be of type int, string given
{"v":{"z":1,"y":2},"a":1,"b":"d","c":null}
{"v":{"0":4,"z":1},"a":1,"b":"b","c":null}
Error: Unknown named parameter $a
{}
{"a":1,"b":2}
~def "def"
{"a":1,"b":6}
Error: Call to private G::__construct() from global scope
ArgumentCountError: Too few arguments to function F::m(), 0 passed
["F",1,5,[]]
["F",1,5,{"y":3,"q":4}]
["foo",{"a":1,"b":2}]
["bar",{"a":1,"b":2}]
[2,2,1]
3
[2,1]
[2,1]
[4,9,4]
"axc"
"[\n    1\n]"
{"1":2,"2":3}
false
[1,3]
Error: Unknown named parameter $str
"0,2,1"
"0,2,1"
ArgumentCountError: Too few arguments to function F::m(), 0 passed
"5,2,4"
"5,2,4"
"2,2,1"
[2,3]
"&lt;a&gt;"
"1,234.5"
2
"X"
"x,x,x"
{"a":[1,2]}
"1,2,1"
4
1631
