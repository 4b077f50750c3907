--TEST--
Static methods of named classes, called by closures that are bound to several scopes
--FILE--
<?php
set_error_handler(function ($level, $message) { echo "($message) "; return true; });
class A { public static function f($x) { return 'A' . $x; } protected static function p() { return 'Ap'; } private static function q() { return 'Aq'; } public static function __callStatic($n, $a) { return "magic $n"; } public function inst() { return isset($this) ? get_class($this) : 'none'; }
 static function mk() { return function () { $r = ''; for ($i = 0; $i < 5; $i++) $r .= A::p() . A::q() . A::f($i); return $r; }; } 
 function mi() { return function () { $r = ''; for ($i = 0; $i < 3; $i++) $r .= A::inst(); return $r; }; } }
class B extends A { public static function f($x) { return 'B' . $x; } private static function q() { return 'Bq'; } }
class C { static function run($f) { return Closure::bind($f, null, self::class)(); } }
$f = function () { $r = ''; for ($i = 0; $i < 5; $i++) $r .= A::p() . A::q() . A::f($i) . B::f(1); return $r; };
for ($k = 0; $k < 3; $k++) { echo $f(), "\n", Closure::bind($f, null, A::class)(), "\n", Closure::bind($f, null, B::class)(), "\n", C::run($f), "\n", A::mk()(), "\n", (new A)->mi()(), "\n", (new B)->mi()(), "\n"; }
$fib = function () { for ($i = 0; $i < 10; $i++) { $x = Fiber::suspend($i); echo $x, ' '; } return 'r'; };
for ($k = 0; $k < 3; $k++) { $fb = new Fiber($fib); $v = $fb->start(); while (!$fb->isTerminated()) { $v = $fb->resume("v$v"); } echo $fb->getReturn(), "\n"; }
try { $fib2 = function () { for ($i = 0; $i < 5; $i++) { try { Fiber::suspend($i); } catch (Exception $e) { echo 'c', $e->getMessage(), ' '; } } }; $fb = new Fiber($fib2); $fb->start(); $fb->throw(new Exception('1')); $fb->resume(); $fb->throw(new Exception('2')); unset($fb); echo "gone\n"; } catch (Throwable $e) { echo $e->getMessage(); }
function outside() { for ($i = 0; $i < 3; $i++) { try { Fiber::suspend(1); } catch (FiberError $e) { echo $e->getMessage(), "\n"; } } } outside(); outside();
function dt() { $r = ''; for ($i = 1; $i < 6; $i++) { $d = DateTimeImmutable::createFromFormat('Y-m-d', "2020-01-0$i"); $r .= $d->format('D'); try { DateTimeImmutable::createFromFormat(); } catch (ArgumentCountError $e) { $r .= '!'; } } return $r; } echo dt(), dt(), "\n";
function en() { $f = SplFixedArray::fromArray([1, 2, 3]); $r = 0; foreach ($f as $v) $r += $v; $c = Closure::fromCallable('strlen'); return $r . $c('abc') . WeakReference::create($f)->get()->getSize(); } for ($i = 0; $i < 5; $i++) echo en(), "\n";
class E extends DateTime { static function make() { return parent::createFromFormat('Y', '2021'); } } for ($i = 0; $i < 5; $i++) echo get_class(E::make()), get_class(E::createFromFormat('Y', '2021')), "\n";
--EXPECT--
magic pmagic qA0B1magic pmagic qA1B1magic pmagic qA2B1magic pmagic qA3B1magic pmagic qA4B1
ApAqA0B1ApAqA1B1ApAqA2B1ApAqA3B1ApAqA4B1
Apmagic qA0B1Apmagic qA1B1Apmagic qA2B1Apmagic qA3B1Apmagic qA4B1
magic pmagic qA0B1magic pmagic qA1B1magic pmagic qA2B1magic pmagic qA3B1magic pmagic qA4B1
ApAqA0ApAqA1ApAqA2ApAqA3ApAqA4
AAA
BBB
magic pmagic qA0B1magic pmagic qA1B1magic pmagic qA2B1magic pmagic qA3B1magic pmagic qA4B1
ApAqA0B1ApAqA1B1ApAqA2B1ApAqA3B1ApAqA4B1
Apmagic qA0B1Apmagic qA1B1Apmagic qA2B1Apmagic qA3B1Apmagic qA4B1
magic pmagic qA0B1magic pmagic qA1B1magic pmagic qA2B1magic pmagic qA3B1magic pmagic qA4B1
ApAqA0ApAqA1ApAqA2ApAqA3ApAqA4
AAA
BBB
magic pmagic qA0B1magic pmagic qA1B1magic pmagic qA2B1magic pmagic qA3B1magic pmagic qA4B1
ApAqA0B1ApAqA1B1ApAqA2B1ApAqA3B1ApAqA4B1
Apmagic qA0B1Apmagic qA1B1Apmagic qA2B1Apmagic qA3B1Apmagic qA4B1
magic pmagic qA0B1magic pmagic qA1B1magic pmagic qA2B1magic pmagic qA3B1magic pmagic qA4B1
ApAqA0ApAqA1ApAqA2ApAqA3ApAqA4
AAA
BBB
v0 v1 v2 v3 v4 v5 v6 v7 v8 v9 r
v0 v1 v2 v3 v4 v5 v6 v7 v8 v9 r
v0 v1 v2 v3 v4 v5 v6 v7 v8 v9 r
c1 c2 gone
Cannot suspend outside of a fiber
Cannot suspend outside of a fiber
Cannot suspend outside of a fiber
Cannot suspend outside of a fiber
Cannot suspend outside of a fiber
Cannot suspend outside of a fiber
Wed!Thu!Fri!Sat!Sun!Wed!Thu!Fri!Sat!Sun!
633
633
633
633
633
EE
EE
EE
EE
EE
