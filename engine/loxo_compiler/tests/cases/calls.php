<?php
function known($a, &$b, ...$c) { return $a; }
function &by_reference() { static $x; return $x; }
known(1, $x['k'], $y->z);
unknown($a, $b['x'], 1, g(), $c->d[f()], A::$p, $e[]);
$o->m($a, new B(1), ...$rest);
$o?->m(f())?->n;
A::s(name: $v, other: $w['x']);
$f(1)(2);
sort($list); preg_match('a', $b, $m[0]); array_multisort($p, [1]); strlen($s); strlen(); compact('a');
$c = strlen(...); $d = $o->m(...); $e = A::s(...);
$r = &by_reference(); sort(by_reference()); sort(unknown());
assert($a > 1);
(function () { return $this; })();
"A::b"(1); [$o, 'm'](2);
exit(1);
