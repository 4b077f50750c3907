--TEST--
$object::NAME, and undeclared properties by computed names
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
#[AllowDynamicProperties] class Bag { public $decl = 1; protected $prot = 2; } class NoDyn { } class Mg { private $a = []; function __set($n, $v) { echo "set $n "; $this->a[$n] = $v; } function __get($n) { echo "get $n "; return $this->a[$n] ?? null; } } final readonly class Ro { function __construct(public int $x) {} } enum En { case A; const X = 5; } class K { const T = 'K::T'; public static $s = 'K::$s'; static function f() { return static::class; } } class K2 extends K { const T = 'K2::T'; static $s = 'K2::$s'; } class Ds { const T = 'Ds'; function __destruct() { echo '~'; } }
function t($f) { try { $r = $f(); return is_object($r) ? get_class($r) : (is_array($r) ? json_encode($r) : $r); } catch (Throwable $e) { return get_class($e) . ':' . $e->getMessage(); } }
function cls($o) { return $o::T . $o::$s . $o::f() . $o::class; }
function tmp() { return (new Ds)::T . (new K2)::f(); }
function ref(&$o) { return $o::T; }
function dyn($o, $n, $v) { $o->$n = $v; return $o->$n; }
function dynk($o, $v) { $o->zzz = $v; return $o->zzz; }
set_error_handler(function ($n, $m) { echo "[$m]"; return true; });
for ($i = 0; $i < 2; $i++) {
  foreach ([new K, new K2, 'K', 'K2', null, 5, 'Nope', En::A, new stdClass] as $o) echo t(fn() => cls($o)), ' '; echo tmp(), t(function () { $k = new K2; return ref($k); }), t(fn() => En::A::X), "\n";
  $b = new Bag; for ($j = 0; $j < 12; $j++) { dyn($b, 'k' . ($j % 5), $j); dyn($b, "n$j", [$j]); } $r = &$b->k1; dyn($b, 'k1', 'ref'); echo $r; $r = 'w'; echo $b->k1; unset($b->k2); dyn($b, 'k2', new Ds); dyn($b, 'k2', 1); $copy = clone $b; dyn($copy, 'k0', 'copy'); $arr = (array) $b; dyn($b, 'k0', 'orig'); echo $copy->k0, $b->k0, $arr['k0'], count(get_object_vars($b)); unset($r);
  echo t(fn() => dyn($b, 'decl', 5)), t(fn() => dyn($b, 'prot', 5)), t(fn() => dyn($b, '', 5)), t(fn() => dyn($b, "\0x", 5)), t(fn() => dyn($b, 5, 6)), t(fn() => dyn(new NoDyn, "q$i", 1)), t(fn() => dynk(new NoDyn, 1)), t(fn() => dyn(new Mg, "m$i", 1)), t(fn() => dynk(new Mg, 2)), t(fn() => dyn(new Ro(1), "z$i", 1)), t(fn() => dyn(new Ro(1), "x", 1)), t(fn() => dyn(En::A, "z$i", 1)), t(fn() => dyn(new stdClass, "z$i", $b)), t(fn() => dyn(null, 'x', 1)), t(fn() => dynk(new ArrayObject, 1)), t(fn() => dyn(new ArrayObject([], ArrayObject::ARRAY_AS_PROPS), "k$i", 1)), t(fn() => dyn(function () {}, 'x', 1)), "\n"; 
  foreach ($b as $k => $v) { dyn($b, "it$k" , 1); if ($k === 'k4') break; } echo count((array) $b), "\n"; $lazy = (new ReflectionClass('Bag'))->newLazyGhost(function ($o) { echo 'init '; $o->pre = 1; }); dyn($lazy, "late$i", 2); echo json_encode($lazy), "\n"; }
--EXPECT--
K::TK::$sKK K2::TK2::$sK2K2 TypeError:Cannot use "::class" on string TypeError:Cannot use "::class" on string Error:Class name must be a valid object or a string Error:Class name must be a valid object or a string Error:Class "Nope" not found Error:Undefined constant En::T Error:Undefined constant stdClass::T ~DsK2K2::T5
refw~copyorig10185Error:Cannot access protected property Bag::$prot5Error:Cannot access property starting with "\0"6[Creation of dynamic property NoDyn::$q0 is deprecated]1[Creation of dynamic property NoDyn::$zzz is deprecated]1set m0 get m0 1set zzz get zzz 2Error:Cannot create dynamic property Ro::$z0Error:Cannot modify readonly property Ro::$xError:Cannot create dynamic property En::$z0BagError:Attempt to assign property "x" on null[Creation of dynamic property ArrayObject::$zzz is deprecated]11Error:Cannot create dynamic property Closure::$x
30
init {"decl":1,"pre":1,"late0":2}
K::TK::$sKK K2::TK2::$sK2K2 TypeError:Cannot use "::class" on string TypeError:Cannot use "::class" on string Error:Class name must be a valid object or a string Error:Class name must be a valid object or a string Error:Class "Nope" not found Error:Undefined constant En::T Error:Undefined constant stdClass::T ~DsK2K2::T5
refw~copyorig10185Error:Cannot access protected property Bag::$prot5Error:Cannot access property starting with "\0"6[Creation of dynamic property NoDyn::$q1 is deprecated]1[Creation of dynamic property NoDyn::$zzz is deprecated]1set m1 get m1 1set zzz get zzz 2Error:Cannot create dynamic property Ro::$z1Error:Cannot modify readonly property Ro::$xError:Cannot create dynamic property En::$z1BagError:Attempt to assign property "x" on null[Creation of dynamic property ArrayObject::$zzz is deprecated]11Error:Cannot create dynamic property Closure::$x
30
init {"decl":1,"pre":1,"late1":2}
