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
-----
<?php
// int
// Nothing before the loop says what the variable holds later.
function assigned_later($n)
{
    while ($n > 0) {
        $last = parts($n);
        $n--;
    }
    return $last;
}
-----
<?php
// array, int
// all kinds
// A reference in later iterations.
function reference_later($rows, $n)
{
    while ($n > 0) {
        $copy = $rows;
        $last = &$rows;
        $n--;
    }
    return $copy;
}
