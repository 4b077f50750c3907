--TEST--
Typed properties bound to references, of lazy objects and clones, and static ones changed by operators
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
class P { public ?C $c = null; public int $n = 1; public array $l = []; public static ?C $s = null; public static int $count = 0; public static float|int $f = 0; public static $any; function setC($v) { $this->c = $v; } function setN($v) { $this->n = $v; } static function add($v) { self::$count += $v; return static::$count; } static function addf($v) { static::$f += $v; } static function adda($v) { self::$any .= $v; self::$any .= 'x'; } static function keep($v) { return self::$count *= $v; } static function mul($v) { self::$count -= $v; self::$count |= 3; self::$count ^= 1; self::$count **= 1; self::$count <<= 1; self::$count %= 1000; } }
class C { public $v = 1; } class CC extends C {} class Q extends P { public static int $count = 100; } class R extends P {}
function t($f) { try { $r = $f(); return is_object($r) ? get_class($r) : var_export($r, true); } catch (Throwable $e) { return get_class($e) . ':' . $e->getMessage(); } }
for ($i = 0; $i < 3; $i++) {
  $p = new P; $r = &$p->c; $p->setC(new C); echo get_class($r); $p->setC(new CC); echo get_class($r), t(fn() => $p->setC(new stdClass)), t(function () use (&$r) { $r = 5; }), "\n"; unset($r); $p->setC(null);
  $n = &$p->n; $p->setN("5"); var_dump($n); echo t(fn() => $p->setN("x")), t(function () use (&$n) { $n = "z"; }), "\n"; unset($n);
  echo P::add(1), Q::add(2), R::add(3), t(fn() => P::add("4")), t(fn() => P::add("x")), t(fn() => P::add(1.5)), t(fn() => P::add([])), t(fn() => P::add(null)), "\n";
  P::$count = PHP_INT_MAX; echo t(fn() => P::add(1)), t(fn() => P::keep(2)), "\n"; P::$count = 7; P::addf(1); P::addf(0.5); Q::addf(2); var_dump(P::$f, P::$count, Q::$count); P::mul(3); var_dump(P::$count);
  P::adda("s$i"); echo P::$any, "\n"; $sr = &P::$count; P::add(5); var_dump($sr); $sr = 3; P::add(1); var_dump(P::$count); unset($sr);
  $rc = new ReflectionClass('P'); $lazy = $rc->newLazyGhost(function ($o) { echo "init "; $o->setN(9); }); $lazy->setC(new C); var_dump($lazy->n, $lazy->c); $lz = $rc->newLazyProxy(function () { echo "proxy "; return new P; }); $lz->setC(new CC); var_dump(get_class($lz->c)); echo t(fn() => $lz->setC(1)), "\n";
  $c1 = clone $p; $c1->setC(new C); $c2 = clone $c1; $c2->c->v = 5; var_dump($c1->c->v);
  foreach (['c', 'n', 'l', 'zz'] as $name) { echo t(function () use ($p, $name) { $p->$name = new C; return $p->$name; }), ' '; } echo "\n";
}
--EXPECTF--
CCCTypeError:Cannot assign stdClass to property P::$c of type ?CTypeError:Cannot assign int to reference held by property P::$c of type ?C
int(5)
TypeError:Cannot assign string to property P::$n of type intTypeError:Cannot assign string to reference held by property P::$n of type int
1100610TypeError:Unsupported operand types: int + string
Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 2
1TypeError:Unsupported operand types: int + array0
TypeError:Cannot assign float to property P::$count of type intTypeError:Cannot assign float to property P::$count of type int
float(3.5)
int(7)
int(100)
int(12)
s0x
int(17)
int(4)
init int(9)
object(C)#4 (1) {
  ["v"]=>
  int(1)
}
proxy string(2) "CC"
TypeError:Cannot assign int to property P::$c of type ?C
int(5)
C TypeError:Cannot assign C to property P::$n of type int TypeError:Cannot assign C to property P::$l of type array 
Deprecated: Creation of dynamic property P::$zz is deprecated in %s on line 13
C 
CCCTypeError:Cannot assign stdClass to property P::$c of type ?CTypeError:Cannot assign int to reference held by property P::$c of type ?C
int(5)
TypeError:Cannot assign string to property P::$n of type intTypeError:Cannot assign string to reference held by property P::$n of type int
51001014TypeError:Unsupported operand types: int + string
Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 2
1TypeError:Unsupported operand types: int + array0
TypeError:Cannot assign float to reference held by property P::$count of type intTypeError:Cannot assign float to reference held by property P::$count of type int
float(7)
int(7)
int(100)
int(12)
s0xs1x
int(17)
int(4)
init int(9)
object(C)#5 (1) {
  ["v"]=>
  int(1)
}
proxy string(2) "CC"
TypeError:Cannot assign int to property P::$c of type ?C
int(5)
C TypeError:Cannot assign C to property P::$n of type int TypeError:Cannot assign C to property P::$l of type array 
Deprecated: Creation of dynamic property P::$zz is deprecated in %s on line 13
C 
CCCTypeError:Cannot assign stdClass to property P::$c of type ?CTypeError:Cannot assign int to reference held by property P::$c of type ?C
int(5)
TypeError:Cannot assign string to property P::$n of type intTypeError:Cannot assign string to reference held by property P::$n of type int
51001014TypeError:Unsupported operand types: int + string
Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 2
1TypeError:Unsupported operand types: int + array0
TypeError:Cannot assign float to reference held by property P::$count of type intTypeError:Cannot assign float to reference held by property P::$count of type int
float(10.5)
int(7)
int(100)
int(12)
s0xs1xs2x
int(17)
int(4)
init int(9)
object(C)#1 (1) {
  ["v"]=>
  int(1)
}
proxy string(2) "CC"
TypeError:Cannot assign int to property P::$c of type ?C
int(5)
C TypeError:Cannot assign C to property P::$n of type int TypeError:Cannot assign C to property P::$l of type array 
Deprecated: Creation of dynamic property P::$zz is deprecated in %s on line 13
C
