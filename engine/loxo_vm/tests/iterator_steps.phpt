--TEST--
Steps of loops over iterators: throwing at each method, by reference, nested, in fibers
--ENV--
LOXO_JIT=hot=3
--FILE--
<?php
class D { public function __construct(public $n) {} function __destruct() { echo "~{$this->n}"; } }
class I implements Iterator { public $i = 0; public $log = ''; function __construct(public int $n, public $throw = '', public $at = -1) {}
  function hit($m) { if ($this->throw === $m && $this->i == $this->at) throw new RuntimeException("$m@{$this->i}"); }
  function current(): mixed { $this->hit('current'); return $this->i; } function key(): mixed { $this->hit('key'); return "k{$this->i}"; }
  function next(): void { $this->hit('next'); $this->i++; } function rewind(): void { $this->hit('rewind'); $this->i = 0; } function valid(): bool { $this->hit('valid'); return $this->i < $this->n; } }
function loop($it) { $s = ''; try { foreach ($it as $k => $v) { $s .= "$k=$v,"; } } catch (Exception $e) { $s .= $e->getMessage() . $e->getLine() . count($e->getTrace()) . $e->getTrace()[0]['function'] . $e->getTrace()[1]['function'] . ($e->getTrace()[1]['line'] ?? '-'); } return $s; }
for ($i = 0; $i < 60; $i++) { $x = []; foreach (['', 'current', 'key', 'next', 'rewind', 'valid'] as $m) $x[] = loop(new I(5, $m, $i % 5)); } echo implode("\n", $x), "\n";
class N extends I { function valid(): bool { return $this->i < $this->n && ($this->log .= 'v'); } function current(): mixed { $this->log .= 'c'; return parent::current(); } function next(): void { $this->log .= 'n'; parent::next(); } function key(): mixed { $this->log .= 'k'; return parent::key(); } }
for ($i = 0; $i < 60; $i++) { $it = new N(4); foreach ($it as $v) { if ($v == 2) continue; } $it->log .= '|'; foreach ($it as $k => $v) { if ($v == 3) break; } } echo $it->log, "\n";
class R implements Iterator { public $a = [1, 2, 3]; public $p = 0; function &current(): mixed { return $this->a[$this->p]; } function &key(): mixed { return $this->p; } function next(): void { $this->p++; } function rewind(): void { $this->p = 0; } function valid(): bool { return isset($this->a[$this->p]); } }
for ($i = 0; $i < 60; $i++) { $r = new R; $x = ''; foreach ($r as $k => $v) { $v .= 'x'; $x .= "$k$v"; } $x .= json_encode($r->a); } echo $x, "\n";
class O implements Iterator { public $c = 0; function current(): mixed { return new D($this->c); } function key(): mixed { return new D("k{$this->c}"); } function next(): void { $this->c++; } function rewind(): void {} function valid(): bool { return $this->c < 3; } }
for ($i = 0; $i < 40; $i++) { ob_start(); $o = new O; foreach ($o as $k => $v) { echo '[', $v->n, $k->n, ']'; } unset($k, $v); $o->c = 0; foreach ($o as $v) { unset($v); echo '.'; } $x = ob_get_clean(); } echo $x, "\n";
class T implements Iterator { public $n = 0; function current() : mixed { return $this->n; } function key(): mixed { return 1; } function next(): void { ++$this->n; } function rewind(): void { } function valid(): bool { return $this->n < 10; } }
function nest() { $s = 0; foreach (new T as $a) foreach (new T as $b) $s += $a * $b; return $s; } for ($i = 0; $i < 30; $i++) $x = nest(); echo $x, "\n";
function spread(...$a) { return array_sum($a); } function sp() { return spread(...new T) . implode([...new I(3)]) . json_encode(iterator_to_array(new I(3))); } try { for ($i = 0; $i < 30; $i++) $x = spread(...new T); echo $x, json_encode([...new T]), "\n"; } catch (Error $e) { echo $e->getMessage(), "\n"; }
function gen($it) { yield from $it; } for ($i = 0; $i < 30; $i++) { $x = ''; foreach (gen(new I(4)) as $k => $v) $x .= "$k$v"; } echo $x, "\n";
class Self_ extends T { public $out; function next(): void { global $holder; $holder = null; parent::next(); } } function rel() { global $holder; $holder = new Self_; $s = 0; foreach ($holder as $v) { $s += $v; } return $s . get_debug_type($holder); } for ($i = 0; $i < 30; $i++) $x = rel(); echo $x, "\n";
class V implements Iterator { public $n = 0; function current(): mixed { return $u; } function key(): mixed { return null; } function next(): void { $this->n++; } function rewind(): void { $this->n = 0; } #[ReturnTypeWillChange] function valid() { return $this->n < 3 ? 'yes' : 0; } }
set_error_handler(function ($n, $m) { echo "[$m]"; return true; }); for ($i = 0; $i < 30; $i++) { ob_start(); $x = ''; foreach (new V as $k => $v) $x .= var_export($k, true) . var_export($v, true); $x .= ob_get_clean(); } echo $x, "\n";
function fibit() { $f = new Fiber(function () { $s = ''; foreach (new class implements Iterator { public $n = 0; function current(): mixed { return Fiber::suspend($this->n); } function key(): mixed { return 0; } function next(): void { Fiber::suspend('n'); $this->n++; } function rewind(): void {} function valid(): bool { return $this->n < 3; } } as $v) $s .= $v; return $s; }); $r = $f->start(); while (!$f->isTerminated()) { foreach (new T as $q); $r = $f->resume("<$r>"); } return $f->getReturn(); } for ($i = 0; $i < 30; $i++) $x = fibit(); echo $x, "\n";
class Deep implements Iterator { private $done = false; function __construct(private $d) {} function current(): mixed { $s = 1; if ($this->d) foreach (new Deep($this->d - 1) as $v) $s += $v; return $s; } function key(): mixed { return 0; } function next(): void { $this->done = true; } function rewind(): void { $this->done = false; } function valid(): bool { return !$this->done; } } function dp($d) { $s = 0; foreach (new Deep($d) as $v) $s += $v; return $s; } for ($i = 0; $i < 40; $i++) $x = dp(20); echo $x, "\n";
class St implements Iterator { public static $cls; public $n = 0; function current(): mixed { return static::class; } function key(): mixed { return 0; } function next(): void { $this->n++; } function rewind(): void {} function valid(): bool { return $this->n < 2; } } class St2 extends St {} for ($i = 0; $i < 30; $i++) { $x = ''; foreach (new St2 as $v) $x .= $v; } echo $x, "\n";
class Bt implements Iterator { public $n = 0; function current(): mixed { return count(debug_backtrace()) . debug_backtrace()[0]['function'] . (debug_backtrace()[0]['line'] ?? 'none') . (debug_backtrace()[1]['function'] ?? ''); } function key(): mixed { return 0; } function next(): void { $this->n++; } function rewind(): void {} function valid(): bool { return $this->n < 2; } } function bt() { $x = ''; foreach (new Bt as $v) $x .= $v; return $x; } for ($i = 0; $i < 30; $i++) $x = bt(); echo $x, "\n";
--EXPECT--
k0=0,k1=1,k2=2,k3=3,k4=4,
k0=0,k1=1,k2=2,k3=3,current@443hitcurrent7
k0=0,k1=1,k2=2,k3=3,key@443hitkey7
k0=0,k1=1,k2=2,k3=3,k4=4,next@443hitnext7
k0=0,k1=1,k2=2,k3=3,k4=4,
k0=0,k1=1,k2=2,k3=3,valid@443hitvalid7
vcnvcnvcnvcn|vcknvcknvcknvck
01x12x23x[1,2,3]
[0k0]~0~k0[1k1]~1~k1[2k2]~k2~2.~0.~1.~2
2025
45[0,1,2,3,4,5,6,7,8,9]
k00k11k22k33
45null
NULLNULLNULLNULLNULLNULL[Undefined variable $u][Undefined variable $u][Undefined variable $u]
<0><1><2>
21
St2St2
2current25bt2current25bt
