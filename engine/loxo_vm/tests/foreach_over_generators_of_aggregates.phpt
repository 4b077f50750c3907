--TEST--
foreach over what getIterator() gives: generators that are fresh, begun, ended, that throw, by reference
--FILE--
<?php
class D { function __construct(public $n) {} function __destruct() { echo "d$this->n "; } }
class A implements IteratorAggregate { public $d; function __construct(public $n, public $mode) { $this->d = new D("A$n$mode"); } function getIterator(): Traversable { switch ($this->mode) { case 'gen': return $this->gen(); case 'self': return $this->g2(); case 'thr': throw new Exception("getIterator"); case 'thr1': return $this->thr(0); case 'thr3': return $this->thr(3); case 'agg': return new A($this->n, 'gen'); case 'agg2': return new A($this->n, 'agg'); case 'arr': return new ArrayIterator(range(0, $this->n)); case 'done': $g = $this->gen(); foreach ($g as $_); return $g; case 'adv': $g = $this->gen(); $g->next(); $g->next(); return $g; case 'started': $g = $this->gen(); $g->current(); return $g; case 'ref': return $this->refs(); case 'deleg': return (function () { $r = yield from $this->gen(); yield 'r' => $r; })(); case 'empty': return (function () { if (0) yield; })(); } }
 function gen() { try { for ($i = 0; $i < $this->n; $i++) { yield "k$i" => $i; strlen("$i"); } } finally { echo "F "; } return 'ret'; }
 function g2() { foreach ([1, 2, 3] as $x) yield [$x, $x * 2] => [new D("v$x"), $x]; }
 function thr($at) { for ($i = 0; $i < 6; $i++) { if ($i == $at) { $e = new Exception("at$i"); throw $e; } yield $i; } }
 function &refs() { $a = [1, 2, 3]; foreach ($a as $k => &$v) yield $k => $v; echo implode(',', $a), ' '; }
}
function walk($mode, $n) { $o = ''; try { foreach (new A($n, $mode) as $k => $v) { $o .= (is_array($k) ? implode('-', $k) : $k) . '=' . (is_array($v) ? $v[1] : var_export($v, true)) . ' '; if ($k === 'k7') break; } } catch (Exception $e) { $o .= get_class($e) . ':' . $e->getMessage() . '@' . $e->getLine() . ' ' . preg_replace('~/\S*\.php~', 'F', $e->getTraceAsString()); } return $o; }
foreach (['gen', 'self', 'thr', 'thr1', 'thr3', 'agg', 'agg2', 'arr', 'done', 'adv', 'started', 'ref', 'deleg', 'empty'] as $m) for ($n = 0; $n < 10; $n += 3) { echo walk($m, $n), "|\n"; }
function byref($mode) { try { foreach (new A(3, $mode) as $k => &$v) { $v .= 'x'; } unset($v); } catch (Throwable $e) { echo $e->getMessage(), "\n"; } }
foreach (['gen', 'ref', 'arr', 'agg'] as $m) { byref($m); echo "|\n"; }
function lists() { $o = ''; foreach (new A(0, 'self') as [$a, $b]) $o .= $b; return $o; }
for ($i = 0; $i < 5; $i++) echo lists(), "\n";
function nested($n) { $a = new A($n, 'gen'); $o = ''; foreach ($a as $k => $v) { foreach ($a as $k2 => $v2) $o .= "$k$k2 "; unset($a2); $a2 = $v; if ($v == 2) $a = null; if ($a === null) break; } return $o; }
for ($i = 0; $i < 6; $i++) echo nested($i), "|\n";
function spread($m) { try { return json_encode([...new A(3, $m)]) . json_encode(iterator_to_array(new A(2, $m))) . iterator_count(new A(4, $m)); } catch (Throwable $e) { return $e->getMessage(); } }
foreach (['gen', 'arr', 'agg2', 'done', 'deleg'] as $m) echo spread($m), "\n";
function yf($m) { $f = function () use ($m) { $r = yield from new A(3, $m); yield 'r' => $r; }; $o = ''; foreach ($f() as $k => $v) $o .= "$k=>" . var_export($v, true) . ' '; $g = $f(); $o .= $g->current(); $o .= $g->send('S'); try { $o .= $g->throw(new Exception('T')); } catch (Exception $e) { $o .= $e->getMessage() . $e->getLine(); } return $o; }
foreach (['gen', 'arr', 'agg', 'started', 'deleg'] as $m) for ($i = 0; $i < 3; $i++) echo yf($m), "|\n";
class E implements IteratorAggregate { function getIterator(): Traversable { return $this->d ??= (function () { yield 1; yield 2; })(); } public $d; }
function twice() { $e = new E; $o = ''; for ($i = 0; $i < 3; $i++) try { foreach ($e as $v) { $o .= $v; if ($i == 0) break; } } catch (Exception $x) { $o .= $x->getMessage(); } return $o; }
for ($i = 0; $i < 4; $i++) echo twice(), "\n";
class B implements IteratorAggregate { function getIterator(): Traversable { return $this; } }
try { foreach (new B as $x); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
F dA0gen |
F dA3gen k0=0 k1=1 k2=2 |
F dA6gen k0=0 k1=1 k2=2 k3=3 k4=4 k5=5 |
F dA9gen k0=0 k1=1 k2=2 k3=3 k4=4 k5=5 k6=6 k7=7 |
dv1 dv2 dA0self dv3 1-2=1 2-4=2 3-6=3 |
dv1 dv2 dA3self dv3 1-2=1 2-4=2 3-6=3 |
dv1 dv2 dA6self dv3 1-2=1 2-4=2 3-6=3 |
dv1 dv2 dA9self dv3 1-2=1 2-4=2 3-6=3 |
dA0thr Exception:getIterator@3 #0 F(9): A->getIterator()
#1 F(10): walk('thr', 0)
#2 {main}|
dA3thr Exception:getIterator@3 #0 F(9): A->getIterator()
#1 F(10): walk('thr', 3)
#2 {main}|
dA6thr Exception:getIterator@3 #0 F(9): A->getIterator()
#1 F(10): walk('thr', 6)
#2 {main}|
dA9thr Exception:getIterator@3 #0 F(9): A->getIterator()
#1 F(10): walk('thr', 9)
#2 {main}|
dA0thr1 Exception:at0@6 #0 F(9): A->thr(0)
#1 F(10): walk('thr1', 0)
#2 {main}|
dA3thr1 Exception:at0@6 #0 F(9): A->thr(0)
#1 F(10): walk('thr1', 3)
#2 {main}|
dA6thr1 Exception:at0@6 #0 F(9): A->thr(0)
#1 F(10): walk('thr1', 6)
#2 {main}|
dA9thr1 Exception:at0@6 #0 F(9): A->thr(0)
#1 F(10): walk('thr1', 9)
#2 {main}|
dA0thr3 0=0 1=1 2=2 Exception:at3@6 #0 F(9): A->thr(3)
#1 F(10): walk('thr3', 0)
#2 {main}|
dA3thr3 0=0 1=1 2=2 Exception:at3@6 #0 F(9): A->thr(3)
#1 F(10): walk('thr3', 3)
#2 {main}|
dA6thr3 0=0 1=1 2=2 Exception:at3@6 #0 F(9): A->thr(3)
#1 F(10): walk('thr3', 6)
#2 {main}|
dA9thr3 0=0 1=1 2=2 Exception:at3@6 #0 F(9): A->thr(3)
#1 F(10): walk('thr3', 9)
#2 {main}|
F dA0gen dA0agg |
dA3agg F dA3gen k0=0 k1=1 k2=2 |
dA6agg F dA6gen k0=0 k1=1 k2=2 k3=3 k4=4 k5=5 |
dA9agg F dA9gen k0=0 k1=1 k2=2 k3=3 k4=4 k5=5 k6=6 k7=7 |
dA0agg F dA0gen dA0agg2 |
dA3agg dA3agg2 F dA3gen k0=0 k1=1 k2=2 |
dA6agg dA6agg2 F dA6gen k0=0 k1=1 k2=2 k3=3 k4=4 k5=5 |
dA9agg dA9agg2 F dA9gen k0=0 k1=1 k2=2 k3=3 k4=4 k5=5 k6=6 k7=7 |
dA0arr 0=0 |
dA3arr 0=0 1=1 2=2 3=3 |
dA6arr 0=0 1=1 2=2 3=3 4=4 5=5 6=6 |
dA9arr 0=0 1=1 2=2 3=3 4=4 5=5 6=6 7=7 8=8 9=9 |
F dA0done Exception:Cannot traverse an already closed generator@9 #0 F(10): walk('done', 0)
#1 {main}|
F dA3done Exception:Cannot traverse an already closed generator@9 #0 F(10): walk('done', 3)
#1 {main}|
F dA6done Exception:Cannot traverse an already closed generator@9 #0 F(10): walk('done', 6)
#1 {main}|
F dA9done Exception:Cannot traverse an already closed generator@9 #0 F(10): walk('done', 9)
#1 {main}|
F dA0adv Exception:Cannot traverse an already closed generator@9 #0 F(10): walk('adv', 0)
#1 {main}|
F dA3adv Exception:Cannot rewind a generator that was already run@9 #0 F(10): walk('adv', 3)
#1 {main}|
F dA6adv Exception:Cannot rewind a generator that was already run@9 #0 F(10): walk('adv', 6)
#1 {main}|
F dA9adv Exception:Cannot rewind a generator that was already run@9 #0 F(10): walk('adv', 9)
#1 {main}|
F dA0started Exception:Cannot traverse an already closed generator@9 #0 F(10): walk('started', 0)
#1 {main}|
F dA3started k0=0 k1=1 k2=2 |
F dA6started k0=0 k1=1 k2=2 k3=3 k4=4 k5=5 |
F dA9started k0=0 k1=1 k2=2 k3=3 k4=4 k5=5 k6=6 k7=7 |
1,2,3 dA0ref 0=1 1=2 2=3 |
1,2,3 dA3ref 0=1 1=2 2=3 |
1,2,3 dA6ref 0=1 1=2 2=3 |
1,2,3 dA9ref 0=1 1=2 2=3 |
F dA0deleg r='ret' |
F dA3deleg k0=0 k1=1 k2=2 r='ret' |
F dA6deleg k0=0 k1=1 k2=2 k3=3 k4=4 k5=5 r='ret' |
F dA9deleg k0=0 k1=1 k2=2 k3=3 k4=4 k5=5 k6=6 k7=7 |
dA0empty |
dA3empty |
dA6empty |
dA9empty |
dA3gen You can only iterate a generator by-reference if it declared that it yields by-reference
|
1x,2x,3x dA3ref |
dA3arr |
dA3gen dA3agg You can only iterate a generator by-reference if it declared that it yields by-reference
|
dv1 dv2 dA0self dv3 123
dv1 dv2 dA0self dv3 123
dv1 dv2 dA0self dv3 123
dv1 dv2 dA0self dv3 123
dv1 dv2 dA0self dv3 123
F dA0gen |
F F dA1gen k0k0 |
F F F dA2gen k0k0 k0k1 k1k0 k1k1 |
F F F F dA3gen k0k0 k0k1 k0k2 k1k0 k1k1 k1k2 k2k0 k2k1 k2k2 |
F F F F dA4gen k0k0 k0k1 k0k2 k0k3 k1k0 k1k1 k1k2 k1k3 k2k0 k2k1 k2k2 k2k3 |
F F F F dA5gen k0k0 k0k1 k0k2 k0k3 k0k4 k1k0 k1k1 k1k2 k1k3 k1k4 k2k0 k2k1 k2k2 k2k3 k2k4 |
F dA3gen F dA2gen F dA4gen {"k0":0,"k1":1,"k2":2}{"k0":0,"k1":1}4
dA3arr dA2arr dA4arr [0,1,2,3][0,1,2]5
dA3agg F dA3gen dA3agg2 dA2agg F dA2gen dA2agg2 dA4agg F dA4gen dA4agg2 {"k0":0,"k1":1,"k2":2}{"k0":0,"k1":1}4
F dA3done Cannot traverse an already closed generator
F dA3deleg F dA2deleg F dA4deleg {"k0":0,"k1":1,"k2":2,"r":"ret"}{"k0":0,"k1":1,"r":"ret"}5
F dA3gen F dA3gen k0=>0 k1=>1 k2=>2 r=>NULL 01T19|
F dA3gen F dA3gen k0=>0 k1=>1 k2=>2 r=>NULL 01T19|
F dA3gen F dA3gen k0=>0 k1=>1 k2=>2 r=>NULL 01T19|
dA3arr dA3arr 0=>0 1=>1 2=>2 3=>3 r=>NULL 01T19|
dA3arr dA3arr 0=>0 1=>1 2=>2 3=>3 r=>NULL 01T19|
dA3arr dA3arr 0=>0 1=>1 2=>2 3=>3 r=>NULL 01T19|
dA3agg F dA3gen dA3agg F dA3gen k0=>0 k1=>1 k2=>2 r=>NULL 01T19|
dA3agg F dA3gen dA3agg F dA3gen k0=>0 k1=>1 k2=>2 r=>NULL 01T19|
dA3agg F dA3gen dA3agg F dA3gen k0=>0 k1=>1 k2=>2 r=>NULL 01T19|
F dA3started F dA3started k0=>0 k1=>1 k2=>2 r=>NULL 01T19|
F dA3started F dA3started k0=>0 k1=>1 k2=>2 r=>NULL 01T19|
F dA3started F dA3started k0=>0 k1=>1 k2=>2 r=>NULL 01T19|
F dA3deleg F dA3deleg k0=>0 k1=>1 k2=>2 r=>'ret' r=>NULL 01T19|
F dA3deleg F dA3deleg k0=>0 k1=>1 k2=>2 r=>'ret' r=>NULL 01T19|
F dA3deleg F dA3deleg k0=>0 k1=>1 k2=>2 r=>'ret' r=>NULL 01T19|
112Cannot traverse an already closed generator
112Cannot traverse an already closed generator
112Cannot traverse an already closed generator
112Cannot traverse an already closed generator
Objects returned by B::getIterator() must be traversable or implement interface Iterator
