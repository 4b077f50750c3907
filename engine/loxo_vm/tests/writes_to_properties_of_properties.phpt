--TEST--
Properties of what properties and elements hold are written: typed ones, readonly ones, hooks, magic methods, references, destructors
--FILE--
<?php
// nested property writes
set_error_handler(function ($n, $m, $f, $l) { echo "[$m @$l]\n"; return true; });
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~{$this->n} "; } }
#[AllowDynamicProperties] class N { public $a; public $b; public ?N $t = null; public int $i = 0; public float $f = 0.0; public string $s = ''; public readonly N $ro; private $p; public private(set) ?N $as = null;
 public N|D|null $u = null; public ?iterable $it = null; public self|array|null $sa = null;
 function __construct(public $id = 0) {}
 function setRo($x) { $this->ro = $x; } function setAs($x) { $this->as = $x; } }
class H { private array $d = []; public function __get($n) { echo "get$n "; return $this->d[$n] ?? null; } public function __set($n, $v) { echo "set$n "; $this->d[$n] = $v; } }
class K { private $back; public $h { get { echo 'hook '; return $this->back ??= new N; } set { echo 'hset '; $this->back = $value; } } }
function w1($o, $v) { $o->a->b = $v; }
function w2($o, $v) { $o->a->b->a = $v; }
function w3($o, $v) { return $o->t->i = $v; }
function w4($o, $v) { return $o->t->f = $v; }
function w5($o, $v) { $o->t->t = $v; }
function w6($o, $v) { $o->ro->a = $v; }
function w7($o, $v) { $o->as->a = $v; }
function w8(&$o, $v) { $o->a->b = $v; }
function w9($o, $k, $v) { $o->a[$k]->b = $v; }
function w10($o, $k, $v) { $o->a[$k]->b->a = $v; }
function w11($arr, $k, $v) { $arr[$k]->b = $v; return $arr; }
function w12($o, $v) { $o->a->dyn = $v; }
function w13($o, $v) { $o->dyn->a = $v; }
function w14($o, $k, $v) { $o->a->b[$k] = $v; }
function w15($o, $k, $v) { $o->a->b[$k]->a = $v; }
function w16($o, $k, $v) { $o->a->b[] = $v; }
function w17($o) { return $o->a->i++ + ++$o->a->i; }
function w18($o, $v) { return $o->a->i += $v; }
function w19($o, $k) { return $o->a->b[$k]++; }
function w20($o, $v) { return $o->u->u = $v; }
function w21($o, $v) { return $o->t->it = $v; }
function w22($o, $v) { return $o->t->s = $v; }
function w23($o, $v) { return $o->t->sa = $v; }
function w24($o, $v) { $o->h->a = $v; }
function w25($o, $v) { $o->t->p = $v; }
function w26($v) { $un->a->b = $v; }
function w27($o) { $r = &$o->a->b; $r = 5; return $o->a->b; }
function w28($o, $k) { $r = &$o->a->b[$k]; $r = 6; return $o->a->b; }
function w29($o, $v) { $o->a->b = $o->a->b = $v; }
function w30($o) { unset($o->a->b); }
function w31($o, $v) { return $o->a->b ??= $v; }
class T extends N { function self1() { $this->a->b = $this; $this->t->t = $this; $this->t->i = $this; }
 function links($o) { $o->a->b = $o->b; $o->b->a = $o->a; $this->a->a->b = $o; $this->a->a = $o; } }
