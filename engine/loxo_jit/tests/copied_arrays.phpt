--TEST--
Loops that assign arrays and write to copies
--FILE--
<?php
// Arrays that loops assign to each other and write to.
class Last
{
    public function __construct(private string $name) {}

    public function __destruct()
    {
        echo $this->name, " goes\n";
    }
}

function copies(int $n): array
{
    $from = range(0, 9);
    $to = [];
    $sum = 0;
    for ($i = 0; $i < $n; $i++) {
        $to = $from;
        for ($j = 0; $j < 5; $j++) {
            $t = $to[$j];
            $to[$j] = $to[9 - $j];
            $to[9 - $j] = $t + 1;
        }
        $sum += $to[0] * $from[3] + $to[9];
        if ($i % 3 === 0) {
            $from = $to;
            $from[$i % 10] = $i % 100;
        }
        $sum &= 0xffffff;
    }
    return [$sum, $from, $to];
}

// What is overwritten holds objects: their destructors run at once.
function destructors(int $n): void
{
    $plain = [1, 2, 3];
    $kept = [4, 5, 6];
    $sum = 0;
    for ($i = 0; $i < $n; $i++) {
        if ($i === $n - 10) {
            $kept = [new Last("first of $i")];
        }
        if ($i === $n - 5) {
            $kept = [[new Last("second of $i")], 2];
        }
        $kept = $plain;
        if ($i >= $n - 12) {
            echo "$i: ", count($kept), "\n";
        }
        $kept[1] = $i;
        $sum += $kept[1] - $plain[1];
    }
    echo $sum, "\n";
}

// A variable that becomes a reference.
function references(int $n): array
{
    $plain = [1, 2, 3];
    $other = [0];
    $held = [0];
    $sum = 0;
    for ($i = 0; $i < $n; $i++) {
        if ($i === $n - 3) {
            $held = &$other;
        }
        $held = $plain;
        $held[0] = $i;
        $sum += count($other) + $held[0];
    }
    return [$sum, $held, $other, $plain];
}

// The body of the inner loop stands before its condition, with which the outer one begins.
function conditions(int $n): array
{
    $a = array_fill(0, 8, 0);
    $r = 8;
    $steps = 0;
    while (true) {
        while ($r !== 1) {
            $a[$r - 1] += $r;
            $r--;
            $steps++;
        }
        if ($steps > $n) {
            return [$a, $steps];
        }
        $r = 2 + $steps % 7;
    }
}

echo json_encode(copies(20_000)), "\n";
destructors(20_000);
echo json_encode(references(20_000)), "\n", json_encode(conditions(60_000)), "\n";
--EXPECT--
[11943735,[90,3341,93,3339,95,3338,88,3336,98,3334],[3334,98,3336,88,3338,96,3340,94,3342,91]]
19988: 3
19989: 3
first of 19990 goes
19990: 3
19991: 3
19992: 3
19993: 3
19994: 3
second of 19995 goes
19995: 3
19996: 3
19997: 3
19998: 3
19999: 3
199950000
[200010006,[19999,2,3],[19999,2,3],[1,2,3]]
[[0,51428,51429,34288,42860,6,7,8],60004]
