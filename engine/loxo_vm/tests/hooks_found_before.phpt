--TEST--
get hooks that ops have found before, beside properties of other classes
--FILE--
<?php
class A { public int $n = 2; public int $d { get => $this->n * 2; } public string $s = 'x' { get { return "<$this->s>"; } set(string $v) { $this->s = strtoupper($v); } } public $thr { get { throw new LogicException("hook {$this->n}"); } } public array $arr { get => [1, $this->n]; } public ?A $self { get => $this->n > 3 ? null : $this; } private int $p { get => 7; } public $virt { get => new D2; } public $r { &get { static $x = 1; $x++; return $x; } } function readP() { return $this->p . $this->d; } function inHook($o) { return $o->d . $o->s; } }
class B extends A { public int $d { get => parent::$d::get() + 100; } private int $p { get => 8; } function readP2() { return $this->p; } } class D2 { function __destruct() { echo '~'; } public $v = 3; } class Pl { public $d = 'plain'; public $s = 'ps'; } class Mg { function __get($n) { return "mg$n"; } } class Acc { public int $t = 0 { get => $this->t + 1; set => $value * 2; } }
function rd($o) { return $o->d; } function rs($o) { return $o->s; } function chain($o) { return $o->self?->d; } function tmp() { return (new B)->d; } function tmp2($f) { return $f()->d; }
function t($f) { try { $r = $f(); return is_object($r) ? get_class($r) : (is_array($r) ? json_encode($r) : $r); } catch (Throwable $e) { return get_class($e) . $e->getMessage() . $e->getLine(); } }
function g($o) { yield $o->d; yield $o->s; yield $o->thr; }
for ($i = 0; $i < 5; $i++) { $a = new A; $a->n = $i; $b = new B; foreach ([$a, $b, new Pl, new Mg, $a, $b] as $o) { echo rd($o), rs($o), ' '; } echo t(fn() => $a->thr), t(fn() => $a->arr), t(fn() => chain($a)), tmp(), tmp2(fn() => new A), $a->readP(), $b->readP(), $b->readP2(), $a->inHook($b), t(fn() => $a->virt->v), t(fn() => $a->r), t(fn() => $a->r), isset($a->d), isset($a->self), empty($a->arr), "\n"; try { foreach (g($a) as $v) echo $v, ','; } catch (LogicException $e) { echo $e->getMessage(), "\n"; } $a->s = "q$i"; echo $a->s; $x = new Acc; $x->t = 5; $x->t += 3; $x->t++; echo $x->t, "\n"; echo t(function () use ($a) { $a->d = 5; }), t(fn() => rd(null)), t(fn() => rd(5)), "\n"; }
--EXPECTF--
0<x> 104<x> plainps mgdmgs 0<x> 104<x> LogicExceptionhook 02[1,0]010447071048104<x>~32311
0,<x>,hook 0
<Q0>61
ErrorProperty A::$d is read-only7
Warning: Attempt to read property "d" on null in %s on line 4

Warning: Attempt to read property "d" on int in %s on line 4

2<x> 104<x> plainps mgdmgs 2<x> 104<x> LogicExceptionhook 12[1,1]210447271048104<x>~34511
2,<x>,hook 1
<Q1>61
ErrorProperty A::$d is read-only7
Warning: Attempt to read property "d" on null in %s on line 4

Warning: Attempt to read property "d" on int in %s on line 4

4<x> 104<x> plainps mgdmgs 4<x> 104<x> LogicExceptionhook 22[1,2]410447471048104<x>~36711
4,<x>,hook 2
<Q2>61
ErrorProperty A::$d is read-only7
Warning: Attempt to read property "d" on null in %s on line 4

Warning: Attempt to read property "d" on int in %s on line 4

6<x> 104<x> plainps mgdmgs 6<x> 104<x> LogicExceptionhook 32[1,3]610447671048104<x>~38911
6,<x>,hook 3
<Q3>61
ErrorProperty A::$d is read-only7
Warning: Attempt to read property "d" on null in %s on line 4

Warning: Attempt to read property "d" on int in %s on line 4

8<x> 104<x> plainps mgdmgs 8<x> 104<x> LogicExceptionhook 42[1,4]10447871048104<x>~310111
8,<x>,hook 4
<Q4>61
ErrorProperty A::$d is read-only7
Warning: Attempt to read property "d" on null in %s on line 4

Warning: Attempt to read property "d" on int in %s on line 4
