--TEST--
Inlined functions that give back what a property held and write it, and that throw
--FILE--
<?php
class D { public function __construct(public string $n) {} public function __destruct() { echo "~{$this->n} "; } }
class Q {
    private array $events = [];
    public mixed $any = null;
    public ?array $maybe = null;
    public string $s = 'a';
    public ?D $d = null;
    public D|array $u = [];
    public function add($e): void { $this->events[] = $e; }
    public function release(): array { $e = $this->events; $this->events = []; return $e; }
    public function clear(): int { $this->events = []; return 1; }
    public function swapAny($v): mixed { $o = $this->any; $this->any = $v; return $o; }
    public function swapMaybe(?array $v): ?array { $o = $this->maybe; $this->maybe = $v; return $o; }
    public function swapS(string $v): string { $o = $this->s; $this->s = $v; return $o; }
    public function swapD(?D $v): ?D { $o = $this->d; $this->d = $v; return $o; }
    public function swapU(D|array $v): D|array { $o = $this->u; $this->u = $v; return $o; }
    public function takeOther(): array { $e = $this->events; $x = $this->events; $this->events = [1]; return $x; }
    public function twice(): array { $e = $this->events; $this->events = [1]; $f = $this->events; $this->events = [2]; return $e; }
    public function twice2(): array { $e = $this->events; $this->events = [1]; $f = $this->events; $this->events = [2]; return $f; }
    public function twoProps(): array { $e = $this->events; $m = $this->maybe; $this->events = []; $this->maybe = null; return $e; }
    public function throwing(bool $t): array { $e = $this->events; if ($t) throw new LogicException('t' . count($e)); $this->events = []; return $e; }
    public function countIt(): int { $e = $this->release(); return count($e); }
    public function chain(): array { return $this->release(); }
    public function drop(): void { $this->release(); }
}
function f(Q $q, int $i) {
    $out = 0;
    $q->add($i); $q->add("x$i");
    $r = $q->release(); $out += count($r);
    $q->add(new D("a$i"));
    $r = $q->release();
    $q->release();
    $q->add(new D("b$i"));
    $q->release();
    echo '|';
    $q->add(1); $q->clear();
    $out += count($q->takeOther()); $out += count($q->twice()); $out += count($q->twice2());
    $q->maybe = [new D("m$i")];
    $x = $q->twoProps(); echo '.';
    $q->swapAny(new D("any$i")); $o = $q->swapAny([new D("arr$i")]); unset($o); echo ',';
    $o = $q->swapAny(3.5); $q->swapAny(null); $o = null; echo ';';
    $m = $q->swapMaybe([$i]); $m = $q->swapMaybe(null); $m = $q->swapMaybe([new D("mm$i")]); $q->swapMaybe(null); echo '!';
    $s = $q->swapS("s$i"); $s .= $q->swapS('k'); $out += strlen($s);
    $d = $q->swapD(new D("d$i")); $d = $q->swapD(null); $d = null; $q->swapD(new D("e$i")); $q->swapD(null); echo '?';
    $q->swapU([$i]); $u = $q->swapU(new D("u$i")); $q->swapU([]); echo '+';
    try { $q->add(2); $z = $q->throwing($i % 3 == 0); $out += count($z); } catch (LogicException $e) { echo $e->getMessage(); $q->release(); }
    $q->add(new D("n$i")); $out += $q->countIt(); $q->add(new D("c$i")); $c = $q->chain(); $q->add(new D("p$i")); $q->drop();
    echo "\n";
    return $out;
}
$q = new Q; $t = 0;
for ($i = 0; $i < 30; $i++) $t += f($q, $i);
echo $t, "\n";
ob_start();
for ($i = 0; $i < 6000; $i++) $t += f($q, $i % 40);
echo md5(ob_get_clean()), " $t\n";
// by reference
class R { public array $e = [1]; public function take(): array { $o = $this->e; $this->e = []; return $o; } }
$r = new R; $ref = &$r->e; $n = 0;
for ($i = 0; $i < 3000; $i++) { $ref[] = $i; $n += count($r->take()); $n += count($ref); }
echo $n, "\n"; unset($ref);
for ($i = 0; $i < 3000; $i++) { $r->e[] = $i; $n += count($r->take()); if ($i % 500 == 0) { $k = &$r->e; } }
echo $n, "\n";
// uninitialized
class U { public array $e; public function take(): array { $o = $this->e; $this->e = []; return $o; } }
for ($i = 0; $i < 3000; $i++) { $u = new U; if ($i % 2 || $i < 1500) $u->e = [$i]; try { $n += count($u->take()); } catch (Error $e) { $n += 7; if ($i > 2990) echo $e->getMessage(), "\n"; } }
echo $n, "\n";
// subclass, magic, cycles
class C2 { public array $e = []; public function take(): array { $o = $this->e; $this->e = []; return $o; } public function __destruct() { global $dd; $dd++; } }
$dd = 0;
for ($i = 0; $i < 3000; $i++) { $c = new C2; $c->e = [$c]; $x = $c->take(); $x = null; $c = null; }
echo $dd, ' ', gc_collect_cycles(), ' ', $dd, "\n";
for ($i = 0; $i < 300; $i++) { $c = new C2; $c->e = ['a' => $c]; $x = $c->take(); $c->e = [$x]; $x = $c->take(); $x[] = &$x; $x = 1; $c = null; }
gc_collect_cycles(); echo $dd, "\n";
// throwing inlined functions
class M { public function __construct(public int $c, public string $k) {}
 public function plus(M $o): M { if ($o->k !== $this->k) throw new InvalidArgumentException('cur' . $o->c); return new M($this->c + $o->c, $this->k); }
 public function half(): int { if ($this->c % 2) throw new DomainException(sprintf('%d %s', $this->c, $this->k), $this->c); return intdiv($this->c, 2); } }
