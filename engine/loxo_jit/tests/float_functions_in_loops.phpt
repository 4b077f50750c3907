--TEST--
Loops that compute sqrt(), floor(), ceil() and intdiv()
--FILE--
<?php
function show(...$values): void {
    foreach ($values as $value) {
        echo is_float($value) && $value === 0.0 && 1 / ($value ?: 1) > 0 ? (string) fdiv(1, $value) : var_export($value, true), ' ';
    }
    echo "\n";
}

function floats(array $numbers): void {
    for ($round = 0; $round < 4000; $round++) {
        $roots = $down = $up = 0;
        foreach ($numbers as $number) {
            $roots += sqrt($number);
            $down += floor($number);
            $up += ceil($number);
        }
    }
    show($roots, $down, $up);
}
floats([2.25, 4.0, 0.5]);
floats([9, 16, 25]);
floats([-1.0, 2.0]);
floats([-0.5, -0.25]);
floats([INF, 1e300]);

function zero(float $x): array {
    for ($i = 0; $i < 4000; $i++) {
        $up = ceil($x);
        $down = floor(-$x);
        $root = sqrt($up);
    }
    return [$up, $down, $root];
}
var_dump(...zero(-0.5));

function quotients(int $to, int $by): void {
    try {
        for ($i = -4000; $i < $to; $i++) {
            $found = intdiv($i * 7, $i < $to - 1 ? 3 : $by);
        }
        show($found);
    } catch (ArithmeticError $e) {
        echo get_class($e), ': ', $e->getMessage(), ' in line ', $e->getLine(), ' ', $e->getTrace()[0]['function'], "\n";
    }
}
quotients(1, 1);
quotients(1, 0);
quotients(1, -1);
try {
    for ($i = 0; $i < 4000; $i++) {
        $least = $i === 3999 ? PHP_INT_MIN : -7;
        $x = intdiv($least, -1);
    }
} catch (ArithmeticError $e) {
    echo $e->getMessage(), ' ', $e->getLine(), ' ', var_export($e->getTrace()[0]['args'] ?? null, true), "\n";
}
for ($i = 0; $i < 4000; $i++) {
    $s = $i === 3999 ? '6.25' : 6.25;
    $r = sqrt($s);
    $f = floor($s);
}
show($r, $f);
--EXPECT--
4.207106781186548 6.0 8.0 
12.0 50.0 50.0 
NAN 1.0 1.0 
NAN -2.0 INF 
INF INF INF 
float(-0)
float(0)
float(-0)
0 
DivisionByZeroError: Division by zero in line 39 intdiv
0 
Division of PHP_INT_MIN by -1 is not an integer 52 array (
  0 => -9223372036854775807-1,
  1 => -1,
)
2.5 6.0 
