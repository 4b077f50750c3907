--TEST--
Constructors that become part of compiled code, in odd circumstances
--ENV--
LOXO_STRESS=jit
LOXO_JIT=hot=4
--FILE--
<?php
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~D", $this->n, "\n"; } }
class T { function __construct(public int $a, public ?T $t = null) { if ($a == 7) throw new Exception("seven"); } function __destruct() { echo "~T", $this->a, "\n"; } }
class R { public readonly string $s; private array $list = [1]; function __construct(string $s, array $l = [2, 3]) { $this->s = $s; $this->list = $l; } function l() { return $this->list; } }
class RR { public readonly int $x; function __construct(int $x) { $this->x = $x; try { $this->x = 2; } catch (Error $e) { echo $e->getMessage(), "\n"; } } }
class S { static $c = 0; public $id; function __construct($v) { $this->id = $v; $this->id .= "x"; } }
abstract class A { protected $k; function __construct($k) { $this->k = $k; } function k() { return $this->k; } }
class B extends A { private $own; function __construct($k, $o) { parent::__construct($k); $this->own = $o; } function o() { return [$this->k, $this->own]; } }
class N extends A {}
class P { private function __construct(public int|string $v) {} static function of($v) { return new self($v); } static function of2($v) { return new static($v); } }
class Self_ { public $me; public $o; function __construct($o) { $this->me = $this; $this->o = $o; } }
class Typed { public function __construct(public int $i, public float $f, public bool $b, public string $s, public ?array $a, public iterable $it, public ?Typed $t, public self|null $u, public int|Typed $w) {} }
class Deft { public $x = "deflt"; public $y = [1, 2]; public ?D $d = null; function __construct($x) { $this->x = $x; $this->y = $x; } }
class Hook { public int $h { set { echo "set $value\n"; $this->h = $value * 2; } } function __construct($v) { $this->h = $v; } }
class Asym { public private(set) int $z; public function __construct(int $z) { $this->z = $z; } }
class Magic { private $data = []; function __construct($a) { $this->foo = $a; } function __set($n, $v) { echo "set $n\n"; $this->data[$n] = $v; } }
#[AllowDynamicProperties] class Dyn { function __construct($a) { $this->dd = $a; } }
class Un { public int $u; public $v; function __construct($v) { unset($this->v); $this->v = $v; } }
class Arg { function __construct($a, $b = PHP_INT_MAX, ...$c) { $this->all = func_num_args(); } public $all; }
class NoCtor { public $q = 1; }
function show(...$all) { foreach ($all as $one) echo str_replace("\0", '', serialize($one)), "\n"; }
function t($f, ...$a) { try { return $f(...$a); } catch (Throwable $e) { echo get_class($e), ": ", preg_replace('/called in .*/', '', $e->getMessage()), " @", $e->getLine(), "\n"; return null; } }
function d($i) { return new D($i); }
function mt($i) { return new T($i, new T($i + 100)); }
function r($s) { return new R($s); }
function rr($s) { return new RR($s); }
function s($s) { $x = new S($s); return $x->id; }
function b($s) { $x = new B($s, [$s]); return $x->o(); }
function n($s) { $x = new N($s); return $x->k(); }
function sf($s) { $x = new Self_([$s]); return $x; }
function ty($i, $f, $b, $s, $a) { static $last = null; return $last = new Typed($i, $f, $b, $s, $a, $a ?? [], $last, null, $i); }
function df($x) { return new Deft($x); }
function hk($x) { return (new Hook($x))->h; }
function as_($x) { return (new Asym($x))->z; }
function mg($x) { return new Magic($x); }
function dy($x) { return (new Dyn($x))->dd; }
function un($x) { return new Un($x); }
function ag($x) { return [(new Arg($x))->all, (new Arg($x, 2, 3, 4))->all]; }
function nc($x) { $o = new NoCtor; $p = new NoCtor($x); return $o->q + $p->q; }
class Prop { public $a = 1; public $b = "s"; function mk() { return new Deft($this->a); } function mk2() { return [new Deft($this->b), new T($this->a)]; } }
function nested($i) { return new B(new N(new D($i)), new R("z$i")); }
function undef($i) { if ($i > 2) $q = $i; return new D($q ?? null); }
function ovr($i) { $a = new D($i); $a = new D($a->n + 1); return $a->n; }
function intofloat($i) { $o = new Typed($i, $i, true, "s", null, [], null, null, 1); return $o->f; }
function strs($i) { $s = str_repeat("ab", $i); $o = new R($s, [$s]); $s .= "q"; return [$o->s, $o->l(), $s]; }
function many($i) { $l = []; for ($k = 0; $k < 5; $k++) { $l[] = new T($k == 4 ? $i : $k); } return count($l); }
class V { function __construct(public readonly float $x, public readonly float $y) {} function add(V $o): V { return new V($this->x + $o->x, $this->y + $o->y); } function dot(V $o): float { return $this->x * $o->x + $this->y * $o->y; } function self(): static { return $this; } }
class W extends V {}
function vv($i) { $v = $i % 3 == 2 ? new W(1, $i) : new V($i, 0.5); $w = $v->add(new V(1, 2)); return $w->dot($v) + $w->self()->dot($w); }
function vbad($i) { $v = new V(1, 2); return $v->dot($i > 4 ? new D($i) : $v); }
$prop = new Prop;
for ($i = 0; $i < 9; $i++) {
  echo "--$i\n";
  t('d', $i); t('mt', $i); show(t('r', "s$i")); t('rr', $i); show(t('s', $i), t('b', $i), t('n', "n$i")); $x = t('sf', $i); echo spl_object_id($x) > 0, count($x->o), "\n"; unset($x); gc_collect_cycles();
  t('ty', $i, 1.5 * $i, $i > 4, "q", $i == 3 ? null : [$i]); t('ty', "12", 3, 0, 5, []); t('ty', "ab", 3, 0, 5, []);
  show(t('df', [$i]), t('hk', $i), t('as_', $i)); t('mg', $i); show(t('dy', $i)); show(t('un', $i)); show(t('ag', $i), t('nc', $i));
  show($prop->mk()); t(fn() => $prop->mk2()); if ($i == 5) { $prop->a = 7; } if ($i == 6) $prop->a = "x"; if ($i == 7) $prop->a = 3; t(fn() => $prop->mk2());
  show(t('nested', $i)); t('undef', $i); show(t('ovr', $i), t('intofloat', $i), t('strs', $i), t('many', $i), t('vv', $i), t('vbad', $i));
  show(t(fn() => P::of($i)), t(fn() => P::of2("p$i")), t(fn() => P::of([])));
}
--EXPECT--
--0
~D0
~T0
~T100
O:1:"R":2:{s:1:"s";s:2:"s0";s:7:"Rlist";a:2:{i:0;i:2;i:1;i:3;}}
Cannot modify readonly property RR::$x
s:2:"0x";
a:2:{i:0;i:0;i:1;a:1:{i:0;i:0;}}
s:2:"n0";
11
TypeError: Typed::__construct(): Argument #1 ($i) must be of type int, string given,  @12
set 0
O:4:"Deft":3:{s:1:"x";a:1:{i:0;i:0;}s:1:"y";a:1:{i:0;i:0;}s:1:"d";N;}
i:0;
i:0;
set foo
i:0;
O:2:"Un":1:{s:1:"v";i:0;}
a:2:{i:0;i:1;i:1;i:4;}
i:2;
O:4:"Deft":3:{s:1:"x";i:1;s:1:"y";i:1;s:1:"d";N;}
~T1
~T1
O:1:"B":2:{s:4:"*k";O:1:"N":1:{s:4:"*k";O:1:"D":1:{s:1:"n";i:0;}}s:6:"Bown";O:1:"R":2:{s:1:"s";s:2:"z0";s:7:"Rlist";a:2:{i:0;i:2;i:1;i:3;}}}
~D0
~D
~D0
~D1
~T0
~T1
~T2
~T3
~T0
i:1;
d:0;
a:3:{i:0;s:0:"";i:1;a:1:{i:0;s:0:"";}i:2;s:1:"q";}
i:5;
d:8.5;
d:5;
TypeError: P::__construct(): Argument #1 ($v) must be of type string|int, array given,  @10
O:1:"P":1:{s:1:"v";i:0;}
O:1:"P":1:{s:1:"v";s:2:"p0";}
N;
--1
~D1
~T1
~T101
O:1:"R":2:{s:1:"s";s:2:"s1";s:7:"Rlist";a:2:{i:0;i:2;i:1;i:3;}}
Cannot modify readonly property RR::$x
s:2:"1x";
a:2:{i:0;i:1;i:1;a:1:{i:0;i:1;}}
s:2:"n1";
11
TypeError: Typed::__construct(): Argument #1 ($i) must be of type int, string given,  @12
set 1
O:4:"Deft":3:{s:1:"x";a:1:{i:0;i:1;}s:1:"y";a:1:{i:0;i:1;}s:1:"d";N;}
i:2;
i:1;
set foo
i:1;
O:2:"Un":1:{s:1:"v";i:1;}
a:2:{i:0;i:1;i:1;i:4;}
i:2;
O:4:"Deft":3:{s:1:"x";i:1;s:1:"y";i:1;s:1:"d";N;}
~T1
~T1
O:1:"B":2:{s:4:"*k";O:1:"N":1:{s:4:"*k";O:1:"D":1:{s:1:"n";i:1;}}s:6:"Bown";O:1:"R":2:{s:1:"s";s:2:"z1";s:7:"Rlist";a:2:{i:0;i:2;i:1;i:3;}}}
~D1
~D
~D1
~D2
~T0
~T1
~T2
~T3
~T1
i:2;
d:1;
a:3:{i:0;s:2:"ab";i:1;a:1:{i:0;s:2:"ab";}i:2;s:3:"abq";}
i:5;
d:13.5;
d:5;
TypeError: P::__construct(): Argument #1 ($v) must be of type string|int, array given,  @10
O:1:"P":1:{s:1:"v";i:1;}
O:1:"P":1:{s:1:"v";s:2:"p1";}
N;
--2
~D2
~T2
~T102
O:1:"R":2:{s:1:"s";s:2:"s2";s:7:"Rlist";a:2:{i:0;i:2;i:1;i:3;}}
Cannot modify readonly property RR::$x
s:2:"2x";
a:2:{i:0;i:2;i:1;a:1:{i:0;i:2;}}
s:2:"n2";
11
TypeError: Typed::__construct(): Argument #1 ($i) must be of type int, string given,  @12
set 2
O:4:"Deft":3:{s:1:"x";a:1:{i:0;i:2;}s:1:"y";a:1:{i:0;i:2;}s:1:"d";N;}
i:4;
i:2;
set foo
i:2;
O:2:"Un":1:{s:1:"v";i:2;}
a:2:{i:0;i:1;i:1;i:4;}
i:2;
O:4:"Deft":3:{s:1:"x";i:1;s:1:"y";i:1;s:1:"d";N;}
~T1
~T1
O:1:"B":2:{s:4:"*k";O:1:"N":1:{s:4:"*k";O:1:"D":1:{s:1:"n";i:2;}}s:6:"Bown";O:1:"R":2:{s:1:"s";s:2:"z2";s:7:"Rlist";a:2:{i:0;i:2;i:1;i:3;}}}
~D2
~D
~D2
~D3
~T0
~T1
~T2
~T3
~T2
i:3;
d:2;
a:3:{i:0;s:4:"abab";i:1;a:1:{i:0;s:4:"abab";}i:2;s:5:"ababq";}
i:5;
d:30;
d:5;
TypeError: P::__construct(): Argument #1 ($v) must be of type string|int, array given,  @10
O:1:"P":1:{s:1:"v";i:2;}
O:1:"P":1:{s:1:"v";s:2:"p2";}
N;
--3
~D3
~T3
~T103
O:1:"R":2:{s:1:"s";s:2:"s3";s:7:"Rlist";a:2:{i:0;i:2;i:1;i:3;}}
Cannot modify readonly property RR::$x
s:2:"3x";
a:2:{i:0;i:3;i:1;a:1:{i:0;i:3;}}
s:2:"n3";
11
TypeError: Typed::__construct(): Argument #1 ($i) must be of type int, string given,  @12
set 3
O:4:"Deft":3:{s:1:"x";a:1:{i:0;i:3;}s:1:"y";a:1:{i:0;i:3;}s:1:"d";N;}
i:6;
i:3;
set foo
i:3;
O:2:"Un":1:{s:1:"v";i:3;}
a:2:{i:0;i:1;i:1;i:4;}
i:2;
O:4:"Deft":3:{s:1:"x";i:1;s:1:"y";i:1;s:1:"d";N;}
~T1
~T1
O:1:"B":2:{s:4:"*k";O:1:"N":1:{s:4:"*k";O:1:"D":1:{s:1:"n";i:3;}}s:6:"Bown";O:1:"R":2:{s:1:"s";s:2:"z3";s:7:"Rlist";a:2:{i:0;i:2;i:1;i:3;}}}
~D3
~D3
~D3
~D4
~T0
~T1
~T2
~T3
~T3
i:4;
d:3;
a:3:{i:0;s:6:"ababab";i:1;a:1:{i:0;s:6:"ababab";}i:2;s:7:"abababq";}
i:5;
d:35.5;
d:5;
TypeError: P::__construct(): Argument #1 ($v) must be of type string|int, array given,  @10
O:1:"P":1:{s:1:"v";i:3;}
O:1:"P":1:{s:1:"v";s:2:"p3";}
N;
--4
~D4
~T4
~T104
O:1:"R":2:{s:1:"s";s:2:"s4";s:7:"Rlist";a:2:{i:0;i:2;i:1;i:3;}}
Cannot modify readonly property RR::$x
s:2:"4x";
a:2:{i:0;i:4;i:1;a:1:{i:0;i:4;}}
s:2:"n4";
11
TypeError: Typed::__construct(): Argument #1 ($i) must be of type int, string given,  @12
set 4
O:4:"Deft":3:{s:1:"x";a:1:{i:0;i:4;}s:1:"y";a:1:{i:0;i:4;}s:1:"d";N;}
i:8;
i:4;
set foo
i:4;
O:2:"Un":1:{s:1:"v";i:4;}
a:2:{i:0;i:1;i:1;i:4;}
i:2;
O:4:"Deft":3:{s:1:"x";i:1;s:1:"y";i:1;s:1:"d";N;}
~T1
~T1
O:1:"B":2:{s:4:"*k";O:1:"N":1:{s:4:"*k";O:1:"D":1:{s:1:"n";i:4;}}s:6:"Bown";O:1:"R":2:{s:1:"s";s:2:"z4";s:7:"Rlist";a:2:{i:0;i:2;i:1;i:3;}}}
~D4
~D4
~D4
~D5
~T0
~T1
~T2
~T3
~T4
i:5;
d:4;
a:3:{i:0;s:8:"abababab";i:1;a:1:{i:0;s:8:"abababab";}i:2;s:9:"ababababq";}
i:5;
d:52.5;
d:5;
TypeError: P::__construct(): Argument #1 ($v) must be of type string|int, array given,  @10
O:1:"P":1:{s:1:"v";i:4;}
O:1:"P":1:{s:1:"v";s:2:"p4";}
N;
--5
~D5
~T5
~T105
O:1:"R":2:{s:1:"s";s:2:"s5";s:7:"Rlist";a:2:{i:0;i:2;i:1;i:3;}}
Cannot modify readonly property RR::$x
s:2:"5x";
a:2:{i:0;i:5;i:1;a:1:{i:0;i:5;}}
s:2:"n5";
11
TypeError: Typed::__construct(): Argument #1 ($i) must be of type int, string given,  @12
set 5
O:4:"Deft":3:{s:1:"x";a:1:{i:0;i:5;}s:1:"y";a:1:{i:0;i:5;}s:1:"d";N;}
i:10;
i:5;
set foo
i:5;
O:2:"Un":1:{s:1:"v";i:5;}
a:2:{i:0;i:1;i:1;i:4;}
i:2;
O:4:"Deft":3:{s:1:"x";i:1;s:1:"y";i:1;s:1:"d";N;}
~T1
Exception: seven @3
O:1:"B":2:{s:4:"*k";O:1:"N":1:{s:4:"*k";O:1:"D":1:{s:1:"n";i:5;}}s:6:"Bown";O:1:"R":2:{s:1:"s";s:2:"z5";s:7:"Rlist";a:2:{i:0;i:2;i:1;i:3;}}}
~D5
~D5
~D5
~D6
~T0
~T1
~T2
~T3
~T5
TypeError: V::dot(): Argument #1 ($o) must be of type V, D given,  @47
~D5
i:6;
d:5;
a:3:{i:0;s:10:"ababababab";i:1;a:1:{i:0;s:10:"ababababab";}i:2;s:11:"abababababq";}
i:5;
d:90;
N;
TypeError: P::__construct(): Argument #1 ($v) must be of type string|int, array given,  @10
O:1:"P":1:{s:1:"v";i:5;}
O:1:"P":1:{s:1:"v";s:2:"p5";}
N;
--6
~D6
~T6
~T106
O:1:"R":2:{s:1:"s";s:2:"s6";s:7:"Rlist";a:2:{i:0;i:2;i:1;i:3;}}
Cannot modify readonly property RR::$x
s:2:"6x";
a:2:{i:0;i:6;i:1;a:1:{i:0;i:6;}}
s:2:"n6";
11
TypeError: Typed::__construct(): Argument #1 ($i) must be of type int, string given,  @12
set 6
O:4:"Deft":3:{s:1:"x";a:1:{i:0;i:6;}s:1:"y";a:1:{i:0;i:6;}s:1:"d";N;}
i:12;
i:6;
set foo
i:6;
O:2:"Un":1:{s:1:"v";i:6;}
a:2:{i:0;i:1;i:1;i:4;}
i:2;
O:4:"Deft":3:{s:1:"x";i:7;s:1:"y";i:7;s:1:"d";N;}
Exception: seven @3
TypeError: T::__construct(): Argument #1 ($a) must be of type int, string given,  @3
O:1:"B":2:{s:4:"*k";O:1:"N":1:{s:4:"*k";O:1:"D":1:{s:1:"n";i:6;}}s:6:"Bown";O:1:"R":2:{s:1:"s";s:2:"z6";s:7:"Rlist";a:2:{i:0;i:2;i:1;i:3;}}}
~D6
~D6
~D6
~D7
~T0
~T1
~T2
~T3
~T6
TypeError: V::dot(): Argument #1 ($o) must be of type V, D given,  @47
~D6
i:7;
d:6;
a:3:{i:0;s:12:"abababababab";i:1;a:1:{i:0;s:12:"abababababab";}i:2;s:13:"ababababababq";}
i:5;
d:98.5;
N;
TypeError: P::__construct(): Argument #1 ($v) must be of type string|int, array given,  @10
O:1:"P":1:{s:1:"v";i:6;}
O:1:"P":1:{s:1:"v";s:2:"p6";}
N;
--7
~D7
Exception: seven @3
~T107
O:1:"R":2:{s:1:"s";s:2:"s7";s:7:"Rlist";a:2:{i:0;i:2;i:1;i:3;}}
Cannot modify readonly property RR::$x
s:2:"7x";
a:2:{i:0;i:7;i:1;a:1:{i:0;i:7;}}
s:2:"n7";
11
TypeError: Typed::__construct(): Argument #1 ($i) must be of type int, string given,  @12
set 7
O:4:"Deft":3:{s:1:"x";a:1:{i:0;i:7;}s:1:"y";a:1:{i:0;i:7;}s:1:"d";N;}
i:14;
i:7;
set foo
i:7;
O:2:"Un":1:{s:1:"v";i:7;}
a:2:{i:0;i:1;i:1;i:4;}
i:2;
O:4:"Deft":3:{s:1:"x";s:1:"x";s:1:"y";s:1:"x";s:1:"d";N;}
TypeError: T::__construct(): Argument #1 ($a) must be of type int, string given,  @3
~T3
O:1:"B":2:{s:4:"*k";O:1:"N":1:{s:4:"*k";O:1:"D":1:{s:1:"n";i:7;}}s:6:"Bown";O:1:"R":2:{s:1:"s";s:2:"z7";s:7:"Rlist";a:2:{i:0;i:2;i:1;i:3;}}}
~D7
~D7
~D7
~D8
~T0
~T1
~T2
~T3
Exception: seven @3
TypeError: V::dot(): Argument #1 ($o) must be of type V, D given,  @47
~D7
i:8;
d:7;
a:3:{i:0;s:14:"ababababababab";i:1;a:1:{i:0;s:14:"ababababababab";}i:2;s:15:"abababababababq";}
N;
d:127.5;
N;
TypeError: P::__construct(): Argument #1 ($v) must be of type string|int, array given,  @10
O:1:"P":1:{s:1:"v";i:7;}
O:1:"P":1:{s:1:"v";s:2:"p7";}
N;
--8
~D8
~T8
~T108
O:1:"R":2:{s:1:"s";s:2:"s8";s:7:"Rlist";a:2:{i:0;i:2;i:1;i:3;}}
Cannot modify readonly property RR::$x
s:2:"8x";
a:2:{i:0;i:8;i:1;a:1:{i:0;i:8;}}
s:2:"n8";
11
TypeError: Typed::__construct(): Argument #1 ($i) must be of type int, string given,  @12
set 8
O:4:"Deft":3:{s:1:"x";a:1:{i:0;i:8;}s:1:"y";a:1:{i:0;i:8;}s:1:"d";N;}
i:16;
i:8;
set foo
i:8;
O:2:"Un":1:{s:1:"v";i:8;}
a:2:{i:0;i:1;i:1;i:4;}
i:2;
O:4:"Deft":3:{s:1:"x";i:3;s:1:"y";i:3;s:1:"d";N;}
~T3
~T3
O:1:"B":2:{s:4:"*k";O:1:"N":1:{s:4:"*k";O:1:"D":1:{s:1:"n";i:8;}}s:6:"Bown";O:1:"R":2:{s:1:"s";s:2:"z8";s:7:"Rlist";a:2:{i:0;i:2;i:1;i:3;}}}
~D8
~D8
~D8
~D9
~T0
~T1
~T2
~T3
~T8
TypeError: V::dot(): Argument #1 ($o) must be of type V, D given,  @47
~D8
i:9;
d:8;
a:3:{i:0;s:16:"abababababababab";i:1;a:1:{i:0;s:16:"abababababababab";}i:2;s:17:"ababababababababq";}
i:5;
d:186;
N;
TypeError: P::__construct(): Argument #1 ($v) must be of type string|int, array given,  @10
O:1:"P":1:{s:1:"v";i:8;}
O:1:"P":1:{s:1:"v";s:2:"p8";}
N;
