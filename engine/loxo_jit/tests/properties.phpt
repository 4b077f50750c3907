--TEST--
Loops over properties, compiled at once: types, hooks, unset and undeclared ones, other classes, references
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
class Point { public $x = 0; public int $t = 1; public float $f = 0.5; public array $list = [1, 2, 3]; public ?Point $next = null; private $own = 1; public readonly int $fixed;
  function __construct() { $this->fixed = 4; }
  function run($n) { for ($i = 0; $i < $n; $i++) { $this->x += $i; $this->t = $i; $this->own++; $this->list[$i % 3] += 2; $this->f = $this->f * 1.5; } return [$this->x, $this->t, $this->own, $this->list, $this->f, $this->fixed]; }
  function write($n) { try { for ($i = 0; $i < $n; $i++) { $this->x = $i; $this->fixed = $i; } } catch (Error $e) { return $e->getMessage(); } }
  function widen($n) { for ($i = 0; $i < $n; $i++) { $this->x = $i > 3 ? "s$i" : $i; $this->t = $i > 3 ? 7.0 : $i; } return [$this->x, $this->t]; }
}
class Small extends Point { public $more = 5; }
class Magic { public $a = 1; private $data = []; function __get($n) { return $this->data[$n] ?? 3; } function __set($n, $v) { $this->data[$n] = $v; } }
class Hooked { public int $h = 2 { get => $this->h * 2; set => $value + 1; } }
function chain($n) { $p = new Point; $p->next = new Point; for ($i = 0; $i < $n; $i++) { $p->next->x += $i; $p->next->list[1] = $i; $p->t = $p->next->x; } return [$p->next->x, $p->next->list, $p->t]; }
function several($n) { $all = [new Point, new Small, new Point, (object) ['x' => 5, 't' => 6]]; $s = 0; for ($i = 0; $i < $n; $i++) { $o = $all[$i % 4]; $o->x += 2; $s += $o->x + $all[$i & 1]->t; } return $s; }
function magic($n) { $m = new Magic; unset($m->a); $s = 0; for ($i = 0; $i < $n; $i++) { $s += $m->a + $m->b; $m->b = $i; } return $s; }
function hooks($n) { $h = new Hooked; for ($i = 0; $i < $n; $i++) { $h->h = $h->h + 1; } return $h->h; }
function bound($n) { $p = new Point; $r = &$p->x; for ($i = 0; $i < $n; $i++) { $p->x += $i; $r++; } return [$p->x, $r]; }
function typed_overflow() { $p = new Point; $p->t = PHP_INT_MAX - 2; try { for ($i = 0; $i < 9; $i++) { $p->t++; } } catch (TypeError $e) { return [$i, $e->getMessage()]; } }
function undefined() { $o = new stdClass; $s = 0; for ($i = 0; $i < 3; $i++) { $s += $o->nothing; $o->{"p$i"} = $i; } return [$s, $o]; }
foreach ([(new Point)->run(10), (new Point)->write(3), (new Point)->widen(6), chain(10), several(12), magic(5), hooks(4), bound(5), typed_overflow(), undefined()] as $result) echo json_encode($result), "\n";
--EXPECTF--

Warning: Undefined property: stdClass::$nothing in %s on line 17

Warning: Undefined property: stdClass::$nothing in %s on line 17

Warning: Undefined property: stdClass::$nothing in %s on line 17
[45,9,11,[9,8,9],28.83251953125,4]
"Cannot modify readonly property Point::$fixed"
["s5",7]
[45,[1,9,3],45]
75
24
124
[15,15]
[2,"Cannot increment property Point::$t of type int past its maximal value"]
[0,{"p0":0,"p1":1,"p2":2}]
