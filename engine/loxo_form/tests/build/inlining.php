<?php
// int, int
// all kinds
// inlining
function entry(int $i, int $j = 1): float { return 1.0 / ($i + $j); } function f($a, $b) { $s = 0.0; while ($a < $b) { $s += entry($a) * entry($a, $b); $a++; } return $s; }
-----
<?php
// object
// all kinds
// inlining
final class P { public int $x = 0; private ?string $name; function x(): int { return $this->x; } function name() { return $this->name ?? 'none'; } }
function f($p) { return $p->x() + strlen($p->name()); }
-----
<?php
// object, array
// all kinds
// inlining
class P { public $list; function at($i, $else) { if ($i < 0) { throw new E('negative'); } return $this->list[$i] ?? $else; } }
function f($p, $i) { return $p->at(inner(2), $i); }
function inner($x) { return $x * 2; }
-----
<?php
// any
// all kinds
// inlining
function loops($x) { while ($x > 3) { $x--; } return $x; } function effects($x) { echo $x; return $x; } function takes(&$x) { return $x; } function few($x, $y) { return $x; }
function f($x) { return loops($x) . effects($x) . takes($x) . few($x); }
