--TEST--
Loops that compute max(), min() and abs() in place
--FILE--
<?php
// ints
function ints(int $n): array
{
    $most = 0;
    $sum = 0;
    for ($i = 0; $i < $n; $i++) {
        $most = max($most, $i % 7 + 1);
        $sum += min($i, $sum % 13) + abs($i - 500);
    }
    return [$most, $sum];
}

// floats: the order matters for NAN and for what is equal
function floats(int $n): array
{
    $most = 0.5;
    $sum = 0.0;
    $shown = [];
    for ($i = 0; $i < $n; $i++) {
        $x = $i * 0.5;
        $most = max($most, $x - 3.0);
        $sum += min($x, 7.25) + abs($x - 500.0);
        $first = max(0.0, $x - $x);
        $zero = min(-0.0, $x - $x);
        $other = abs(-$first);
        if ($i % 5000 === 4999) {
            $shown[] = [$first, $zero, $other];
            $most = max($most, NAN);
            $sum = min($sum, NAN);
        }
    }
    return [$most, $sum, $shown];
}

// other arguments than at first
function others(int $n): array
{
    $values = [PHP_INT_MIN, -5, 3, 2.5, '7', null];
    $shown = [];
    for ($i = 0; $i < $n; $i++) {
        $x = $values[$i < $n - 6 ? 1 + $i % 2 : $n - 1 - $i];
        $a = max($x, 1);
        $b = min(2, $x);
        max(1, 2);
        $c = max($i, 3, $b);
        $d = abs($x ?? 0);
        if ($i >= $n - 7) {
            $shown[] = [$a, $b, $c, $d];
        }
    }
    return $shown;
}

echo json_encode(ints(20_000)), "\n";
var_dump(floats(10_000));
echo json_encode(others(20_000)), "\n";
--EXPECT--
[7,190360483]
array(3) {
  [0]=>
  float(NAN)
  [1]=>
  float(NAN)
  [2]=>
  array(2) {
    [0]=>
    array(3) {
      [0]=>
      float(0)
      [1]=>
      float(0)
      [2]=>
      float(0)
    }
    [1]=>
    array(3) {
      [0]=>
      float(0)
      [1]=>
      float(0)
      [2]=>
      float(0)
    }
  }
}
[[3,2,19993,3],[1,null,19994,0],["7",2,19995,7],[2.5,2,19996,2.5],[3,2,19997,3],[1,-5,19998,5],[1,-9223372036854775808,19999,9.223372036854776e+18]]
