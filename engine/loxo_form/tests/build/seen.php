<?php
// all kinds
// properties are found
// properties are seen
// on objects
class Point { function sum($other) { return $this->x + $other->x + $other->y + $this->y; } }
-----
<?php
// all kinds
// properties are found
// properties are seen
class Nodes { static function depth($node) { $n = 0; while ($node->next !== null) { $node = $node->next; $n++; } return $n + $node->depth; } }
-----
<?php
// all kinds
// properties are found
// properties are seen
class Nodes { static function count($node, $n) { $all = 0; for ($i = 0; $i < $n; $i++) { $all += $node->size + $node->next->size; f(); } return $all; } }
-----
<?php
// all kinds
// properties are found
// properties are seen
// on objects
class Nodes { function all($names) { foreach ($names as $name) { if ($this->first) { yield $name => $this->first; } } } }
-----
<?php
// all kinds
// properties are found
// properties are seen
class Either { static function one($a, $b, $which) { if ($which) { $c = $a->x; } else { $c = $a->y + $b->x; } return $c + $a->z + $b->y; } }
-----
<?php
// all kinds
// properties are found
// properties are seen
// on objects
class Counter { function __construct(public $start, public int $step = 1) {} function next($by) { $this->n++; $this->n += 2; $this->m .= 'x'; $this->start = $by; return $this->n; } }
-----
<?php
// all kinds
// properties are found
// properties are seen
class Nodes { static function link($a, $b) { $a->next = $b; $b->before = $a; $a->weight *= 1.5; return $a->n-- + $b->n; } }
-----
<?php
// all kinds
// properties are found
// properties are seen
// on objects
class Items { function put($k, $v) { $this->items[] = $v; $this->map[$k] = $v; $this->next->n = $v; return isset($this->map[$k]) ? $this->map[$v] ?? $this->other : isset($this->next); } }
