--TEST--
new static, static::class and collected arguments in compiled code
--FILE--
<?php
set_error_handler(function ($no, $m) { echo "[$m]"; return true; });
class D { function __construct(public $n = 0) {} function __destruct() { echo "~$this->n "; } }
class A { public $v = 1; public static $c = 0; public function __construct($v = 3) { static::$c++; self::$c++; $this->v = $v; } public static function mk(...$a) { return new static(...$a); } public static function mk0() { return new static; }
  public function nm() { return static::class . self::class . get_class($this); } public static function snm() { return static::class; } public function nmc() { return function () { return static::class . self::class; }; } public static function of(float ...$s) { return static::class . json_encode($s); } public static function ofi(int ...$s) { return json_encode($s); } public static function ofu(int|float ...$s) { return json_encode($s); } public static function ofs(?string $f = null, string ...$s) { return json_encode([$f, $s]); } public static function ofr(&...$s) { foreach ($s as &$x) $x++; } public static function ofd(self ...$s) { return count($s); } }
class B extends A { public static $c = 0; public function par() { return parent::class . static::class; } }
class Pv extends A { private function __construct($v = 1) { $this->v = "pv$v"; } public static function own() { return new static(4); } }
class Pr extends A { protected function __construct($v = 1) { $this->v = "pr$v"; } }
abstract class Ab extends A {}
class Nc { public $q = 5; public array $z = [1]; const K = 1; public $w = self::K; }
class Ex extends Exception {}
class St extends ArrayObject {}
class Thr { public function __construct($x) { if ($x & 1) throw new Ex("x$x"); } public function __destruct() { echo "~Thr "; } }
enum En { case P; }
interface If1 {}
trait T { function tn() { return static::class . self::class . __CLASS__; } static function tm() { return new static; } static function ts() { return new self; } }
class TA { use T; } class TB extends TA {} class TC { use T; }
function t($n, callable $f) { for ($i = 0; $i < 14; $i++) { try { $x = $f($i); if ($i > 10) echo $n, ' ', is_object($x) ? get_class($x) . json_encode($x) : var_export($x, true), "\n"; } catch (Throwable $e) { if ($i > 10) echo $n, ' ', get_class($e), ': ', str_replace(__FILE__, 'FILE', $e->getMessage()), ' ', $e->getLine(), "\n"; } } }
$all = ['A', 'B', 'Nc', 'Pv', 'Pr', 'Ab', 'Ex', 'St', 'Thr', 'En', 'If1', 'Nope', 'stdClass', 'TA', 'TB', 'Closure', 'Generator'];
t('rot', function ($i) use ($all) { $r = ''; foreach ($all as $c) { try { $o = new $c($i); $r .= get_class($o) . ','; } catch (Throwable $e) { $r .= str_replace(__FILE__, 'FILE', $e->getMessage()) . ','; } } return $r; });
t('mkrot', function ($i) use ($all) { $r = ''; foreach (['A', 'B', 'Pv', 'Pr', 'Ab'] as $c) { foreach (['mk', 'mk0'] as $m) try { $o = $c::$m(); $r .= get_class($o) . $o->v . ','; } catch (Throwable $e) { $r .= str_replace(__FILE__, 'FILE', $e->getMessage()) . ','; } } return $r; });
t('own', fn($i) => Pv::own()->v);
t('own2', function ($i) { $r = ''; foreach ([1, 2, 3] as $k) { $r .= Pv::own()->v . B::mk0()->v; try { $r .= Pr::mk0()->v; } catch (Throwable $e) { $r .= str_replace(__FILE__, 'FILE', $e->getMessage()); } } return $r; });
class Scope { static function go($c) { return new $c(2); } }
class Scope2 extends Pr { static function go($c) { return new $c(2); } }
t('sc', function ($i) { $r = ''; foreach (['A', 'Pr', 'Pv', 'B', 'A'] as $c) foreach (['Scope', 'Scope2'] as $s) { try { $r .= get_class($s::go($c)) . ' '; } catch (Throwable $e) { $r .= str_replace(__FILE__, 'FILE', $e->getMessage()) . ' '; } } return $r; });
t('thr', function ($i) { $o = new Thr($i); return 1; });
t('nm', function ($i) { $r = ''; foreach ([new A, new B] as $o) $r .= $o->nm() . $o::snm() . $o->nmc()() . Closure::bind($o->nmc(), new A, 'A')(); return $r; });
t('par', fn($i) => (new B)->par());
t('nmx', fn($i) => (function () { return static::class; })());
t('tr', function ($i) { $r = ''; foreach ([new TA, new TB, new TC] as $o) $r .= $o->tn() . get_class($o::tm()) . get_class($o::ts()); return $r; });
t('of1', fn($i) => B::of(1, 2.5, $i));
t('of2', fn($i) => B::of(1, '2', $i));
t('of3', fn($i) => B::of(1, 'z', $i));
t('of4', fn($i) => B::of());
t('of5', fn($i) => B::of(x: 1, y: 2.5));
t('of6', fn($i) => B::of(1, null));
t('ofi', fn($i) => B::ofi(1, 2, $i) . B::ofi(1, 2.0) . B::ofi());
t('ofi2', fn($i) => B::ofi(1, 2.5));
t('ofu', fn($i) => B::ofu(1, 2.5, $i, '7', true));
t('ofs', fn($i) => B::ofs() . B::ofs(null, 'a', 5, 1.5) . B::ofs('x'));
t('ofr', function ($i) { $a = 1; $b = $i; A::ofr($a, $b); return [$a, $b] == [2, $i + 1]; });
t('ofd', fn($i) => A::ofd(new A, new B));
t('ofd2', fn($i) => A::ofd(new A, new Nc));
t('big', fn($i) => B::of(PHP_INT_MAX, PHP_INT_MIN, 0, -0.0));
t('refarg', function ($i) { $q = 1; $r = &$q; $z = [&$q, 2]; return B::of($r, ...$z); });
t('cnt', fn($i) => A::$c > 0 && B::$c > 0);
t('dt', function ($i) { $o = new D($i); $o = null; return (new D("t"))->n; });
eval('class Late extends A { public $x = PHP_VERSION_ID > 1; }');
t('late', function ($i) { $r = ''; foreach (['Late', 'A', 'Nc'] as $c) $r .= json_encode(new $c); return $r; });
$g = (function () { yield static::class ?? 1; });
try { foreach ($g() as $x) echo $x; } catch (Error $e) { echo str_replace(__FILE__, 'FILE', $e->getMessage()), "\n"; }
--EXPECT--
~Thr ~Thr ~Thr ~Thr ~Thr ~Thr rot 'A,B,Nc,Call to private Pv::__construct() from global scope,Call to protected Pr::__construct() from global scope,Cannot instantiate abstract class Ab,Ex,ArrayObject::__construct(): Argument #1 ($array) must be of type array, int given,x11,Cannot instantiate enum En,Cannot instantiate interface If1,Class "Nope" not found,stdClass,TA,TB,Instantiation of class Closure is not allowed,The "Generator" class is reserved for internal use and cannot be manually instantiated,'
~Thr rot 'A,B,Nc,Call to private Pv::__construct() from global scope,Call to protected Pr::__construct() from global scope,Cannot instantiate abstract class Ab,Ex,ArrayObject::__construct(): Argument #1 ($array) must be of type array, int given,Thr,Cannot instantiate enum En,Cannot instantiate interface If1,Class "Nope" not found,stdClass,TA,TB,Instantiation of class Closure is not allowed,The "Generator" class is reserved for internal use and cannot be manually instantiated,'
rot 'A,B,Nc,Call to private Pv::__construct() from global scope,Call to protected Pr::__construct() from global scope,Cannot instantiate abstract class Ab,Ex,ArrayObject::__construct(): Argument #1 ($array) must be of type array, int given,x13,Cannot instantiate enum En,Cannot instantiate interface If1,Class "Nope" not found,stdClass,TA,TB,Instantiation of class Closure is not allowed,The "Generator" class is reserved for internal use and cannot be manually instantiated,'
mkrot 'A3,A3,B3,B3,Call to private Pv::__construct() from scope A,Call to private Pv::__construct() from scope A,Prpr1,Prpr1,Cannot instantiate abstract class Ab,Cannot instantiate abstract class Ab,'
mkrot 'A3,A3,B3,B3,Call to private Pv::__construct() from scope A,Call to private Pv::__construct() from scope A,Prpr1,Prpr1,Cannot instantiate abstract class Ab,Cannot instantiate abstract class Ab,'
mkrot 'A3,A3,B3,B3,Call to private Pv::__construct() from scope A,Call to private Pv::__construct() from scope A,Prpr1,Prpr1,Cannot instantiate abstract class Ab,Cannot instantiate abstract class Ab,'
own 'pv4'
own 'pv4'
own 'pv4'
own2 'pv43pr1pv43pr1pv43pr1'
own2 'pv43pr1pv43pr1pv43pr1'
own2 'pv43pr1pv43pr1pv43pr1'
sc 'A A Call to protected Pr::__construct() from scope Scope Pr Call to private Pv::__construct() from scope Scope Call to private Pv::__construct() from scope Scope2 B B A A '
sc 'A A Call to protected Pr::__construct() from scope Scope Pr Call to private Pv::__construct() from scope Scope Call to private Pv::__construct() from scope Scope2 B B A A '
sc 'A A Call to protected Pr::__construct() from scope Scope Pr Call to private Pv::__construct() from scope Scope Call to private Pv::__construct() from scope Scope2 B B A A '
~Thr ~Thr ~Thr ~Thr ~Thr ~Thr thr Ex: x11 13
~Thr thr 1
thr Ex: x13 13
nm 'AAAAAAAABABBBAAA'
nm 'AAAAAAAABABBBAAA'
nm 'AAAAAAAABABBBAAA'
par 'AB'
par 'AB'
par 'AB'
nmx Error: Cannot use "static" in the global scope 30
nmx Error: Cannot use "static" in the global scope 30
nmx Error: Cannot use "static" in the global scope 30
tr 'TATATATATATBTATATBTATCTCTCTCTC'
tr 'TATATATATATBTATATBTATCTCTCTCTC'
tr 'TATATATATATBTATATBTATCTCTCTCTC'
of1 'B[1,2.5,11]'
of1 'B[1,2.5,12]'
of1 'B[1,2.5,13]'
of2 'B[1,2,11]'
of2 'B[1,2,12]'
of2 'B[1,2,13]'
of3 TypeError: A::of(): Argument #2 must be of type float, string given, called in FILE on line 34 5
of3 TypeError: A::of(): Argument #2 must be of type float, string given, called in FILE on line 34 5
of3 TypeError: A::of(): Argument #2 must be of type float, string given, called in FILE on line 34 5
of4 'B[]'
of4 'B[]'
of4 'B[]'
of5 'B{"x":1,"y":2.5}'
of5 'B{"x":1,"y":2.5}'
of5 'B{"x":1,"y":2.5}'
of6 TypeError: A::of(): Argument #2 must be of type float, null given, called in FILE on line 37 5
of6 TypeError: A::of(): Argument #2 must be of type float, null given, called in FILE on line 37 5
of6 TypeError: A::of(): Argument #2 must be of type float, null given, called in FILE on line 37 5
ofi '[1,2,11][1,2][]'
ofi '[1,2,12][1,2][]'
ofi '[1,2,13][1,2][]'
[Implicit conversion from float 2.5 to int loses precision][Implicit conversion from float 2.5 to int loses precision][Implicit conversion from float 2.5 to int loses precision][Implicit conversion from float 2.5 to int loses precision][Implicit conversion from float 2.5 to int loses precision][Implicit conversion from float 2.5 to int loses precision][Implicit conversion from float 2.5 to int loses precision][Implicit conversion from float 2.5 to int loses precision][Implicit conversion from float 2.5 to int loses precision][Implicit conversion from float 2.5 to int loses precision][Implicit conversion from float 2.5 to int loses precision][Implicit conversion from float 2.5 to int loses precision]ofi2 '[1,2]'
[Implicit conversion from float 2.5 to int loses precision]ofi2 '[1,2]'
[Implicit conversion from float 2.5 to int loses precision]ofi2 '[1,2]'
ofu '[1,2.5,11,7,1]'
ofu '[1,2.5,12,7,1]'
ofu '[1,2.5,13,7,1]'
ofs '[null,[]][null,["a","5","1.5"]]["x",[]]'
ofs '[null,[]][null,["a","5","1.5"]]["x",[]]'
ofs '[null,[]][null,["a","5","1.5"]]["x",[]]'
ofr true
ofr true
ofr true
ofd 2
ofd 2
ofd 2
ofd2 TypeError: A::ofd(): Argument #2 must be of type A, Nc given, called in FILE on line 44 5
ofd2 TypeError: A::ofd(): Argument #2 must be of type A, Nc given, called in FILE on line 44 5
ofd2 TypeError: A::ofd(): Argument #2 must be of type A, Nc given, called in FILE on line 44 5
big 'B[9.223372036854776e+18,-9.223372036854776e+18,0,-0]'
big 'B[9.223372036854776e+18,-9.223372036854776e+18,0,-0]'
big 'B[9.223372036854776e+18,-9.223372036854776e+18,0,-0]'
refarg 'B[1,1,2]'
refarg 'B[1,1,2]'
refarg 'B[1,1,2]'
cnt true
cnt true
cnt true
~0 ~t ~1 ~t ~2 ~t ~3 ~t ~4 ~t ~5 ~t ~6 ~t ~7 ~t ~8 ~t ~9 ~t ~10 ~t ~11 ~t dt 't'
~12 ~t dt 't'
~13 ~t dt 't'
late '{"v":3,"x":true}{"v":3}{"q":5,"z":[1],"w":1}'
late '{"v":3,"x":true}{"v":3}{"q":5,"z":[1],"w":1}'
late '{"v":3,"x":true}{"v":3}{"q":5,"z":[1],"w":1}'
Cannot use "static" in the global scope
