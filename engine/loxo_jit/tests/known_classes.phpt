--TEST--
Compiled functions read and write properties of objects whose class they know
--FILE--
<?php
// properties written and read by compiled functions, in all sorts of states
set_error_handler(function ($n, $m) { echo "[$m] "; return true; });
class P { public $a = 1; public int $i = 5; public ?float $f = 1.5; public ?P $p = null; public readonly int $r; public string|int $u = 'x';
  private(set) int $ps = 1; public array $arr = [1];
  function __construct() { $this->r = 7; }
  function inc() { $this->i++; return $this->i; }
  function dec() { return --$this->i; }
  function add($n) { $this->a += $n; return $this->a; }
  function addf($n) { $this->f += $n; return $this->f; }
  function setp($p) { $this->p = $p; }
  function setu($u) { $this->u = $u; }
  function seta($u) { $this->a = $u; }
  function rinc() { try { $this->r++; } catch (Error $e) { return get_class($e) . ': ' . $e->getMessage(); } return 'no'; }
  function rset($v) { try { $this->r = $v; } catch (Error $e) { return get_class($e) . ': ' . $e->getMessage(); } return 'no'; }
  function seti($v) { try { $this->i = $v; } catch (Error $e) { return get_class($e) . ': ' . $e->getMessage(); } return $this->i; }
  function psinc() { $this->ps++; return $this->ps; }
  function sum() { return $this->i + $this->a + $this->f + $this->i; }
}
class Q extends P { public $extra = 3; function __get($n) { echo "get $n "; return 4; } function __set($n, $v) { echo "set $n "; } }
class D { function __construct(public $n) {} function __destruct() { echo "~{$this->n} "; } }
class H { public int $v = 1 { get => $this->v * 2; set { echo "hook "; $this->v = $value; } } function inc() { $this->v++; return $this->v; } function set($x) { $this->v = $x; return $this->v; } }
function psout($o) { try { $o->ps = 5; } catch (Error $e) { return $e->getMessage(); } return $o->ps; }
function psinc($o) { try { $o->ps++; } catch (Error $e) { return $e->getMessage(); } return $o->ps; }
function reads($o) { return [$o->a, $o->i, $o->a]; }
function loop($o, $n) { $s = 0; for ($k = 0; $k < $n; $k++) { $s += $o->i; $o->i += 2; if ($k == 3) { $o = new P; } } return $s; }
function chain($o) { $n = 0; while ($o !== null) { $n++; $o->i = $n; $o = $o->p; } return $n; }
function mixed($o, $m) { $x = $o->i; $m($o); $y = $o->i; $o->i = $y + 1; return [$x, $y, $o->i]; }
function byref($o) { $r = &$o->a; $r = 10; $o->a += 5; $x = $o->a; unset($r); $o->a++; return [$x, $o->a]; }
for ($round = 0; $round < 8; $round++) {
  $p = new P; $q = new Q;
  echo $p->inc(), $p->dec(), $p->add(2), ' ', $p->addf(2), $p->addf(0.5), ' ';
  echo $p->rinc(), $p->rset(3), ' ', $p->psinc(), psout($p), psinc($p), "\n";
  $p->setu(5); $p->setu('abc'); echo $p->u; try { $p->setu([]); } catch (TypeError $e) { echo $e->getMessage(); }
  echo $p->seti(5), $p->seti('7'), $p->seti(1.0), ' ', $p->seti('x'), "\n";
  $p->setp($p); $p->setp(null); try { $p->setp(new D(1)); } catch (TypeError $e) { echo $e->getMessage(), ' '; unset($e); }
  $p->setp($q); $p->setp(null);
  $p->seta(new D($round)); $p->seta(new D('b')); $p->seta([1]); $p->seta('s' . $round); $p->seta("4"); echo $p->add("3"), "\n";
  echo implode(',', reads($q)), ' ', loop($p, 3 + $round), ' ';
  $q->setp($p); echo chain($q), ' ';
  echo implode(',', mixed($p, function ($o) { $o->i = 100; })), ' ';
  echo implode(',', mixed($q, function ($o) { unset($o->i); })), ' ';
  echo $q->i, ' '; $q->i = 3;
  try { echo $q->inc(); } catch (Error $e) { echo $e->getMessage(); }
  echo implode(',', byref(new P)), ' ';
  $h = new H; echo $h->inc(), $h->set(4), ' ';
  $p->i = PHP_INT_MAX; try { $p->inc(); } catch (TypeError $e) { echo $e->getMessage(); }
  $z = new P; unset($z->a); echo $z->add(1), ' '; unset($z->i); try { $z->inc(); } catch (Error $e) { echo $e->getMessage(); }
  try { echo $z->sum(); } catch (Error $e) { echo $e->getMessage(); }
  $z2 = new Q; unset($z2->a); $z2->seta(5); echo $z2->add(1), "\n";
  $s = new P; $s->a = "5"; echo $s->add(1); $s->a = null; echo $s->add(1); $s->a = true; echo $s->add(1); $s->a = 1.5; echo $s->add(1), $s->add(2.5); $s->a = 'abc'; try { echo $s->add(1); } catch (TypeError $e) { echo $e->getMessage(); } echo "\n";
}
abstract class Shape { protected $n = 0; public $w = 1; abstract function area(); function bump() { $this->n += $this->w; return $this->n; } }
class A1 extends Shape { public $x = 2; function area() { return $this->x * $this->w; } }
class B1 extends Shape { public $y = 3; public $w = 2; function area() { return $this->y + $this->w; } }
class C1 extends Shape { function area() { return 1; } }
class D1 extends Shape { protected $n = 5; function area() { return $this->n; } }
function total($list) { $t = 0; foreach ($list as $s) { $t += $s->area() + $s->bump() + $s->w; $s->w++; } return $t; }
for ($i = 0; $i < 6; $i++) echo total([new A1, new B1]), ' ', total([new C1, new A1, new D1, new B1]), "\n";
function nested($o) { $o->p->i += 3; $o->p->p->i++; return $o->p->i . $o->p->p->i; }
$x = new P; $x->p = new P; $x->p->p = new P; for ($i = 0; $i < 5; $i++) echo nested($x), ' ';
function null_in($o) { try { return $o->i + 1; } catch (Error $e) { return $e->getMessage(); } }
foreach ([$x, null, 5, $x, 'a', $x, new Q, null] as $v) echo null_in($v), ' ';
class Promo { function __construct(public int $a, protected $b = [], private ?Promo $c = null, public readonly float $d = 1) {} function all() { return [$this->a, $this->b, $this->d]; } }
function mk($i) { return new Promo($i, [$i], $i ? new Promo(0) : null, $i); }
for ($i = 0; $i < 6; $i++) echo json_encode(mk($i)->all());
try { for ($i = 0; $i < 6; $i++) { $pr = mk($i); (function () { $this->__construct(3); })->call($pr); } } catch (Error $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
653 3.54 Error: Cannot modify readonly property P::$rError: Cannot modify readonly property P::$r 2Cannot modify private(set) property P::$ps from global scopeCannot modify private(set) property P::$ps from global scope
abcCannot assign array to property P::$u of type string|int571 TypeError: Cannot assign string to property P::$i of type int
Cannot assign D to property P::$p of type ?P ~1 ~0 ~b 7
1,5,1 9 2 2,100,101 get i set i get i 1,4,4 get i 4 set i get i set i get i 415,16 hook 6hook 8 Cannot increment property P::$i of type int past its maximal value[Undefined property: P::$a] 1 Typed property P::$i must not be accessed before initializationTyped property P::$i must not be accessed before initializationset a get a set a get a 4
6122.55Unsupported operand types: string + int
653 3.54 Error: Cannot modify readonly property P::$rError: Cannot modify readonly property P::$r 2Cannot modify private(set) property P::$ps from global scopeCannot modify private(set) property P::$ps from global scope
abcCannot assign array to property P::$u of type string|int571 TypeError: Cannot assign string to property P::$i of type int
Cannot assign D to property P::$p of type ?P ~1 ~1 ~b 7
1,5,1 16 2 2,100,101 get i set i get i 1,4,4 get i 4 set i get i set i get i 415,16 hook 6hook 8 Cannot increment property P::$i of type int past its maximal value[Undefined property: P::$a] 1 Typed property P::$i must not be accessed before initializationTyped property P::$i must not be accessed before initializationset a get a set a get a 4
6122.55Unsupported operand types: string + int
653 3.54 Error: Cannot modify readonly property P::$rError: Cannot modify readonly property P::$r 2Cannot modify private(set) property P::$ps from global scopeCannot modify private(set) property P::$ps from global scope
abcCannot assign array to property P::$u of type string|int571 TypeError: Cannot assign string to property P::$i of type int
Cannot assign D to property P::$p of type ?P ~1 ~2 ~b 7
1,5,1 21 2 2,100,101 get i set i get i 1,4,4 get i 4 set i get i set i get i 415,16 hook 6hook 8 Cannot increment property P::$i of type int past its maximal value[Undefined property: P::$a] 1 Typed property P::$i must not be accessed before initializationTyped property P::$i must not be accessed before initializationset a get a set a get a 4
6122.55Unsupported operand types: string + int
653 3.54 Error: Cannot modify readonly property P::$rError: Cannot modify readonly property P::$r 2Cannot modify private(set) property P::$ps from global scopeCannot modify private(set) property P::$ps from global scope
abcCannot assign array to property P::$u of type string|int571 TypeError: Cannot assign string to property P::$i of type int
Cannot assign D to property P::$p of type ?P ~1 ~3 ~b 7
1,5,1 28 2 2,100,101 get i set i get i 1,4,4 get i 4 set i get i set i get i 415,16 hook 6hook 8 Cannot increment property P::$i of type int past its maximal value[Undefined property: P::$a] 1 Typed property P::$i must not be accessed before initializationTyped property P::$i must not be accessed before initializationset a get a set a get a 4
6122.55Unsupported operand types: string + int
653 3.54 Error: Cannot modify readonly property P::$rError: Cannot modify readonly property P::$r 2Cannot modify private(set) property P::$ps from global scopeCannot modify private(set) property P::$ps from global scope
abcCannot assign array to property P::$u of type string|int571 TypeError: Cannot assign string to property P::$i of type int
Cannot assign D to property P::$p of type ?P ~1 ~4 ~b 7
1,5,1 37 2 2,100,101 get i set i get i 1,4,4 get i 4 set i get i set i get i 415,16 hook 6hook 8 Cannot increment property P::$i of type int past its maximal value[Undefined property: P::$a] 1 Typed property P::$i must not be accessed before initializationTyped property P::$i must not be accessed before initializationset a get a set a get a 4
6122.55Unsupported operand types: string + int
653 3.54 Error: Cannot modify readonly property P::$rError: Cannot modify readonly property P::$r 2Cannot modify private(set) property P::$ps from global scopeCannot modify private(set) property P::$ps from global scope
abcCannot assign array to property P::$u of type string|int571 TypeError: Cannot assign string to property P::$i of type int
Cannot assign D to property P::$p of type ?P ~1 ~5 ~b 7
1,5,1 48 2 2,100,101 get i set i get i 1,4,4 get i 4 set i get i set i get i 415,16 hook 6hook 8 Cannot increment property P::$i of type int past its maximal value[Undefined property: P::$a] 1 Typed property P::$i must not be accessed before initializationTyped property P::$i must not be accessed before initializationset a get a set a get a 4
6122.55Unsupported operand types: string + int
653 3.54 Error: Cannot modify readonly property P::$rError: Cannot modify readonly property P::$r 2Cannot modify private(set) property P::$ps from global scopeCannot modify private(set) property P::$ps from global scope
abcCannot assign array to property P::$u of type string|int571 TypeError: Cannot assign string to property P::$i of type int
Cannot assign D to property P::$p of type ?P ~1 ~6 ~b 7
1,5,1 61 2 2,100,101 get i set i get i 1,4,4 get i 4 set i get i set i get i 415,16 hook 6hook 8 Cannot increment property P::$i of type int past its maximal value[Undefined property: P::$a] 1 Typed property P::$i must not be accessed before initializationTyped property P::$i must not be accessed before initializationset a get a set a get a 4
6122.55Unsupported operand types: string + int
653 3.54 Error: Cannot modify readonly property P::$rError: Cannot modify readonly property P::$r 2Cannot modify private(set) property P::$ps from global scopeCannot modify private(set) property P::$ps from global scope
abcCannot assign array to property P::$u of type string|int571 TypeError: Cannot assign string to property P::$i of type int
Cannot assign D to property P::$p of type ?P ~1 ~7 ~b 7
1,5,1 76 2 2,100,101 get i set i get i 1,4,4 get i 4 set i get i set i get i 415,16 hook 6hook 8 Cannot increment property P::$i of type int past its maximal value[Undefined property: P::$a] 1 Typed property P::$i must not be accessed before initializationTyped property P::$i must not be accessed before initializationset a get a set a get a 4
6122.55Unsupported operand types: string + int
13 28
13 28
13 28
13 28
13 28
13 28
86 117 148 179 2010 6 [Attempt to read property "i" on null] 1 [Attempt to read property "i" on int] 1 6 [Attempt to read property "i" on string] 1 6 6 [Attempt to read property "i" on null] 1 [0,[0],0][1,[1],1][2,[2],2][3,[3],3][4,[4],4][5,[5],5]Cannot modify readonly property Promo::$d
