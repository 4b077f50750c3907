--TEST--
First iterations of inner loops are code of their own: what turns into something else, is left or is shared then
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
function sums(array $rows, int $n) {
    $total = 0;
    for ($i = 0; $i < $n; $i++) {
        $row = $rows[$i % count($rows)];
        $factor = $i % 3;
        for ($j = 0; $j < 8; $j++) {
            $total += $factor * $row[$j];
        }
    }
    return $total;
}
$rows = [range(1, 8), [1.5, 2, 3, 4, 5, 6, 7, 8], range(0, 7)];
var_dump(sums([range(1, 8)], 5000), sums($rows, 5000));
$rows[] = [7 => 1, 6 => 2, 5 => 3, 4 => 4, 3 => 5, 2 => 6, 1 => 7, 0 => 8];
var_dump(sums($rows, 5000));

// What a variable is changes behind the first iteration, or in the midst of all.
function turns(int $n) {
    $out = [];
    for ($i = 0; $i < $n; $i++) {
        $z = 0;
        $seen = null;
        for ($k = 0; $k < 6; $k++) {
            $z = $z * 0.5 + $k;
            if ($k == 3) {
                $seen = $z;
            }
            $last = $k;
        }
        $out[$i % 4] = [$z, $seen, $last];
    }
    return $out;
}
echo json_encode(turns(4000)), "\n";

// To the float behind the largest int.
function grows(int $n) {
    $most = 0;
    for ($i = 0; $i < $n; $i++) {
        $x = PHP_INT_MAX - 3 + ($i == $n - 1 ? 0 : -9);
        for ($k = 0; $k < 6; $k++) {
            $x += 1;
        }
        $most = $x;
    }
    return $most;
}
var_dump(grows(3000));

// Left in the first iteration, and not begun at all.
function leaves(array $list, int $n) {
    $count = 0;
    for ($i = 0; $i < $n; $i++) {
        for ($j = $i % 5; $j < 3; $j++) {
            if ($list[$j] > 10) {
                continue 2;
            }
            if ($i == 2500) {
                break 2;
            }
            $count++;
        }
        $list[0] = $i % 20;
        unset($later);
        $later = $j;
    }
    return [$count, $i, $later];
}
echo json_encode(leaves([1, 2, 30], 3000)), "\n";

// The array is written, copied, and another one.
function written(int $n) {
    $kept = [];
    $list = [1, 2, 3, 4];
    for ($i = 0; $i < $n; $i++) {
        if ($i % 7 == 0) {
            $kept = $list;
        }
        for ($j = 0; $j < 4; $j++) {
            $list[$j] = ($list[$j] * 3 + $i) % 101;
        }
        if ($i % 11 == 0) {
            $list[] = $i;
        }
        if (count($list) > 20) {
            $list = [5, 6, 7, 8];
        }
    }
    return [$kept, $list];
}
echo json_encode(written(4000)), "\n";

// A warning in each iteration of some.
function warns(array $list, int $n) {
    $sum = 0;
    for ($i = 0; $i < $n; $i++) {
        for ($j = 0; $j < 3; $j++) {
            if ($i == $n - 1) {
                $sum += $list[$j + 1];
            } else {
                $sum += $list[$j];
            }
        }
    }
    return $sum;
}
var_dump(warns([1, 2, 3], 3000));

// Loops in loops in loops, and foreach.
function deep(int $n) {
    $cube = [];
    for ($i = 0; $i < $n; $i++) {
        for ($j = 0; $j < $n; $j++) {
            for ($k = 0; $k < $n; $k++) {
                $cube[$i][$j][$k] = $i ^ $j ^ $k;
            }
        }
    }
    $sum = 0;
    foreach ($cube as $plane) {
        foreach ($plane as $j => $line) {
            foreach ($line as $k => $value) {
                $sum += $value * $j + $k;
            }
            while ($sum > 1000) {
                $sum -= 999;
            }
            do {
                $sum++;
            } while ($sum % 7);
        }
    }
    return $sum;
}
var_dump(deep(14));

// Left where it begins, and by a warning in the midst.
function breaks(array $list, int $n) {
    $sum = 0;
    for ($i = 0; $i < $n; $i++) {
        $sum += 2;
        if ($sum > 1000) {
            break;
        }
        if ($i % 10 < 9 || $i == 9) {
            $sum += $list[$i % 10];
        }
    }
    return [$i, $sum];
}
echo json_encode(breaks([1, 2, 3, 4, 5, 6, 7, 8, 9], 100)), "\n";
--EXPECTF--
int(179964)
float(154141.5)
float(170589.5)
[[8.0625,4.25,5],[8.0625,4.25,5],[8.0625,4.25,5],[8.0625,4.25,5]]
float(9.223372036854776E+18)
[1202,3000,4]
[[81,75,69,63,3927,3938,3949,3960,3971,3982,3993],[17,57,97,36,3927,3938,3949,3960,3971,3982,3993]]

Warning: Undefined array key 3 in %s on line 100
int(17999)
int(189)

Warning: Undefined array key 9 in %s on line 147
[100,650]
