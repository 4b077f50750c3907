--TEST--
Counters of compiled loops at both ends of the ints
--FILE--
<?php
// Counters at both ends of the ints.
function up(int $from, int $to): array
{
    $n = 0;
    for ($i = $from; $i <= $to; $i++) {
        $n++;
        if ($n > 20_000) {
            break;
        }
    }
    return [$i, $n];
}

function down(int $from, int $to): array
{
    $n = 0;
    for ($i = $from; $i >= $to; $i--) {
        if (++$n > 20_000) {
            break;
        }
    }
    return [$i, $n];
}

function strictly(int $from, int $to): array
{
    $sum = 0;
    for ($i = $from; $i < $to; $i++) {
        $next = $i + 1;
        $before = $i - 1;
        $sum ^= $next & 0xff;
    }
    while ($i > $from) {
        $i--;
        $before = $i - 1;
    }
    return [$i, $next, $before, $sum];
}

// The counter changes on the way.
function changed(int $n): array
{
    $seen = [];
    for ($i = 0; $i < $n; $i++) {
        if ($i === $n - 2) {
            $i = PHP_INT_MAX;
            $seen[] = $i + 1;
        }
    }
    $seen[] = $i;
    $j = 0;
    while (true) {
        $j++;
        if ($j === $n) {
            $j = PHP_INT_MAX - 1;
        }
        if (is_float($j)) {
            return [$seen, $j];
        }
    }
}

var_dump(up(1, 15_000), up(PHP_INT_MAX - 15_000, PHP_INT_MAX), up(PHP_INT_MAX - 3, PHP_INT_MAX));
var_dump(down(15_000, 1), down(PHP_INT_MIN + 15_000, PHP_INT_MIN), down(PHP_INT_MIN + 3, PHP_INT_MIN));
var_dump(strictly(0, 15_000), strictly(PHP_INT_MAX - 15_000, PHP_INT_MAX), strictly(PHP_INT_MIN, PHP_INT_MIN + 15_000));
var_dump(changed(20_000));
--EXPECT--
array(2) {
  [0]=>
  int(15001)
  [1]=>
  int(15000)
}
array(2) {
  [0]=>
  float(9.223372036854776E+18)
  [1]=>
  int(20001)
}
array(2) {
  [0]=>
  float(9.223372036854776E+18)
  [1]=>
  int(20001)
}
array(2) {
  [0]=>
  int(0)
  [1]=>
  int(15000)
}
array(2) {
  [0]=>
  float(-9.223372036854776E+18)
  [1]=>
  int(20001)
}
array(2) {
  [0]=>
  float(-9.223372036854776E+18)
  [1]=>
  int(20001)
}
array(4) {
  [0]=>
  int(0)
  [1]=>
  int(15000)
  [2]=>
  int(-1)
  [3]=>
  int(152)
}
array(4) {
  [0]=>
  int(9223372036854760807)
  [1]=>
  int(9223372036854775807)
  [2]=>
  int(9223372036854760806)
  [3]=>
  int(0)
}
array(4) {
  [0]=>
  int(-9223372036854775808)
  [1]=>
  int(-9223372036854760808)
  [2]=>
  float(-9.223372036854776E+18)
  [3]=>
  int(152)
}
array(2) {
  [0]=>
  array(2) {
    [0]=>
    float(9.223372036854776E+18)
    [1]=>
    float(9.223372036854776E+18)
  }
  [1]=>
  float(9.223372036854776E+18)
}
