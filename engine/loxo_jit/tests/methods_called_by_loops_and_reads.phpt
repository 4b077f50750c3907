--TEST--
Compiled methods that loops over iterators, reads of properties, conversions and builtins call
--ENV--
LOXO_JIT=functions
LOXO_STRESS=jit
--FILE--
<?php
// user iterators in foreach and elsewhere: exceptions in each method, values that die, keys of all kinds, by-ref, generators inside, changes in the body
class D { function __construct(public $n) {} function __destruct() { echo "~$this->n "; } }
class It implements Iterator { private $i = 0; public $log = ''; function __construct(public $n, public $throw = '', public $at = -1) {}
 function c($m) { $this->log .= $m[0]; if ($this->throw === $m && $this->i === $this->at) throw new Exception("$m$this->i"); }
 function current(): mixed { $this->c('current'); return new D("v$this->i"); } function key(): mixed { $this->c('key'); return [$this->i, "k$this->i", 1.5, null][$this->i % 4]; } function next(): void { $this->c('next'); $this->i++; } function rewind(): void { $this->c('rewind'); $this->i = 0; } function valid(): bool { $this->c('valid'); return $this->i < $this->n; } }
function walk($it, $keys) { try { if ($keys) foreach ($it as $k => $v) { echo var_export($k, true), $v->n, ' '; } else foreach ($it as $v) { echo $v->n, ' '; if ($v->n == 'v5') break; unset($v); echo '. '; } } catch (Exception $e) { echo $e->getMessage(), '@', $e->getLine(), preg_replace('~/\S*\.php~', 'F', $e->getTraceAsString()); } echo $it->log, "\n"; }
for ($n = 0; $n < 8; $n += 2) foreach (['', 'current', 'key', 'next', 'rewind', 'valid'] as $m) foreach ([0, 1, 3] as $at) { walk(new It($n, $m, $at), 0); walk(new It($n, $m, $at), 1); }
class Typed implements Iterator { public int $i = 0; function current(): int { return $this->i * 2; } function key(): string { return "k" . $this->i; } function next(): void { ++$this->i; } function rewind(): void { $this->i = 0; } function valid(): bool { return $this->i < 6; } }
class Kid extends Typed { function current(): int { return parent::current() + 1; } }
class Magic implements Iterator { private $d = [1, 2, 3]; function current(): mixed { return current($this->d); } function key(): mixed { return key($this->d); } function next(): void { next($this->d); } function rewind(): void { reset($this->d); } function valid(): bool { return key($this->d) !== null; } }
function sum($it) { $o = ''; foreach ($it as $k => $v) { $o .= "$k=$v,"; foreach (new Kid as $w) { if ($w > 3) continue 2; $o .= $w; } } return $o; }
for ($i = 0; $i < 6; $i++) echo sum(new Typed), sum(new Kid), sum(new Magic), sum([1, 2]), "\n";
function same($it) { $o = ''; foreach ($it as $a) { foreach ($it as $b) $o .= "$a$b "; } return $o; }
for ($i = 0; $i < 4; $i++) echo same(new Typed), '|', json_encode(iterator_to_array(new Kid)), implode(',', [...new Magic]), "\n";
class Deep implements Iterator { public $i = 0; function __construct(public $d) {} function current(): mixed { $s = 0; if ($this->d) foreach (new Deep($this->d - 1) as $x) $s += $x; return $s + 1; } function key(): mixed { return $this->i; } function next(): void { $this->i++; } function rewind(): void { $this->i = 0; } function valid(): bool { return $this->i < 2; } }
foreach (new Deep(7) as $k => $v) echo $k, $v, ' '; echo "\n";
class S { function __toString() { return "S"; } function __get($n) { return "g$n"; } function __call($n, $a) { return $n . count($a); } function __isset($n) { return $n == 'a'; } function __invoke($x) { return $x . '!'; } static function __callStatic($n, $a) { return "s$n"; } }
function magic($s) { $o = ''; for ($i = 0; $i < 5; $i++) { $o .= "$s" . $s->x . $s->foo(1, 2) . (isset($s->a) ? 1 : 0) . ($s->a ?? 'd') . (isset($s->b) ? 1 : 0) . $s($i) . S::bar() . implode(',', array_map($s, [1, 2])) . strlen($s); } return $o; }
for ($i = 0; $i < 4; $i++) echo magic(new S), "\n";
class RecGet { public $d = 0; function __get($n) { return $this->d++ < 3 ? $this->{"p$n"} . $n : 'end'; } }
for ($i = 0; $i < 4; $i++) echo @(new RecGet)->q, "\n";
class Js implements JsonSerializable { function __construct(public $n) {} function jsonSerialize(): mixed { return $this->n ? [new Js($this->n - 1)] : new D('js'); } }
for ($i = 0; $i < 4; $i++) echo json_encode(new Js($i)), "\n";
--EXPECT--
rv
rv
rv
rv
rv
rv
rv
rv
rv
rv
rv
rv
rv
rv
rv
rv
rv
rv
rv
rv
rv
rv
rv
rv
rewind0@5#0 F(6): It->c('rewind')
#1 F(7): It->rewind()
#2 F(8): walk(Object(It), 0)
#3 {main}r
rewind0@5#0 F(6): It->c('rewind')
#1 F(7): It->rewind()
#2 F(8): walk(Object(It), 1)
#3 {main}r
rv
rv
rv
rv
valid0@5#0 F(6): It->c('valid')
#1 F(7): It->valid()
#2 F(8): walk(Object(It), 0)
#3 {main}rv
valid0@5#0 F(6): It->c('valid')
#1 F(7): It->valid()
#2 F(8): walk(Object(It), 1)
#3 {main}rv
rv
rv
rv
rv
v0 . ~v0 v1 . ~v1 rvcnvcnv
0v0 ~v0 'k1'v1 rvcknvcknv
~v1 v0 . ~v0 v1 . ~v1 rvcnvcnv
0v0 ~v0 'k1'v1 rvcknvcknv
~v1 v0 . ~v0 v1 . ~v1 rvcnvcnv
0v0 ~v0 'k1'v1 rvcknvcknv
~v1 current0@5#0 F(6): It->c('current')
#1 F(7): It->current()
#2 F(8): walk(Object(It), 0)
#3 {main}rvc
current0@5#0 F(6): It->c('current')
#1 F(7): It->current()
#2 F(8): walk(Object(It), 1)
#3 {main}rvc
v0 . ~v0 current1@5#0 F(6): It->c('current')
#1 F(7): It->current()
#2 F(8): walk(Object(It), 0)
#3 {main}rvcnvc
0v0 current1@5#0 F(6): It->c('current')
#1 F(7): It->current()
#2 F(8): walk(Object(It), 1)
#3 {main}rvcknvc
~v0 v0 . ~v0 v1 . ~v1 rvcnvcnv
0v0 ~v0 'k1'v1 rvcknvcknv
~v1 v0 . ~v0 v1 . ~v1 rvcnvcnv
~v0 key0@5#0 F(6): It->c('key')
#1 F(7): It->key()
#2 F(8): walk(Object(It), 1)
#3 {main}rvck
v0 . ~v0 v1 . ~v1 rvcnvcnv
0v0 ~v1 key1@5#0 F(6): It->c('key')
#1 F(7): It->key()
#2 F(8): walk(Object(It), 1)
#3 {main}rvcknvck
~v0 v0 . ~v0 v1 . ~v1 rvcnvcnv
0v0 ~v0 'k1'v1 rvcknvcknv
~v1 v0 . ~v0 next0@5#0 F(6): It->c('next')
#1 F(7): It->next()
#2 F(8): walk(Object(It), 0)
#3 {main}rvcn
0v0 next0@5#0 F(6): It->c('next')
#1 F(7): It->next()
#2 F(8): walk(Object(It), 1)
#3 {main}rvckn
~v0 v0 . ~v0 v1 . ~v1 next1@5#0 F(6): It->c('next')
#1 F(7): It->next()
#2 F(8): walk(Object(It), 0)
#3 {main}rvcnvcn
0v0 ~v0 'k1'v1 next1@5#0 F(6): It->c('next')
#1 F(7): It->next()
#2 F(8): walk(Object(It), 1)
#3 {main}rvcknvckn
~v1 v0 . ~v0 v1 . ~v1 rvcnvcnv
0v0 ~v0 'k1'v1 rvcknvcknv
~v1 rewind0@5#0 F(6): It->c('rewind')
#1 F(7): It->rewind()
#2 F(8): walk(Object(It), 0)
#3 {main}r
rewind0@5#0 F(6): It->c('rewind')
#1 F(7): It->rewind()
#2 F(8): walk(Object(It), 1)
#3 {main}r
v0 . ~v0 v1 . ~v1 rvcnvcnv
0v0 ~v0 'k1'v1 rvcknvcknv
~v1 v0 . ~v0 v1 . ~v1 rvcnvcnv
0v0 ~v0 'k1'v1 rvcknvcknv
~v1 valid0@5#0 F(6): It->c('valid')
#1 F(7): It->valid()
#2 F(8): walk(Object(It), 0)
#3 {main}rv
valid0@5#0 F(6): It->c('valid')
#1 F(7): It->valid()
#2 F(8): walk(Object(It), 1)
#3 {main}rv
v0 . ~v0 valid1@5#0 F(6): It->c('valid')
#1 F(7): It->valid()
#2 F(8): walk(Object(It), 0)
#3 {main}rvcnv
0v0 valid1@5#0 F(6): It->c('valid')
#1 F(7): It->valid()
#2 F(8): walk(Object(It), 1)
#3 {main}rvcknv
~v0 v0 . ~v0 v1 . ~v1 rvcnvcnv
0v0 ~v0 'k1'v1 rvcknvcknv
~v1 v0 . ~v0 v1 . ~v1 v2 . ~v2 v3 . ~v3 rvcnvcnvcnvcnv
0v0 ~v0 'k1'v1 ~v1 1.5v2 ~v2 NULLv3 rvcknvcknvcknvcknv
~v3 v0 . ~v0 v1 . ~v1 v2 . ~v2 v3 . ~v3 rvcnvcnvcnvcnv
0v0 ~v0 'k1'v1 ~v1 1.5v2 ~v2 NULLv3 rvcknvcknvcknvcknv
~v3 v0 . ~v0 v1 . ~v1 v2 . ~v2 v3 . ~v3 rvcnvcnvcnvcnv
0v0 ~v0 'k1'v1 ~v1 1.5v2 ~v2 NULLv3 rvcknvcknvcknvcknv
~v3 current0@5#0 F(6): It->c('current')
#1 F(7): It->current()
#2 F(8): walk(Object(It), 0)
#3 {main}rvc
current0@5#0 F(6): It->c('current')
#1 F(7): It->current()
#2 F(8): walk(Object(It), 1)
#3 {main}rvc
v0 . ~v0 current1@5#0 F(6): It->c('current')
#1 F(7): It->current()
#2 F(8): walk(Object(It), 0)
#3 {main}rvcnvc
0v0 current1@5#0 F(6): It->c('current')
#1 F(7): It->current()
#2 F(8): walk(Object(It), 1)
#3 {main}rvcknvc
~v0 v0 . ~v0 v1 . ~v1 v2 . ~v2 current3@5#0 F(6): It->c('current')
#1 F(7): It->current()
#2 F(8): walk(Object(It), 0)
#3 {main}rvcnvcnvcnvc
0v0 ~v0 'k1'v1 ~v1 1.5v2 current3@5#0 F(6): It->c('current')
#1 F(7): It->current()
#2 F(8): walk(Object(It), 1)
#3 {main}rvcknvcknvcknvc
~v2 v0 . ~v0 v1 . ~v1 v2 . ~v2 v3 . ~v3 rvcnvcnvcnvcnv
~v0 key0@5#0 F(6): It->c('key')
#1 F(7): It->key()
#2 F(8): walk(Object(It), 1)
#3 {main}rvck
v0 . ~v0 v1 . ~v1 v2 . ~v2 v3 . ~v3 rvcnvcnvcnvcnv
0v0 ~v1 key1@5#0 F(6): It->c('key')
#1 F(7): It->key()
#2 F(8): walk(Object(It), 1)
#3 {main}rvcknvck
~v0 v0 . ~v0 v1 . ~v1 v2 . ~v2 v3 . ~v3 rvcnvcnvcnvcnv
0v0 ~v0 'k1'v1 ~v1 1.5v2 ~v3 key3@5#0 F(6): It->c('key')
#1 F(7): It->key()
#2 F(8): walk(Object(It), 1)
#3 {main}rvcknvcknvcknvck
~v2 v0 . ~v0 next0@5#0 F(6): It->c('next')
#1 F(7): It->next()
#2 F(8): walk(Object(It), 0)
#3 {main}rvcn
0v0 next0@5#0 F(6): It->c('next')
#1 F(7): It->next()
#2 F(8): walk(Object(It), 1)
#3 {main}rvckn
~v0 v0 . ~v0 v1 . ~v1 next1@5#0 F(6): It->c('next')
#1 F(7): It->next()
#2 F(8): walk(Object(It), 0)
#3 {main}rvcnvcn
0v0 ~v0 'k1'v1 next1@5#0 F(6): It->c('next')
#1 F(7): It->next()
#2 F(8): walk(Object(It), 1)
#3 {main}rvcknvckn
~v1 v0 . ~v0 v1 . ~v1 v2 . ~v2 v3 . ~v3 next3@5#0 F(6): It->c('next')
#1 F(7): It->next()
#2 F(8): walk(Object(It), 0)
#3 {main}rvcnvcnvcnvcn
0v0 ~v0 'k1'v1 ~v1 1.5v2 ~v2 NULLv3 next3@5#0 F(6): It->c('next')
#1 F(7): It->next()
#2 F(8): walk(Object(It), 1)
#3 {main}rvcknvcknvcknvckn
~v3 rewind0@5#0 F(6): It->c('rewind')
#1 F(7): It->rewind()
#2 F(8): walk(Object(It), 0)
#3 {main}r
rewind0@5#0 F(6): It->c('rewind')
#1 F(7): It->rewind()
#2 F(8): walk(Object(It), 1)
#3 {main}r
v0 . ~v0 v1 . ~v1 v2 . ~v2 v3 . ~v3 rvcnvcnvcnvcnv
0v0 ~v0 'k1'v1 ~v1 1.5v2 ~v2 NULLv3 rvcknvcknvcknvcknv
~v3 v0 . ~v0 v1 . ~v1 v2 . ~v2 v3 . ~v3 rvcnvcnvcnvcnv
0v0 ~v0 'k1'v1 ~v1 1.5v2 ~v2 NULLv3 rvcknvcknvcknvcknv
~v3 valid0@5#0 F(6): It->c('valid')
#1 F(7): It->valid()
#2 F(8): walk(Object(It), 0)
#3 {main}rv
valid0@5#0 F(6): It->c('valid')
#1 F(7): It->valid()
#2 F(8): walk(Object(It), 1)
#3 {main}rv
v0 . ~v0 valid1@5#0 F(6): It->c('valid')
#1 F(7): It->valid()
#2 F(8): walk(Object(It), 0)
#3 {main}rvcnv
0v0 valid1@5#0 F(6): It->c('valid')
#1 F(7): It->valid()
#2 F(8): walk(Object(It), 1)
#3 {main}rvcknv
~v0 v0 . ~v0 v1 . ~v1 v2 . ~v2 valid3@5#0 F(6): It->c('valid')
#1 F(7): It->valid()
#2 F(8): walk(Object(It), 0)
#3 {main}rvcnvcnvcnv
0v0 ~v0 'k1'v1 ~v1 1.5v2 valid3@5#0 F(6): It->c('valid')
#1 F(7): It->valid()
#2 F(8): walk(Object(It), 1)
#3 {main}rvcknvcknvcknv
~v2 v0 . ~v0 v1 . ~v1 v2 . ~v2 v3 . ~v3 v4 . ~v4 v5 rvcnvcnvcnvcnvcnvc
~v5 0v0 ~v0 'k1'v1 ~v1 1.5v2 ~v2 NULLv3 ~v3 4v4 ~v4 'k5'v5 rvcknvcknvcknvcknvcknvcknv
~v5 v0 . ~v0 v1 . ~v1 v2 . ~v2 v3 . ~v3 v4 . ~v4 v5 rvcnvcnvcnvcnvcnvc
~v5 0v0 ~v0 'k1'v1 ~v1 1.5v2 ~v2 NULLv3 ~v3 4v4 ~v4 'k5'v5 rvcknvcknvcknvcknvcknvcknv
~v5 v0 . ~v0 v1 . ~v1 v2 . ~v2 v3 . ~v3 v4 . ~v4 v5 rvcnvcnvcnvcnvcnvc
~v5 0v0 ~v0 'k1'v1 ~v1 1.5v2 ~v2 NULLv3 ~v3 4v4 ~v4 'k5'v5 rvcknvcknvcknvcknvcknvcknv
~v5 current0@5#0 F(6): It->c('current')
#1 F(7): It->current()
#2 F(8): walk(Object(It), 0)
#3 {main}rvc
current0@5#0 F(6): It->c('current')
#1 F(7): It->current()
#2 F(8): walk(Object(It), 1)
#3 {main}rvc
v0 . ~v0 current1@5#0 F(6): It->c('current')
#1 F(7): It->current()
#2 F(8): walk(Object(It), 0)
#3 {main}rvcnvc
0v0 current1@5#0 F(6): It->c('current')
#1 F(7): It->current()
#2 F(8): walk(Object(It), 1)
#3 {main}rvcknvc
~v0 v0 . ~v0 v1 . ~v1 v2 . ~v2 current3@5#0 F(6): It->c('current')
#1 F(7): It->current()
#2 F(8): walk(Object(It), 0)
#3 {main}rvcnvcnvcnvc
0v0 ~v0 'k1'v1 ~v1 1.5v2 current3@5#0 F(6): It->c('current')
#1 F(7): It->current()
#2 F(8): walk(Object(It), 1)
#3 {main}rvcknvcknvcknvc
~v2 v0 . ~v0 v1 . ~v1 v2 . ~v2 v3 . ~v3 v4 . ~v4 v5 rvcnvcnvcnvcnvcnvc
~v5 ~v0 key0@5#0 F(6): It->c('key')
#1 F(7): It->key()
#2 F(8): walk(Object(It), 1)
#3 {main}rvck
v0 . ~v0 v1 . ~v1 v2 . ~v2 v3 . ~v3 v4 . ~v4 v5 rvcnvcnvcnvcnvcnvc
~v5 0v0 ~v1 key1@5#0 F(6): It->c('key')
#1 F(7): It->key()
#2 F(8): walk(Object(It), 1)
#3 {main}rvcknvck
~v0 v0 . ~v0 v1 . ~v1 v2 . ~v2 v3 . ~v3 v4 . ~v4 v5 rvcnvcnvcnvcnvcnvc
~v5 0v0 ~v0 'k1'v1 ~v1 1.5v2 ~v3 key3@5#0 F(6): It->c('key')
#1 F(7): It->key()
#2 F(8): walk(Object(It), 1)
#3 {main}rvcknvcknvcknvck
~v2 v0 . ~v0 next0@5#0 F(6): It->c('next')
#1 F(7): It->next()
#2 F(8): walk(Object(It), 0)
#3 {main}rvcn
0v0 next0@5#0 F(6): It->c('next')
#1 F(7): It->next()
#2 F(8): walk(Object(It), 1)
#3 {main}rvckn
~v0 v0 . ~v0 v1 . ~v1 next1@5#0 F(6): It->c('next')
#1 F(7): It->next()
#2 F(8): walk(Object(It), 0)
#3 {main}rvcnvcn
0v0 ~v0 'k1'v1 next1@5#0 F(6): It->c('next')
#1 F(7): It->next()
#2 F(8): walk(Object(It), 1)
#3 {main}rvcknvckn
~v1 v0 . ~v0 v1 . ~v1 v2 . ~v2 v3 . ~v3 next3@5#0 F(6): It->c('next')
#1 F(7): It->next()
#2 F(8): walk(Object(It), 0)
#3 {main}rvcnvcnvcnvcn
0v0 ~v0 'k1'v1 ~v1 1.5v2 ~v2 NULLv3 next3@5#0 F(6): It->c('next')
#1 F(7): It->next()
#2 F(8): walk(Object(It), 1)
#3 {main}rvcknvcknvcknvckn
~v3 rewind0@5#0 F(6): It->c('rewind')
#1 F(7): It->rewind()
#2 F(8): walk(Object(It), 0)
#3 {main}r
rewind0@5#0 F(6): It->c('rewind')
#1 F(7): It->rewind()
#2 F(8): walk(Object(It), 1)
#3 {main}r
v0 . ~v0 v1 . ~v1 v2 . ~v2 v3 . ~v3 v4 . ~v4 v5 rvcnvcnvcnvcnvcnvc
~v5 0v0 ~v0 'k1'v1 ~v1 1.5v2 ~v2 NULLv3 ~v3 4v4 ~v4 'k5'v5 rvcknvcknvcknvcknvcknvcknv
~v5 v0 . ~v0 v1 . ~v1 v2 . ~v2 v3 . ~v3 v4 . ~v4 v5 rvcnvcnvcnvcnvcnvc
~v5 0v0 ~v0 'k1'v1 ~v1 1.5v2 ~v2 NULLv3 ~v3 4v4 ~v4 'k5'v5 rvcknvcknvcknvcknvcknvcknv
~v5 valid0@5#0 F(6): It->c('valid')
#1 F(7): It->valid()
#2 F(8): walk(Object(It), 0)
#3 {main}rv
valid0@5#0 F(6): It->c('valid')
#1 F(7): It->valid()
#2 F(8): walk(Object(It), 1)
#3 {main}rv
v0 . ~v0 valid1@5#0 F(6): It->c('valid')
#1 F(7): It->valid()
#2 F(8): walk(Object(It), 0)
#3 {main}rvcnv
0v0 valid1@5#0 F(6): It->c('valid')
#1 F(7): It->valid()
#2 F(8): walk(Object(It), 1)
#3 {main}rvcknv
~v0 v0 . ~v0 v1 . ~v1 v2 . ~v2 valid3@5#0 F(6): It->c('valid')
#1 F(7): It->valid()
#2 F(8): walk(Object(It), 0)
#3 {main}rvcnvcnvcnv
0v0 ~v0 'k1'v1 ~v1 1.5v2 valid3@5#0 F(6): It->c('valid')
#1 F(7): It->valid()
#2 F(8): walk(Object(It), 1)
#3 {main}rvcknvcknvcknv
~v2 k0=0,13k1=2,13k2=4,13k3=6,13k4=8,13k5=10,13k0=1,13k1=3,13k2=5,13k3=7,13k4=9,13k5=11,130=1,131=2,132=3,130=1,131=2,13
k0=0,13k1=2,13k2=4,13k3=6,13k4=8,13k5=10,13k0=1,13k1=3,13k2=5,13k3=7,13k4=9,13k5=11,130=1,131=2,132=3,130=1,131=2,13
k0=0,13k1=2,13k2=4,13k3=6,13k4=8,13k5=10,13k0=1,13k1=3,13k2=5,13k3=7,13k4=9,13k5=11,130=1,131=2,132=3,130=1,131=2,13
k0=0,13k1=2,13k2=4,13k3=6,13k4=8,13k5=10,13k0=1,13k1=3,13k2=5,13k3=7,13k4=9,13k5=11,130=1,131=2,132=3,130=1,131=2,13
k0=0,13k1=2,13k2=4,13k3=6,13k4=8,13k5=10,13k0=1,13k1=3,13k2=5,13k3=7,13k4=9,13k5=11,130=1,131=2,132=3,130=1,131=2,13
k0=0,13k1=2,13k2=4,13k3=6,13k4=8,13k5=10,13k0=1,13k1=3,13k2=5,13k3=7,13k4=9,13k5=11,130=1,131=2,132=3,130=1,131=2,13
00 02 04 06 08 010 |{"k0":1,"k1":3,"k2":5,"k3":7,"k4":9,"k5":11}1,2,3
00 02 04 06 08 010 |{"k0":1,"k1":3,"k2":5,"k3":7,"k4":9,"k5":11}1,2,3
00 02 04 06 08 010 |{"k0":1,"k1":3,"k2":5,"k3":7,"k4":9,"k5":11}1,2,3
00 02 04 06 08 010 |{"k0":1,"k1":3,"k2":5,"k3":7,"k4":9,"k5":11}1,2,3
0255 1255 
Sgxfoo21ga00!sbar1!,2!1Sgxfoo21ga01!sbar1!,2!1Sgxfoo21ga02!sbar1!,2!1Sgxfoo21ga03!sbar1!,2!1Sgxfoo21ga04!sbar1!,2!1
Sgxfoo21ga00!sbar1!,2!1Sgxfoo21ga01!sbar1!,2!1Sgxfoo21ga02!sbar1!,2!1Sgxfoo21ga03!sbar1!,2!1Sgxfoo21ga04!sbar1!,2!1
Sgxfoo21ga00!sbar1!,2!1Sgxfoo21ga01!sbar1!,2!1Sgxfoo21ga02!sbar1!,2!1Sgxfoo21ga03!sbar1!,2!1Sgxfoo21ga04!sbar1!,2!1
Sgxfoo21ga00!sbar1!,2!1Sgxfoo21ga01!sbar1!,2!1Sgxfoo21ga02!sbar1!,2!1Sgxfoo21ga03!sbar1!,2!1Sgxfoo21ga04!sbar1!,2!1
endppqpqq
endppqpqq
endppqpqq
endppqpqq
~js {"n":"js"}
~js [{"n":"js"}]
~js [[{"n":"js"}]]
~js [[[{"n":"js"}]]]
