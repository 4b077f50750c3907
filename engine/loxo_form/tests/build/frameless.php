<?php
// int
// frameless
function fibonacci($n) { return $n < 2 ? $n : fibonacci($n - 1) + fibonacci($n - 2); }
-----
<?php
// int, int
// frameless
function sums($n, $unused) { $sum = 0; for ($i = 0; $i < $n; $i++) { $sum += sums($i, 1) + other($sum); } return $sum; }
function other($n) { return $n; }
-----
<?php
// int
// frameless
// What is a string on one way, or undefined.
function text($n) { if ($n > 1) { $s = 'x'; } else { $s = 1; } return $s; }
function perhaps($n) { if ($n > 1) { $s = 2; } return $s; }
-----
<?php
// float, int
// frameless
function half(float $x, int $n): float { if ($n == 0) return $x; return half($x * 0.5, $n - 1) + half($x + 1.5, $n - 1); }
-----
<?php
// int
// frameless
// Calls that are started by a name, one in the arguments of another.
if (rand()) { function outer($n) { return $n < 2 ? $n : outer(outer($n - 1) + ($n > 5 ? other($n) : 3)); } function other($n) { return $n; } }
-----
<?php
// int, int
// frameless
// What nothing is passed for is what the callee says.
function steps($n, $by = 2) { return $n < 0 ? 0 : steps($n - $by) + other($n); }
function other($n, $m = 7) { return $n + $m; }
-----
<?php
// int
// frameless
class C { static function down($n) { $m = $n - 1; return $n < 2 ? $n : self::down($m) + static::down($m); } }
