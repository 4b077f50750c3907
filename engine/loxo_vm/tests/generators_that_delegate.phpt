--TEST--
Generators that delegate, to arrays too: values, keys, and when destructors run
--FILE--
<?php
set_error_handler(function ($level, $message) { echo "($message) "; return true; });
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~D{$this->n} "; } }
class DT { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~DT{$this->n} "; throw new Exception("dt{$this->n}"); } }
function t($name, $f) { for ($i = 0; $i < 4; $i++) { try { echo $name, ' '; var_dump($f($i)); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), ' @', $e->getLine(), "\n"; } } }
t('arrays', function ($i) { $g = (function () { for ($k = 0; $k < 5; $k++) yield [$k, [$k]]; })(); $keep = []; foreach ($g as $v) { if ($v[0] % 2) $keep[] = $v; } return json_encode($keep); });
t('objects', function ($i) { $g = (function () { for ($k = 0; $k < 4; $k++) yield new D($k); })(); foreach ($g as $v) { echo $v->n, ' '; } return 'end'; });
t('objects kept', function ($i) { $g = (function () { for ($k = 0; $k < 4; $k++) { $d = new D($k); yield $d; } })(); $l = []; foreach ($g as $v) { $l[] = $v; } $v = null; return count($l); });
t('throwing destructors', function ($i) { $g = (function () { for ($k = 0; $k < 4; $k++) { try { yield new DT($k); } catch (Exception $e) { echo 'in gen ', $e->getMessage(), ' '; } } })(); try { foreach ($g as $v) { echo $v->n, ' '; } } catch (Exception $e) { echo 'out ', $e->getMessage(), ' '; } return 'end'; });
t('throwing destructors key', function ($i) { $g = (function () { for ($k = 0; $k < 4; $k++) { try { yield new DT($k) => $k; } catch (Exception $e) { echo 'in gen ', $e->getMessage(), ' '; } } })(); try { foreach ($g as $k => $v) { echo $v, ' '; } } catch (Exception $e) { echo 'out ', $e->getMessage(), ' '; } return 'end'; });
t('object keys', function ($i) { $g = (function () { for ($k = 0; $k < 4; $k++) yield new D($k) => new D("v$k"); })(); foreach ($g as $k => $v) { echo $k->n, $v->n, ' '; } return 'end'; });
t('ref var', function ($i) { $v = 0; $r = &$v; $g = (function () { for ($k = 0; $k < 4; $k++) yield [$k]; })(); foreach ($g as $v) { echo json_encode($r), ' '; } return $r; });
t('typed ref', function ($i) { $o = new class { public array $a = []; }; $v = &$o->a; $g = (function () { yield [1]; yield [2]; yield 3; })(); foreach ($g as $v) { echo json_encode($o->a), ' '; } return 0; });
t('self ref', function ($i) { $g = (function () { $a = []; for ($k = 0; $k < 3; $k++) { $a[] = $k; yield $a; $a['x'] = &$a; unset($a['x']); } })(); $s = 0; foreach ($g as $v) { $s += count($v); } return $s; });
t('outer current in inner', function ($i) { $outer = null; $in = (function () use (&$outer) { var_dump($outer->current()); yield 'a'; var_dump($outer->current(), $outer->key()); yield 'k' => 'b'; var_dump($outer->current(), $outer->key()); return 5; })(); $outer = (function () use ($in) { yield 1; $r = yield from $in; yield $r; })(); foreach ($outer as $k => $v) echo "[$k $v] "; return 0; });
t('current in loop', function ($i) { $in = (function () { yield 'a'; yield 'b'; yield new D('c'); yield [1, 2]; yield 'k' => 'z'; return 5; })(); $outer = (function () use ($in) { yield 1; $r = yield from $in; yield $r; })(); foreach ($outer as $k => $v) { $c = $outer->current(); echo "[$k ", is_scalar($c) ? $c : gettype($c), ' ', $outer->key(), ' ', $in->key(), ' ', gettype($in->current()), "] "; } return 0; });
t('mixed drive', function ($i) { $in = (function () { $x = yield 'a'; echo "<$x>"; $x = yield 'b'; echo "<$x>"; $x = yield 'c'; echo "<$x>"; yield 'd'; return 5; })(); $outer = (function () use ($in) { $r = yield from $in; $x = yield $r; echo "<$x>"; yield 'last'; })(); foreach ($outer as $k => $v) { echo "[$k $v] "; if ($v == 'b') { echo $outer->send('S'), ' '; } if ($v === 5) { echo $outer->send('T'), ' '; } } return 0; });
t('deep', function ($i) { $f = function ($n) use (&$f) { if ($n) { yield "pre$n"; yield from $f($n - 1); yield "post$n"; } else yield [$n]; return $n; }; $s = ''; foreach ($f(5) as $k => $v) $s .= "$k=" . json_encode($v) . ' '; return $s; });
t('deep throw', function ($i) { $f = function ($n) use (&$f, $i) { try { if ($n) { yield "pre$n"; yield from $f($n - 1); yield "post$n"; } else { yield 1; throw new Exception('deep'); } } finally { echo "f$n "; } }; $s = ''; try { foreach ($f(3) as $k => $v) $s .= "$v "; } catch (Exception $e) { $s .= $e->getMessage() . count($e->getTrace()); } return $s; });
t('deep catch', function ($i) { $f = function ($n) use (&$f, $i) { if ($n) { yield "pre$n"; try { yield from $f($n - 1); } catch (Exception $e) { yield "caught$n"; if ($n == 1) throw $e; } yield "post$n"; } else { yield 1; throw new Exception('deep'); } }; $s = ''; foreach ($f(3) as $k => $v) $s .= "$v "; return $s; });
t('deep break', function ($i) { $f = function ($n) use (&$f, $i) { try { if ($n) { yield "pre$n"; yield from $f($n - 1); yield "post$n"; } else { yield new D(1); } } finally { echo "f$n "; } }; $c = 0; foreach ($f(3) as $k => $v) if ($c++ == 2 + $i) break; unset($v); return $c; });
t('surplus', function ($i) { $f = function ($n) use (&$f) { $a = func_get_args(); if ($n) { yield count($a); yield from $f($n - 1, 1, 2); yield array_sum($a); } else yield [$a]; }; $s = ''; foreach ($f(3, 9, 8) as $v) $s .= json_encode($v); return $s; });
t('array in chain', function ($i) { $f = function ($n) use (&$f) { yield from [1, 2, 'x' => 3]; if ($n) yield from $f($n - 1); yield from new ArrayIterator([7, 8]); yield from (function () { yield 'q'; return 2; })(); return 0; }; $s = ''; foreach ($f(2) as $k => $v) $s .= "$k$v "; return $s; });
t('array objects', function ($i) { $f = function () { $r = yield from [new D(1), new D(2), new D(3)]; echo 'body '; yield 'x'; yield from [new D(4)]; echo 'end '; }; foreach ($f() as $k => $v) { echo is_object($v) ? $v->n : $v, ' '; if ($i == 2 && $k === 1) break; } $v = null; return 1; });
t('array DT', function ($i) { $f = function () { try { yield from [new DT(1), new DT(2)]; } catch (Exception $e) { echo 'in ', $e->getMessage(), ' '; } yield 'x'; }; try { foreach ($f() as $k => $v) { echo is_object($v) ? $v->n : $v, ' '; $v = null; } } catch (Exception $e) { echo 'out ', $e->getMessage(), ' '; } return 1; });
t('array send', function ($i) { $g = (function () { $x = yield from [1, 2, 3]; yield $x; })(); $r = [$g->current()]; foreach ($g as $v) { $r[] = $v; if ($v == 2) $r[] = $g->send('s'); } return json_encode($r); });
t('shared', function ($i) { $in = (function () { for ($k = 0; $k < 10; $k++) yield $k => [$k]; return 'R'; })(); $mk = function ($n) use ($in) { $r = yield from $in; yield "$n$r"; }; $a = $mk('a'); $b = $mk('b'); $s = ''; foreach ($a as $k => $v) { $s .= 'a' . json_encode($v); foreach ($b as $k2 => $v2) { $s .= 'b' . json_encode($v2); if ($k2 % 3 == 1) break; } $in->next(); if ($k > 6) break; } return $s; });
t('shared end', function ($i) { $in = (function () { yield 1; yield 2; return 'R'; })(); $mk = function ($n) use ($in) { $r = yield from $in; yield "$n$r"; }; $a = $mk('a'); $b = $mk('b'); $s = ''; foreach ($a as $v) { $s .= "a$v "; foreach ($b as $w) { $s .= "b$w "; } } return $s; });
t('throw in', function ($i) { $f = function ($n) use (&$f) { try { if ($n) yield from $f($n - 1); else { yield 1; yield 2; } } catch (Exception $e) { echo "c$n "; if ($n < 2) throw $e; yield 'h'; } }; $g = $f(3); foreach ($g as $v) { echo $v, ' '; if ($v === 1) { echo $g->throw(new Exception('t')), ' '; } } return 0; });
t('gen trace line', function ($i) { $g = (function () { yield 1;
  yield from [1, 2]; yield 2; })(); $r = []; foreach ($g as $v) { $r[] = (new ReflectionGenerator($g))->getExecutingLine(); } return implode(',', $r); });
