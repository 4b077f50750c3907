--TEST--
Calls of functions that only give a literal
--FILE--
<?php
namespace N;
function nothing($a) {}
function seven($a, $b = 2) { return 7; }
function fails($a = \UNKNOWN) { return 1; }
function name() { return 'name'; }
class A {
    public static function pub() { return 1.5; }
    private static function priv($x) { return 'p'; }
    static function none() { return; }
    function go() { return [self::priv(2), self::none(), A::pub(), static::pub(), (fn () => self::priv(3))()]; }
    function few() { return self::priv(); }
}
class B extends A { static function pub() { return 'B'; } static function viaself() { return self::pub() . parent::pub(); } }
trait T { static function t() { return 1; } function all() { return self::t(); } }
class C { use T; static function t() { return 2; } }
var_dump(nothing(1), nothing($undefined), seven("x"), seven(1, $u2, 3), name() . '!', \N\seven(4));
var_dump((new A)->go(), B::viaself(), (new C)->all(), A::pub(), \N\A::none());
try { seven(); } catch (\ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
try { (new A)->few(); } catch (\ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
try { A::priv(1); } catch (\Error $e) { echo $e->getMessage(), "\n"; }
seven($a = 5); echo $a, "\n";
seven(...[1, 2]); seven(b: 3, a: 1);
$r = &nothing(1);
if (rand(0, 1) < 2) { class D { static function d() { return 'd'; } function e() { return self::d(); } } }
echo (new D)->e(), D::d(), "\n";
for ($i = 0; $i < 3; $i++) nothing($i);
function reads() { var_dump(seven($undef)); try { fails(); } catch (\Error $e) { echo $e->getMessage(), "\n"; } }
reads();
function gen() { return 5; yield; }
var_dump(gen()->getReturn ?? null);
--EXPECTF--

Warning: Undefined variable $undefined in %s on line 17

Warning: Undefined variable $u2 in %s on line 17
NULL
NULL
int(7)
int(7)
string(5) "name!"
int(7)
array(5) {
  [0]=>
  string(1) "p"
  [1]=>
  NULL
  [2]=>
  float(1.5)
  [3]=>
  float(1.5)
  [4]=>
  string(1) "p"
}
string(4) "B1.5"
int(2)
float(1.5)
NULL
Too few arguments to function N\seven(), 0 passed in %s on line 19 and at least 1 expected
Too few arguments to function N\A::priv(), 0 passed in %s on line 12 and exactly 1 expected
Call to private method N\A::priv() from global scope
5

Notice: Only variables should be assigned by reference in %s on line 24
dd

Warning: Undefined variable $undef in %s on line 28
int(7)
Undefined constant "UNKNOWN"
NULL
