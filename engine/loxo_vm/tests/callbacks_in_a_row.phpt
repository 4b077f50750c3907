--TEST--
Callbacks that builtins call in a row: throwing, nested, suspended, with captured variables, defaults and references
--ENV--
LOXO_JIT=hot=3
--FILE--
<?php
// callbacks of builtins: usual, throwing, captured, by reference, nested, destructors, undefined arguments, fibers, generators
class D { public function __construct(public $n) {} function __destruct() { echo "~{$this->n}"; } }
class P { private $k = 3; private static $s = 5;
  function map($a) { return array_map(fn($x) => $x + $this->k, $a); }
  static function smap($a) { return array_map(fn($x) => $x + self::$s, $a); }
  function meth($x) { return $x * $this->k; } static function sm($x) { return $x - self::$s; }
  function __invoke($x) { return $x . $this->k; }
  function __call($n, $a) { return $n . implode(',', $a); } static function __callStatic($n, $a) { return "s$n" . implode(',', $a); }
}
function all($n) {
  $p = new P; $a = range(1, $n); $u = 10; $r = [];
  $r[] = array_sum(array_map(fn($x) => $x + $u, $a)); $r[] = array_sum($p->map($a)); $r[] = array_sum(P::smap($a));
  $r[] = array_sum(array_map([$p, 'meth'], $a)); $r[] = array_sum(array_map('P::sm', $a)); $r[] = implode(array_map($p, $a));
  $r[] = implode('|', array_map([$p, 'magic'], $a)); $r[] = implode('|', array_map(['P', 'smagic'], $a));
  $r[] = implode(',', array_filter($a, fn($x) => $x & 1)); $r[] = implode(',', array_filter($a, fn($x, $k) => $k & 1, ARRAY_FILTER_USE_BOTH));
  $r[] = array_reduce($a, fn($c, $x) => $c + $x); $r[] = array_reduce($a, function ($c, $x) use (&$u) { $u++; return $c . $x; }, ''); $r[] = $u;
  $b = $a; usort($b, fn($x, $y) => $y <=> $x); $r[] = implode($b); uasort($b, fn($x, $y) => $x % 3 <=> $y % 3); $r[] = json_encode($b);
  array_walk($b, function (&$v, $k, $m) { $v = $v * $m + $k; }, 2); $r[] = implode(',', $b);
  $r[] = implode(',', array_map(fn($x, $y = 5, ...$z) => $x . $y . count($z), $a, $a, $a)); $r[] = implode(',', array_map(fn($x, $d = 7) => $x + $d, $a));
  $r[] = preg_replace_callback('/\d/', fn($m) => $m[0] + 1, implode($a)); $r[] = implode(array_map('strrev', ['ab', 'cd'])); $r[] = call_user_func(fn(...$q) => count($q), 1, 2, 3);
  $r[] = implode(',', array_map(function ($x) { static $c = 0; return $x + ++$c; }, $a)); $r[] = implode(array_map(fn() => func_num_args(), $a));
  $r[] = implode(array_map(function ($x) { extract(['zz' => $x]); return $zz; }, $a)); $r[] = implode(array_map(function ($x) { return implode(compact('x')); }, $a));
  $r[] = implode(array_map(function ($x) { return count(func_get_args()); }, $a, $a)); $r[] = json_encode(array_map(null, $a, $a));
  return md5(implode("\n", $r)) . count($r);
}
for ($i = 0; $i < 30; $i++) $x = all(9); echo $x, all(40), "\n";
function thrower($n) { $log = ''; try { array_map(function ($x) use ($n) { if ($x == $n) throw new Exception("at $x"); return new D($x); }, [1, 2, 3, 4]); } catch (Exception $e) { $log = $e->getMessage() . $e->getLine() . $e->getTrace()[1]['function']; } return $log; }
for ($i = 0; $i < 30; $i++) { ob_start(); $x = thrower($i % 6) . ob_get_clean(); } echo $x, "\n"; ob_start(); echo thrower(3); echo strlen(ob_get_clean()), "\n";
function nest($d) { return $d == 0 ? [1] : array_map(fn($x) => array_sum(array_map(fn($y) => $y + count(nest($d - 1)), [1, 2, $x])), [1, 2]); }
for ($i = 0; $i < 10; $i++) $x = json_encode(nest(3)); echo $x, "\n";
function sortex($a) { try { usort($a, function ($x, $y) { if ($x + $y > 15) throw new LogicException("$x,$y"); return $x <=> $y; }); } catch (LogicException $e) { return $e->getMessage(); } return implode($a); }
for ($i = 0; $i < 30; $i++) $x = sortex([5, 2, 9, 1, 8, $i % 10]); echo $x, "\n";
function mixed_types($a) { return array_map(fn(int|string $x): string => "<$x>", $a); }
for ($i = 0; $i < 30; $i++) $x = implode(mixed_types([1, 'b', 3])); echo $x; try { mixed_types([1, null]); } catch (TypeError $e) { echo preg_replace('/called in.*/', '', $e->getMessage()); } echo "\n";
function strf($a) { return array_filter($a, 'is_int'); } for ($i = 0; $i < 20; $i++) $x = count(strf([1, 'a', 2])); echo $x, "\n";
function refs() { $a = [1, 2, 3]; $r = &$a[1]; $m = array_map(function ($x) { $x++; return $x; }, $a); $r = 9; array_walk($a, function ($v, $k) use (&$m) { $m[] = $v; }); return json_encode([$a, $m]); }
for ($i = 0; $i < 30; $i++) $x = refs(); echo $x, "\n";
function dt($n) { $o = []; array_map(function ($x) { $d = new D($x); return 1; }, range(1, $n)); return array_map(fn($x) => new D($x), [7, 8]); }
for ($i = 0; $i < 30; $i++) { ob_start(); $q = dt(3); unset($q); $x = ob_get_clean(); } echo $x, "\n";
$f = new Fiber(function () { return array_sum(array_map(function ($x) { return $x + Fiber::suspend($x); }, [1, 2, 3])); });
$v = $f->start(); while (!$f->isTerminated()) $v = $f->resume($v * 10); echo $f->getReturn(), "\n";
function fib2() { $f = new Fiber(function () { usort($GLOBALS['arr'], function ($a, $b) { Fiber::suspend(); return $a <=> $b; }); }); $GLOBALS['arr'] = [3, 1, 2]; $f->start(); $n = 0; while (!$f->isTerminated()) { $n++; array_map(fn($x) => $x, [1, 2, 3]); $f->resume(); } return $n . implode($GLOBALS['arr']); }
for ($i = 0; $i < 20; $i++) $x = fib2(); echo $x, "\n";
function g($a) { foreach (array_map(fn($x) => $x * 2, $a) as $v) yield $v; } for ($i = 0; $i < 20; $i++) $x = implode(',', iterator_to_array(g([1, 2]))); echo $x, "\n";
set_error_handler(function ($n, $m) { echo "[$m]"; return true; });
function warn($a) { return array_map(fn($x) => $x . $undef . ($x / 1), $a); } ob_start(); for ($i = 0; $i < 20; $i++) $x = implode(warn([1, 2])); echo md5(ob_get_clean()), $x, "\n";
function swap(&$cb) { return array_map(function ($x) use (&$cb) { $cb = 'strtoupper'; return $x; }, ['a', 'b']); } $cb = fn($x) => $x; for ($i = 0; $i < 20; $i++) $x = implode(swap($cb)); echo $x, "\n";
function selfrep() { $cb = null; $cb = function ($x) use (&$cb) { $cb = null; return new D($x); }; return count(array_map($cb, [1, 2, 3])); } ob_start(); for ($i = 0; $i < 20; $i++) $x = selfrep(); echo strlen(ob_get_clean()), $x, "\n";
class It implements IteratorAggregate { function getIterator(): Iterator { return new ArrayIterator([1, 2, 3]); } } function ia() { $s = 0; iterator_apply($it = new ArrayIterator([1, 2, 3]), function () use (&$s, &$it) { $s += $it->current(); return true; }); return $s; } for ($i = 0; $i < 20; $i++) $x = ia(); echo $x, "\n";
function deep($n) { return $n == 0 ? 0 : array_sum(array_map(fn($x) => deep($n - 1), [1])) + 1; } echo deep(200), "\n";
spl_autoload_register(function ($c) { echo "auto($c)"; eval("class $c { static function f(\$x) { return \$x; } }"); }); echo implode(array_map(fn($x) => $x > 1 ? Auto1::f($x) : $x, [1, 2, 3])), "\n";
function big() { $a = range(1, 200); shuffle($a); usort($a, fn($x, $y) => $x - $y); $s = array_map(fn($x) => "s$x", $a); usort($s, fn($x, $y) => strcmp($x, $y)); uksort($s, fn($x, $y) => $y <=> $x); return md5(serialize([$a, $s])); } for ($i = 0; $i < 5; $i++) $x = big(); echo $x, "\n";
--EXPECT--
ad9e60eeec129a290844c3e2ecb1a268276533f2d441314b3594008823cace9f5227
~1~2~3~4
19
[10,11]
9,8
<1><b><3>{closure:mixed_types():34}(): Argument #1 ($x) must be of type string|int, null given
2
[[1,9,3],[2,3,4,1,9,3]]
~1~2~3~7~8
66
3123
2,4
21de1fb5e1a79fddc678bd3c9472d84b1122
ab
1203
6
200
auto(Auto1)123
2010dab85fe781d811fc6b048a37a301