$s = new M(0, 'E'); $err = 0; $h = 0;
for ($i = 0; $i < 9000; $i++) {
    try { $s = $s->plus(new M($i, $i > 4000 && $i % 7 == 0 ? 'U' : 'E')); if ($i > 5000) $h += $s->half(); } catch (InvalidArgumentException $e) { $err += strlen($e->getMessage()) + $e->getLine(); } catch (DomainException $e) { $err += $e->getCode() % 11; }
}
echo $s->c, " $err $h\n";
--EXPECT--
~b0 |~m0 .~any0 ,~arr0 ;~mm0 !~d0 ~e0 ?~u0 +t1~n0 ~p0 
~a0 ~c0 ~b1 |~m1 .~any1 ,~arr1 ;~mm1 !~d1 ~e1 ?~u1 +~n1 ~p1 
~a1 ~c1 ~b2 |~m2 .~any2 ,~arr2 ;~mm2 !~d2 ~e2 ?~u2 +~n2 ~p2 
~a2 ~c2 ~b3 |~m3 .~any3 ,~arr3 ;~mm3 !~d3 ~e3 ?~u3 +t1~n3 ~p3 
~a3 ~c3 ~b4 |~m4 .~any4 ,~arr4 ;~mm4 !~d4 ~e4 ?~u4 +~n4 ~p4 
~a4 ~c4 ~b5 |~m5 .~any5 ,~arr5 ;~mm5 !~d5 ~e5 ?~u5 +~n5 ~p5 
~a5 ~c5 ~b6 |~m6 .~any6 ,~arr6 ;~mm6 !~d6 ~e6 ?~u6 +t1~n6 ~p6 
~a6 ~c6 ~b7 |~m7 .~any7 ,~arr7 ;~mm7 !~d7 ~e7 ?~u7 +~n7 ~p7 
~a7 ~c7 ~b8 |~m8 .~any8 ,~arr8 ;~mm8 !~d8 ~e8 ?~u8 +~n8 ~p8 
~a8 ~c8 ~b9 |~m9 .~any9 ,~arr9 ;~mm9 !~d9 ~e9 ?~u9 +t1~n9 ~p9 
~a9 ~c9 ~b10 |~m10 .~any10 ,~arr10 ;~mm10 !~d10 ~e10 ?~u10 +~n10 ~p10 
~a10 ~c10 ~b11 |~m11 .~any11 ,~arr11 ;~mm11 !~d11 ~e11 ?~u11 +~n11 ~p11 
~a11 ~c11 ~b12 |~m12 .~any12 ,~arr12 ;~mm12 !~d12 ~e12 ?~u12 +t1~n12 ~p12 
~a12 ~c12 ~b13 |~m13 .~any13 ,~arr13 ;~mm13 !~d13 ~e13 ?~u13 +~n13 ~p13 
~a13 ~c13 ~b14 |~m14 .~any14 ,~arr14 ;~mm14 !~d14 ~e14 ?~u14 +~n14 ~p14 
~a14 ~c14 ~b15 |~m15 .~any15 ,~arr15 ;~mm15 !~d15 ~e15 ?~u15 +t1~n15 ~p15 
~a15 ~c15 ~b16 |~m16 .~any16 ,~arr16 ;~mm16 !~d16 ~e16 ?~u16 +~n16 ~p16 
~a16 ~c16 ~b17 |~m17 .~any17 ,~arr17 ;~mm17 !~d17 ~e17 ?~u17 +~n17 ~p17 
~a17 ~c17 ~b18 |~m18 .~any18 ,~arr18 ;~mm18 !~d18 ~e18 ?~u18 +t1~n18 ~p18 
~a18 ~c18 ~b19 |~m19 .~any19 ,~arr19 ;~mm19 !~d19 ~e19 ?~u19 +~n19 ~p19 
~a19 ~c19 ~b20 |~m20 .~any20 ,~arr20 ;~mm20 !~d20 ~e20 ?~u20 +~n20 ~p20 
~a20 ~c20 ~b21 |~m21 .~any21 ,~arr21 ;~mm21 !~d21 ~e21 ?~u21 +t1~n21 ~p21 
~a21 ~c21 ~b22 |~m22 .~any22 ,~arr22 ;~mm22 !~d22 ~e22 ?~u22 +~n22 ~p22 
~a22 ~c22 ~b23 |~m23 .~any23 ,~arr23 ;~mm23 !~d23 ~e23 ?~u23 +~n23 ~p23 
~a23 ~c23 ~b24 |~m24 .~any24 ,~arr24 ;~mm24 !~d24 ~e24 ?~u24 +t1~n24 ~p24 
~a24 ~c24 ~b25 |~m25 .~any25 ,~arr25 ;~mm25 !~d25 ~e25 ?~u25 +~n25 ~p25 
~a25 ~c25 ~b26 |~m26 .~any26 ,~arr26 ;~mm26 !~d26 ~e26 ?~u26 +~n26 ~p26 
~a26 ~c26 ~b27 |~m27 .~any27 ,~arr27 ;~mm27 !~d27 ~e27 ?~u27 +t1~n27 ~p27 
~a27 ~c27 ~b28 |~m28 .~any28 ,~arr28 ;~mm28 !~d28 ~e28 ?~u28 +~n28 ~p28 
~a28 ~c28 ~b29 |~m29 .~any29 ,~arr29 ;~mm29 !~d29 ~e29 ?~u29 +~n29 ~p29 
~a29 ~c29 280
20b98f9e0eba934b2619cb2762a9ee8d 56680
3001
6001
Typed property U::$e must not be accessed before initialization
Typed property U::$e must not be accessed before initialization
Typed property U::$e must not be accessed before initialization
Typed property U::$e must not be accessed before initialization
13501
3000 0 3000
3300
35854857 69249 16229805653
