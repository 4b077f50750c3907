--TEST--
Constructors that collect arguments, which are converted, refused, or held by objects that throw
--FILE--
<?php
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~{$this->n} "; } }
class V { public $r; function __construct(public int $a = 0, ...$rest) { $this->r = $rest; if ($a == 3) throw new Exception('three'); } function __destruct() { echo "!{$this->a} "; } static function of(...$x) { return new static(...$x); } static function f(float ...$x): static { return new static(count($x), ...$x); } }
class W extends V { function __construct(float ...$f) { parent::__construct(count($f), ...$f); } }
class P { private function __construct(int ...$i) { $this->i = $i; } public $i; static function mk(...$a) { return new self(...$a); } }
class R { public $g; function __construct(&$x, ...$y) { $x = 5; $this->g = func_get_args(); } }
function tr($f) { try { $r = $f(); echo json_encode($r), "\n"; } catch (Throwable $e) { echo get_class($e), ': ', preg_replace('~, called in.*| passed in .* and~', '', $e->getMessage()), "\n"; } }
for ($i = 0; $i < 3; $i++) { 
 tr(fn() => new V(1, 2, 3)); tr(fn() => new V(1, new D('x'), 3)); tr(fn() => new V(3, new D('y'), 3)); tr(fn() => new V('q', new D('z'))); tr(fn() => V::of(1, 2, 3)); tr(fn() => V::of(...[1, 'k' => 5])); tr(fn() => W::of(1, 2, 3.5)); tr(fn() => new W(1, '2', 3)); tr(fn() => new W(1, 'x')); tr(fn() => V::f(1, 2)); tr(fn() => V::f('1', 2)); tr(fn() => V::f([], 2)); tr(fn() => P::mk(1, 2)); tr(fn() => P::mk('a')); tr(fn() => new P(1)); tr(function () { $q = 1; $o = new R($q, 2, 3); return [$q, $o]; }); tr(fn() => new V()); tr(fn() => new W); tr(fn() => new V(a: 4)); tr(fn() => new V(b: 4)); tr(fn() => new W(b: 4)); tr(fn() => V::of(...[])); tr(fn() => new V(...[1, 2], ...[3, 4])); tr(fn() => new V(...(function () { yield 1; yield new D('g'); })()));
 tr(function () { $n = 'V'; return new $n(7, 8); }); tr(function () { $n = new V(9); return new $n(7, 8); }); tr(function () { return (new ReflectionClass('V'))->newInstance(1, 2, 3); });
}
--EXPECT--
{"r":[2,3],"a":1}
!1 {"r":[{"n":"x"},3],"a":1}
!1 ~x Exception: three
~y TypeError: V::__construct(): Argument #1 ($a) must be of type int, string given
~z {"r":[2,3],"a":1}
!1 {"r":{"k":5},"a":1}
!1 Exception: three
Exception: three
TypeError: W::__construct(): Argument #2 must be of type float, string given
{"r":[1,2],"a":2}
!2 {"r":[1,2],"a":2}
!2 TypeError: V::f(): Argument #1 must be of type float, array given
{"i":[1,2]}
TypeError: P::__construct(): Argument #1 must be of type int, string given
Error: Call to private P::__construct() from global scope
[5,{"g":[5,2,3]}]
{"r":[],"a":0}
!0 {"r":[],"a":0}
!0 {"r":[],"a":4}
!4 {"r":{"b":4},"a":0}
!0 {"r":{"b":4},"a":1}
!1 {"r":[],"a":0}
!0 {"r":[2,3,4],"a":1}
!1 {"r":[{"n":"g"}],"a":1}
!1 ~g {"r":[8],"a":7}
!7 !9 {"r":[8],"a":7}
!7 {"r":[2,3],"a":1}
!1 {"r":[2,3],"a":1}
!1 {"r":[{"n":"x"},3],"a":1}
!1 ~x Exception: three
~y TypeError: V::__construct(): Argument #1 ($a) must be of type int, string given
~z {"r":[2,3],"a":1}
!1 {"r":{"k":5},"a":1}
!1 Exception: three
Exception: three
TypeError: W::__construct(): Argument #2 must be of type float, string given
{"r":[1,2],"a":2}
!2 {"r":[1,2],"a":2}
!2 TypeError: V::f(): Argument #1 must be of type float, array given
{"i":[1,2]}
TypeError: P::__construct(): Argument #1 must be of type int, string given
Error: Call to private P::__construct() from global scope
[5,{"g":[5,2,3]}]
{"r":[],"a":0}
!0 {"r":[],"a":0}
!0 {"r":[],"a":4}
!4 {"r":{"b":4},"a":0}
!0 {"r":{"b":4},"a":1}
!1 {"r":[],"a":0}
!0 {"r":[2,3,4],"a":1}
!1 {"r":[{"n":"g"}],"a":1}
!1 ~g {"r":[8],"a":7}
!7 !9 {"r":[8],"a":7}
!7 {"r":[2,3],"a":1}
!1 {"r":[2,3],"a":1}
!1 {"r":[{"n":"x"},3],"a":1}
!1 ~x Exception: three
~y TypeError: V::__construct(): Argument #1 ($a) must be of type int, string given
~z {"r":[2,3],"a":1}
!1 {"r":{"k":5},"a":1}
!1 Exception: three
Exception: three
TypeError: W::__construct(): Argument #2 must be of type float, string given
{"r":[1,2],"a":2}
!2 {"r":[1,2],"a":2}
!2 TypeError: V::f(): Argument #1 must be of type float, array given
{"i":[1,2]}
TypeError: P::__construct(): Argument #1 must be of type int, string given
Error: Call to private P::__construct() from global scope
[5,{"g":[5,2,3]}]
{"r":[],"a":0}
!0 {"r":[],"a":0}
!0 {"r":[],"a":4}
!4 {"r":{"b":4},"a":0}
!0 {"r":{"b":4},"a":1}
!1 {"r":[],"a":0}
!0 {"r":[2,3,4],"a":1}
!1 {"r":[{"n":"g"}],"a":1}
!1 ~g {"r":[8],"a":7}
!7 !9 {"r":[8],"a":7}
!7 {"r":[2,3],"a":1}
!1