t('executing', function ($i) { $in = (function () { yield 1; yield [2]; })(); $g = (function () use ($in) { yield from $in; })(); foreach ($g as $v) { $r = new ReflectionGenerator($g); echo $r->getExecutingGenerator() === $in ? 'in ' : 'out ', count($r->getTrace()), ' '; } return 1; });
t('gc', function ($i) { $g = (function () { $me = yield 1; yield [$me, new D('gc')]; yield 3; })(); $g->send($g); foreach ([1] as $_) { $x = $g->current(); } unset($x); $g = null; gc_collect_cycles(); return 1; });
t('fiber chain', function ($i) { $f = new Fiber(function () { $g = function ($n) use (&$g) { if ($n) { yield Fiber::suspend("s$n"); yield from $g($n - 1); } else yield [1]; }; $s = ''; foreach ($g(3) as $v) $s .= json_encode($v); return $s; }); $x = $f->start(); while (!$f->isTerminated()) { echo $x, ' '; $x = $f->resume("r$x"); } return $f->getReturn(); });
t('yield in args', function ($i) { $g = (function () { $r = max(yield [1], yield [2], yield 3); return $r; })(); $g->current(); $g->send(4); $g->send(9); $g->send(2); return $g->getReturn(); });
t('prop', function ($i) { $o = new stdClass; foreach ((function () { yield [1]; yield new D(2); yield 3; })() as $o->x) ; return $o->x; });
t('global', function ($i) { global $gg; foreach ((function () { yield [1]; yield new D(2); yield 3; })() as $gg) echo gettype($gg), ' '; return $gg; });
t('undef', function ($i) { foreach ((function () { yield [1]; yield $undef; yield $u2 => new D(3); yield new D(4); })() as $k => $v) echo gettype($v), ' '; $v = 0; return 1; });
t('ended by another', function ($i) { $in = (function () { yield 1; yield 2; yield 3; return 5; })(); $a = (function () use ($in) { echo '(', yield from $in, ')'; })(); $b = (function () use ($in) { echo '(', yield from $in, ')'; yield 'b'; })(); $s = ''; foreach ($a as $v) { $s .= "a$v "; if ($v == 3) break; } $s .= 'c' . $a->current() . ' '; foreach ($b as $v) { $s .= "b$v "; } $s .= 'c' . $a->current() . 'k' . $a->key() . ' '; $a->next(); return $s . var_export($a->valid(), true); });
--EXPECT--
arrays string(17) "[[1,[1]],[3,[3]]]"
arrays string(17) "[[1,[1]],[3,[3]]]"
arrays string(17) "[[1,[1]],[3,[3]]]"
arrays string(17) "[[1,[1]],[3,[3]]]"
objects 0 ~D0 1 ~D1 2 ~D2 3 ~D3 string(3) "end"
objects 0 ~D0 1 ~D1 2 ~D2 3 ~D3 string(3) "end"
objects 0 ~D0 1 ~D1 2 ~D2 3 ~D3 string(3) "end"
objects 0 ~D0 1 ~D1 2 ~D2 3 ~D3 string(3) "end"
objects kept ~D0 ~D1 ~D2 ~D3 int(4)
objects kept ~D0 ~D1 ~D2 ~D3 int(4)
objects kept ~D0 ~D1 ~D2 ~D3 int(4)
objects kept ~D0 ~D1 ~D2 ~D3 int(4)
throwing destructors 0 ~DT0 out dt0 ~DT1 Exception: dt1 @4
throwing destructors 0 ~DT0 out dt0 ~DT1 Exception: dt1 @4
throwing destructors 0 ~DT0 out dt0 ~DT1 Exception: dt1 @4
throwing destructors 0 ~DT0 out dt0 ~DT1 Exception: dt1 @4
throwing destructors key 0 ~DT0 out dt0 ~DT1 Exception: dt1 @4
throwing destructors key 0 ~DT0 out dt0 ~DT1 Exception: dt1 @4
throwing destructors key 0 ~DT0 out dt0 ~DT1 Exception: dt1 @4
throwing destructors key 0 ~DT0 out dt0 ~DT1 Exception: dt1 @4
object keys 0v0 ~Dv0 ~D0 1v1 ~Dv1 ~D1 2v2 ~Dv2 ~D2 3v3 ~Dv3 ~D3 string(3) "end"
object keys 0v0 ~Dv0 ~D0 1v1 ~Dv1 ~D1 2v2 ~Dv2 ~D2 3v3 ~Dv3 ~D3 string(3) "end"
object keys 0v0 ~Dv0 ~D0 1v1 ~Dv1 ~D1 2v2 ~Dv2 ~D2 3v3 ~Dv3 ~D3 string(3) "end"
object keys 0v0 ~Dv0 ~D0 1v1 ~Dv1 ~D1 2v2 ~Dv2 ~D2 3v3 ~Dv3 ~D3 string(3) "end"
ref var [0] [1] [2] [3] array(1) {
  [0]=>
  int(3)
}
ref var [0] [1] [2] [3] array(1) {
  [0]=>
  int(3)
}
ref var [0] [1] [2] [3] array(1) {
  [0]=>
  int(3)
}
ref var [0] [1] [2] [3] array(1) {
  [0]=>
  int(3)
}
typed ref [1] [2] TypeError: Cannot assign int to reference held by property class@anonymous::$a of type array @13
typed ref [1] [2] TypeError: Cannot assign int to reference held by property class@anonymous::$a of type array @13
typed ref [1] [2] TypeError: Cannot assign int to reference held by property class@anonymous::$a of type array @13
typed ref [1] [2] TypeError: Cannot assign int to reference held by property class@anonymous::$a of type array @13
self ref int(6)
self ref int(6)
self ref int(6)
self ref int(6)
outer current in inner [0 1] NULL
[0 a] string(1) "a"
int(0)
[k b] string(1) "b"
string(1) "k"
[1 5] int(0)
outer current in inner [0 1] NULL
[0 a] string(1) "a"
int(0)
[k b] string(1) "b"
string(1) "k"
[1 5] int(0)
outer current in inner [0 1] NULL
[0 a] string(1) "a"
int(0)
[k b] string(1) "b"
string(1) "k"
[1 5] int(0)
outer current in inner [0 1] NULL
[0 a] string(1) "a"
int(0)
[k b] string(1) "b"
string(1) "k"
[1 5] int(0)
current in loop [0 1 0 0 string] [0 a 0 0 string] [1 b 1 1 string] [2 object 2 2 object] ~Dc [3 array 3 3 array] [k z k k string] [1 5 1  NULL] int(0)
current in loop [0 1 0 0 string] [0 a 0 0 string] [1 b 1 1 string] [2 object 2 2 object] ~Dc [3 array 3 3 array] [k z k k string] [1 5 1  NULL] int(0)
current in loop [0 1 0 0 string] [0 a 0 0 string] [1 b 1 1 string] [2 object 2 2 object] ~Dc [3 array 3 3 array] [k z k k string] [1 5 1  NULL] int(0)
current in loop [0 1 0 0 string] [0 a 0 0 string] [1 b 1 1 string] [2 object 2 2 object] ~Dc [3 array 3 3 array] [k z k k string] [1 5 1  NULL] int(0)
mixed drive [0 a] <>[1 b] <S>c <>[3 d] [0 5] <T>last int(0)
mixed drive [0 a] <>[1 b] <S>c <>[3 d] [0 5] <T>last int(0)
mixed drive [0 a] <>[1 b] <S>c <>[3 d] [0 5] <T>last int(0)
mixed drive [0 a] <>[1 b] <S>c <>[3 d] [0 5] <T>last int(0)
deep string(101) "0="pre5" 0="pre4" 0="pre3" 0="pre2" 0="pre1" 0=[0] 1="post1" 1="post2" 1="post3" 1="post4" 1="post5" "
deep string(101) "0="pre5" 0="pre4" 0="pre3" 0="pre2" 0="pre1" 0=[0] 1="post1" 1="post2" 1="post3" 1="post4" 1="post5" "
deep string(101) "0="pre5" 0="pre4" 0="pre3" 0="pre2" 0="pre1" 0=[0] 1="post1" 1="post2" 1="post3" 1="post4" 1="post5" "
deep string(101) "0="pre5" 0="pre4" 0="pre3" 0="pre2" 0="pre1" 0=[0] 1="post1" 1="post2" 1="post3" 1="post4" 1="post5" "
deep throw f0 f1 f2 f3 string(22) "pre3 pre2 pre1 1 deep6"
deep throw f0 f1 f2 f3 string(22) "pre3 pre2 pre1 1 deep6"
deep throw f0 f1 f2 f3 string(22) "pre3 pre2 pre1 1 deep6"
deep throw f0 f1 f2 f3 string(22) "pre3 pre2 pre1 1 deep6"
deep catch string(45) "pre3 pre2 pre1 1 caught1 caught2 post2 post3 "
deep catch string(45) "pre3 pre2 pre1 1 caught1 caught2 post2 post3 "
deep catch string(45) "pre3 pre2 pre1 1 caught1 caught2 post2 post3 "
deep catch string(45) "pre3 pre2 pre1 1 caught1 caught2 post2 post3 "
deep break f1 f2 f3 int(3)
deep break f0 f1 f2 f3 ~D1 int(4)
deep break f0 ~D1 f1 f2 f3 int(5)
deep break f0 ~D1 f1 f2 f3 int(6)
surplus string(16) "333[[0,1,2]]4520"
surplus string(16) "333[[0,1,2]]4520"
surplus string(16) "333[[0,1,2]]4520"
surplus string(16) "333[[0,1,2]]4520"
array in chain string(54) "01 12 x3 01 12 x3 01 12 x3 07 18 0q 07 18 0q 07 18 0q "
array in chain string(54) "01 12 x3 01 12 x3 01 12 x3 07 18 0q 07 18 0q 07 18 0q "
array in chain string(54) "01 12 x3 01 12 x3 01 12 x3 07 18 0q 07 18 0q 07 18 0q "
array in chain string(54) "01 12 x3 01 12 x3 01 12 x3 07 18 0q 07 18 0q 07 18 0q "
array objects 1 2 3 ~D1 ~D2 body ~D3 x 4 end ~D4 int(1)
array objects 1 2 3 ~D1 ~D2 body ~D3 x 4 end ~D4 int(1)
array objects 1 2 ~D1 ~D3 ~D2 int(1)
array objects 1 2 3 ~D1 ~D2 body ~D3 x 4 end ~D4 int(1)
array DT 1 2 ~DT1 in dt1 ~DT2 out dt2 int(1)
array DT 1 2 ~DT1 in dt1 ~DT2 out dt2 int(1)
array DT 1 2 ~DT1 in dt1 ~DT2 out dt2 int(1)
array DT 1 2 ~DT1 in dt1 ~DT2 out dt2 int(1)
array send string(14) "[1,1,2,3,null]"
array send string(14) "[1,1,2,3,null]"
array send string(14) "[1,1,2,3,null]"
array send string(14) "[1,1,2,3,null]"
shared Exception: Cannot rewind a generator that was already run @27
shared Exception: Cannot rewind a generator that was already run @27
shared Exception: Cannot rewind a generator that was already run @27
shared Exception: Cannot rewind a generator that was already run @27
shared end Exception: Cannot traverse an already closed generator @28
shared end Exception: Cannot traverse an already closed generator @28
shared end Exception: Cannot traverse an already closed generator @28
shared end Exception: Cannot traverse an already closed generator @28
throw in 1 c0 c1 c2 h int(0)
throw in 1 c0 c1 c2 h int(0)
throw in 1 c0 c1 c2 h int(0)
throw in 1 c0 c1 c2 h int(0)
gen trace line string(11) "30,31,31,31"
gen trace line string(11) "30,31,31,31"
gen trace line string(11) "30,31,31,31"
gen trace line string(11) "30,31,31,31"
executing in 2 in 2 int(1)
executing in 2 in 2 int(1)
executing in 2 in 2 int(1)
executing in 2 in 2 int(1)
gc ~Dgc int(1)
gc ~Dgc int(1)
gc ~Dgc int(1)
gc ~Dgc int(1)
fiber chain s3 s2 s1 string(18) ""rs3""rs2""rs1"[1]"
fiber chain s3 s2 s1 string(18) ""rs3""rs2""rs1"[1]"
fiber chain s3 s2 s1 string(18) ""rs3""rs2""rs1"[1]"
fiber chain s3 s2 s1 string(18) ""rs3""rs2""rs1"[1]"
yield in args int(9)
yield in args int(9)
yield in args int(9)
yield in args int(9)
prop ~D2 int(3)
prop ~D2 int(3)
prop ~D2 int(3)
prop ~D2 int(3)
global array object ~D2 integer int(3)
global array object ~D2 integer int(3)
global array object ~D2 integer int(3)
global array object ~D2 integer int(3)
undef array (Undefined variable $undef) NULL (Undefined variable $u2) object ~D3 object ~D4 int(1)
undef array (Undefined variable $undef) NULL (Undefined variable $u2) object ~D3 object ~D4 int(1)
undef array (Undefined variable $undef) NULL (Undefined variable $u2) object ~D3 object ~D4 int(1)
undef array (Undefined variable $undef) NULL (Undefined variable $u2) object ~D3 object ~D4 int(1)
ended by another ((5)5)string(27) "a1 a2 a3 c3 b3 bb c3k false"
ended by another ((5)5)string(27) "a1 a2 a3 c3 b3 bb c3k false"
ended by another ((5)5)string(27) "a1 a2 a3 c3 b3 bb c3k false"
ended by another ((5)5)string(27) "a1 a2 a3 c3 b3 bb c3k false"
