<?php
// any, int
// all kinds
function elements($a, $i) { if (isset($a['x'])) { return $a['x']; } $b = $a[$i]; return $b['y']['z']; }
-----
<?php
// any
// all kinds
function arguments($a) { f($a, 1); g($a['x']); return $a; }
-----
<?php
// all kinds
class C { public $p; function get() { return $this->p; } function has() { return isset($this->p) ? f($this->p->q) : null; } }
-----
<?php
// any, any
// all kinds
function truth($a, $b) { if ($a) { return 1; } if (f() === 'text') { return 2; } if (!$b) { return "$a$b"; } return 3; }
-----
<?php
// any
// all kinds
function reference($a) { $x = 's'; f($x); $x = $a; f($x); $x = 1; return $x; }
-----
<?php
// any
// all kinds
function globals($k) { global $g, $h; if (isset($g[$k])) { f($h); } $g[] = $k; return $h; }
-----
<?php
// any
// all kinds
// on objects
class C { function get($key) { return $this->list[$key] ?? $this; } function chain() { return $this; } }
-----
<?php
// array, any, array
// all kinds
function under_what_another_holds($names, $i, $found) { return $found[$names[$i]]; }
-----
<?php
// array, int, any
// all kinds
function sum_of($numbers, $sum, $i) { $sum += $numbers[$i]; return $sum; }
