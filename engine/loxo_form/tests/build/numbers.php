<?php // int
// int
function fib($n) { return $n < 2 ? $n : fib($n - 1) + fib($n - 2); }
-----
<?php
// int
function sum(int $n): int { $s = 0; for ($i = 0; $i < $n; $i++) { $s += $i; } return $s; }
-----
<?php
// float, int
function series($x, $n) { $s = 0; for ($i = 1; $i <= $n; $i++) { $s += $x / $i; } return $s; }
-----
<?php
// int, int
function nested($n, $m) { $c = 0; for ($i = 0; $i < $n; ++$i) { for ($j = $i; $j < $m; ++$j) { if ($j % 3 == 1) { continue; } $c += $j ^ $i; } } return $c; }
-----
<?php
// int, int
function gcd($a, $b) { while ($b != 0) { $t = $a % $b; $a = $b; $b = $t; } return $a; }
-----
<?php
// int, int
function order($a, $b) { return $a <=> $b; }
-----
<?php
// float, int
function order_of_both($a, $b) { return -($a <=> $b); }
