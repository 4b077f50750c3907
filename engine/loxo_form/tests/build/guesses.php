<?php
// any, any
function sum($a, $b) { $s = $a + $b; if ($a < $b) { $s *= $b; } return $s; }
-----
<?php
// any, any
// guesses failed
function sum($a, $b) { $s = $a + $b; if ($a < $b) { $s *= $b; } return $s; }
-----
<?php
// any, any
// guesses failed
function half($a, $b) { return 0.5 * $a - $b; }
