<?php
// string, array
function pick($a, $b) { if ($a === null) { return $b; } $c = $a; $a = 5; return $c . $a; }
-----
<?php
// array
function each($list) { $n = 0; foreach ($list as $key => $value) { if ($value) { $n++; } } return $n; }
-----
<?php
// any
function references(&$x, $y) { global $g; $x = 1; $g = $y; $z = &$y; $z++; return $y; }
-----
<?php
// object
function tries($o) { $i = 1; try { $o->m($i); $i = 2; } catch (E $e) { $i = 3; } finally { $i++; } return $i; }
-----
<?php
// int
function table($x) { switch ($x) { case 1: return 'a'; case 2: $y = 1; break; case 3: case 4: case 5: case 6: case 7: case 8: $y = 2; break; default: $y = 3; } return $y; }
-----
<?php
class C { public $p; function get() { return $this->p; } function set(int $v): static { $this->p = $v; return $this; } }