function tr($f) { try { $r = $f(); if (!is_object($r)) var_dump($r); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; } }
for ($i = 0; $i < 12; $i++) {
 ob_start();
 $o = new N(1); $o->a = new N(2); $o->a->b = new N(3); $o->t = new N(4); $o->u = new N(5);
 foreach ([1, 2.5, 'x', null, true, [1], new D("d"), new N(9), '12', '1e1'] as $v) {
  tr(fn() => w1($o, $v)); $o->a->b = new N(3);
  tr(fn() => w2($o, $v)); tr(fn() => w3($o, $v)); tr(fn() => w4($o, $v)); tr(fn() => w5($o, $v)); $o->t ??= new N(4);
  tr(fn() => w20($o, $v)); tr(fn() => w21($o, $v)); tr(fn() => w22($o, $v)); tr(fn() => w23($o, $v)); tr(fn() => w25($o, $v));
  tr(fn() => w29($o, $v)); tr(fn() => w12($o, $v)); tr(fn() => w13($o, $v)); $o->a->b = new N(3);
 }
 unset($v); echo "\n";
 tr(fn() => w6($o, 1)); $o->setRo(new N(7)); tr(fn() => w6($o, 1)); echo $o->ro->a, "\n";
 tr(fn() => w7($o, 1)); $o->setAs(new N(8)); tr(fn() => w7($o, 2)); echo $o->as->a, "\n";
 $p = new N; $p->a = 5; tr(fn() => w1($p, 1)); tr(fn() => w2($p, 1)); $p->a = null; tr(fn() => w1($p, 1)); $p->a = 'str'; tr(fn() => w1($p, 1)); $p->a = [1]; tr(fn() => w1($p, 1));
 $x = new N; $r = &$p->a; $r = $x; tr(fn() => w1($p, 1)); tr(fn() => w2($p, 1)); echo $x->b, "\n"; unset($r);
 $p->a = new N; $q = &$p->a->b; tr(fn() => w1($p, 77)); var_dump($q); unset($q);
 unset($p->a->b); tr(fn() => w1($p, 78)); unset($p->a); tr(fn() => w1($p, 79)); var_dump(isset($p->a));
 $h = new H; tr(fn() => w1($h, 1)); $h->a = new N; tr(fn() => w1($h, 1)); tr(fn() => w8($h, 1)); $n = new N; $n->a = $h; tr(fn() => w1($n, 1)); tr(fn() => w2($n, 1));
 $k = new K; tr(fn() => w24($k, 1)); echo $k->h->a, "\n";
 $y = 5; tr(fn() => w8($y, 1)); $y = null; tr(fn() => w8($y, 1)); var_dump($y); $y = new N; $y->a = new N; $yy = &$y; tr(fn() => w8($y, new D('yy'))); tr(fn() => w8($y, 1)); unset($yy);
 $z = new N; $z->a = [new N, 'k' => new N, 5]; $cp = $z->a; tr(fn() => w9($z, 0, 1)); tr(fn() => w9($z, 'k', 1)); tr(fn() => w9($z, 2, 1)); tr(fn() => w9($z, 99, 1)); tr(fn() => w9($z, 2, 1)); tr(fn() => w10($z, 0, 1)); $z->a[0]->b = new N; tr(fn() => w10($z, 0, 1)); tr(fn() => w10($z, '0', 1)); tr(fn() => w10($z, null, 1)); tr(fn() => w10($z, 1.5, 1)); tr(fn() => w10($z, [], 1));
 tr(fn() => count(w11($cp, 'k', 3))); echo $cp['k']->b; tr(fn() => w11($cp, 7, 3)); tr(fn() => w11('abc', 0, 3)); tr(fn() => w11(null, 0, 3));tr(fn() => w11($o, 0, 3));
 $o->a->b = []; tr(fn() => w14($o, 1, 2)); tr(fn() => w14($o, 'z', 2)); tr(fn() => w16($o, 1, 2)); tr(fn() => w15($o, 1, 2)); $o->a->b[1] = new N; tr(fn() => w15($o, 1, new D('w15'))); tr(fn() => w15($o, 1, 2)); $o->a->b = [1, 2]; tr(fn() => w19($o, 1)); tr(fn() => w28($o, 0)); tr(fn() => w27($o)); tr(fn() => w30($o)); tr(fn() => w31($o, 4)); tr(fn() => w31($o, 5)); tr(fn() => w17($o)); tr(fn() => w18($o, 3)); tr(fn() => w18($o, 3.5)); $o->a->i = PHP_INT_MAX; tr(fn() => w17($o)); tr(fn() => w18($o, 1)); tr(fn() => w18($o, 'q'));
 $o->a->b = new D('old'); tr(fn() => w1($o, new D('new'))); tr(fn() => w1($o, null)); tr(fn() => w26(1));
 $t = new T; $t->a = new N; $t->a->a = new N; $t->t = new N; tr(fn() => $t->self1()); $l = new N; $l->a = new N; $l->b = new N; tr(fn() => $t->links($l)); $t = $l = null; gc_collect_cycles(); $y = $z = $cp = $o = $p = null;
 $all[] = ob_get_clean();
}
echo $all[0], count(array_unique($all)), "\n";
--EXPECT--
NULL
NULL
int(1)
float(1)
TypeError: Cannot assign int to property N::$t of type ?N
TypeError: Cannot assign int to property N::$u of type N|D|null
TypeError: Cannot assign int to property N::$it of type Traversable|array|null
string(1) "1"
TypeError: Cannot assign int to property N::$sa of type self|array|null
Error: Cannot access private property N::$p
NULL
NULL
Error: Attempt to assign property "a" on null
NULL
NULL
[Implicit conversion from float 2.5 to int loses precision @13]
int(2)
float(2.5)
TypeError: Cannot assign float to property N::$t of type ?N
TypeError: Cannot assign float to property N::$u of type N|D|null
TypeError: Cannot assign float to property N::$it of type Traversable|array|null
string(3) "2.5"
TypeError: Cannot assign float to property N::$sa of type self|array|null
Error: Cannot access private property N::$p
NULL
NULL
Error: Attempt to assign property "a" on null
NULL
NULL
TypeError: Cannot assign string to property N::$i of type int
TypeError: Cannot assign string to property N::$f of type float
TypeError: Cannot assign string to property N::$t of type ?N
TypeError: Cannot assign string to property N::$u of type N|D|null
TypeError: Cannot assign string to property N::$it of type Traversable|array|null
string(1) "x"
TypeError: Cannot assign string to property N::$sa of type self|array|null
Error: Cannot access private property N::$p
NULL
NULL
Error: Attempt to assign property "a" on null
NULL
NULL
TypeError: Cannot assign null to property N::$i of type int
TypeError: Cannot assign null to property N::$f of type float
NULL
NULL
NULL
TypeError: Cannot assign null to property N::$s of type string
NULL
Error: Cannot access private property N::$p
NULL
NULL
Error: Attempt to assign property "a" on null
NULL
NULL
int(1)
float(1)
TypeError: Cannot assign true to property N::$t of type ?N
TypeError: Cannot assign true to property N::$u of type N|D|null
TypeError: Cannot assign true to property N::$it of type Traversable|array|null
string(1) "1"
TypeError: Cannot assign true to property N::$sa of type self|array|null
Error: Cannot access private property N::$p
NULL
NULL
Error: Attempt to assign property "a" on null
NULL
NULL
TypeError: Cannot assign array to property N::$i of type int
TypeError: Cannot assign array to property N::$f of type float
TypeError: Cannot assign array to property N::$t of type ?N
TypeError: Cannot assign array to property N::$u of type N|D|null
array(1) {
  [0]=>
  int(1)
}
TypeError: Cannot assign array to property N::$s of type string
array(1) {
  [0]=>
  int(1)
}
Error: Cannot access private property N::$p
NULL
NULL
Error: Attempt to assign property "a" on null
NULL
NULL
TypeError: Cannot assign D to property N::$i of type int
TypeError: Cannot assign D to property N::$f of type float
TypeError: Cannot assign D to property N::$t of type ?N
TypeError: Cannot assign D to property N::$it of type Traversable|array|null
TypeError: Cannot assign D to property N::$s of type string
TypeError: Cannot assign D to property N::$sa of type self|array|null
Error: Cannot access private property N::$p
NULL
NULL
Error: Attempt to assign property "a" on null
NULL
NULL
TypeError: Cannot assign N to property N::$i of type int
TypeError: Cannot assign N to property N::$f of type float
NULL
TypeError: Cannot assign N to property N::$it of type Traversable|array|null
TypeError: Cannot assign N to property N::$s of type string
Error: Cannot access private property N::$p
NULL
NULL
Error: Attempt to assign property "a" on null
NULL
NULL
int(12)
float(12)
TypeError: Cannot assign string to property N::$t of type ?N
TypeError: Cannot assign string to property N::$u of type N|D|null
TypeError: Cannot assign string to property N::$it of type Traversable|array|null
string(2) "12"
TypeError: Cannot assign string to property N::$sa of type self|array|null
Error: Cannot access private property N::$p
NULL
NULL
Error: Attempt to assign property "a" on null
NULL
NULL
int(10)
float(10)
TypeError: Cannot assign string to property N::$t of type ?N
TypeError: Cannot assign string to property N::$u of type N|D|null
TypeError: Cannot assign string to property N::$it of type Traversable|array|null
string(3) "1e1"
TypeError: Cannot assign string to property N::$sa of type self|array|null
Error: Cannot access private property N::$p
NULL
NULL
Error: Attempt to assign property "a" on null
~d 
Error: Cannot indirectly modify readonly property N::$ro
NULL
1
Error: Cannot indirectly modify private(set) property N::$as from global scope
NULL
2
Error: Attempt to assign property "b" on int
Error: Attempt to modify property "b" on int
Error: Attempt to assign property "b" on null
Error: Attempt to assign property "b" on string
Error: Attempt to assign property "b" on array
NULL
Error: Attempt to assign property "a" on int
1
NULL
int(77)
NULL
Error: Attempt to assign property "b" on null
bool(false)
geta [Indirect modification of overloaded property H::$a has no effect @11]
Error: Attempt to assign property "b" on null
seta geta NULL
geta NULL
setb NULL
getb [Indirect modification of overloaded property H::$b has no effect @12]
Error: Attempt to assign property "a" on int
hook NULL
hook 1
Error: Attempt to modify property "a" on int
Error: Attempt to modify property "a" on null
NULL
NULL
~yy NULL
NULL
NULL
Error: Attempt to assign property "b" on null
Error: Attempt to assign property "b" on null
Error: Attempt to assign property "b" on null
Error: Attempt to assign property "a" on int
NULL
NULL
Error: Attempt to modify property "b" on null
[Implicit conversion from float 1.5 to int loses precision @20]
Error: Attempt to modify property "b" on int
TypeError: Cannot access offset of type array on array
int(3)
3Error: Attempt to assign property "b" on null
Error: Cannot use string offset as an object
Error: Attempt to assign property "b" on null
Error: Cannot use object of type N as array
NULL
NULL
NULL
Error: Attempt to assign property "a" on int
NULL
~w15 NULL
int(2)
array(2) {
  [0]=>
  int(6)
  [1]=>
  int(3)
}
int(5)
NULL
int(4)
int(4)
int(2)
int(5)
[Implicit conversion from float 8.5 to int loses precision @28]
int(8)
TypeError: Cannot increment property N::$i of type int past its maximal value
TypeError: Cannot assign float to property N::$i of type int
TypeError: Unsupported operand types: int + string
~old NULL
~new NULL
Error: Attempt to modify property "a" on null
TypeError: Cannot assign T to property N::$i of type int
NULL
1
