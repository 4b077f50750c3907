--TEST--
Methods on temporary objects that machine code is left in: the object lives as long as the frame
--FILE--
<?php
class A
{
    public $r = 3;
    function __destruct() { echo "gone "; }
    function run($a, $g)
    {
        for ($i = 0; $i < 40; $i++) { $a[$i % 8] = $a[$i % 9] + $g; }
        foreach ($t as $v) { echo $v; }
        foreach ([1, 2] as $v) { $this->r += $v; }
        show($i, $a[0], $this->r);
        return $this;
    }
    function half($x) { return $x > 100 ? $this->r * PHP_INT_MAX : $this->r + intdiv($x, 5); }
    static function make($i) { return new A; }
}
function show(...$v) { echo json_encode($v), "\n"; }
set_error_handler(function ($n, $m) { static $k = 0; if ($k++ < 3) { echo "[$m]"; } return true; });
for ($i = 0; $i < 6; $i++) {
    (new A)->run(range(1, 8), $i & 1 ? 1 : 0.5)->run([1, 2, 3], 2);
    echo A::make($i)->half($i * 30), ' ', (fn($n) => (new A)->half($n))($i * 50), "\n";
    call_user_func([new A, 'half'], 110 + $i);
    array_map([new A, 'run'], [[1], [2]], [1, 2]);
}
--EXPECT--
[Undefined array key 8][Undefined array key 8][Undefined array key 8][40,1.5,6]
[40,6,9]
gone gone 3 gone 3
gone [40,3,6]
[40,6,9]
gone [40,3,6]
[40,6,9]
gone gone 9 gone 13
gone [40,3,6]
[40,6,9]
gone [40,1.5,6]
[40,6,9]
gone gone 15 gone 23
gone [40,3,6]
[40,6,9]
gone [40,3,6]
[40,6,9]
gone gone 21 gone 2.7670116110564E+19
gone [40,3,6]
[40,6,9]
gone [40,1.5,6]
[40,6,9]
gone gone 2.7670116110564E+19 gone 2.7670116110564E+19
gone [40,3,6]
[40,6,9]
gone [40,3,6]
[40,6,9]
gone gone 2.7670116110564E+19 gone 2.7670116110564E+19
gone [40,3,6]
[40,6,9]
gone 