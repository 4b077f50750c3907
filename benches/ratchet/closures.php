<?php
// Functions as values: array_map, usort, bound closures, call_user_func.
class Scale
{
    private int $by = 3;

    public function scaler(): Closure
    {
        return fn (int $x): int => $x * $this->by;
    }

    public function twice(int $x): int
    {
        return $x * 2;
    }
}

$scale = new Scale();
$list = [5, 3, 8, 1];
for ($i = 0; $i < $argv[1]; $i++) {
    $scaled = array_map($scale->scaler(), $list);
    $even = array_filter($scaled, static fn ($x) => $x % 2 === 0);
    usort($scaled, fn ($a, $b) => $a <=> $b);
    $sum = call_user_func([$scale, 'twice'], $i) + call_user_func_array($scale->twice(...), [$i]);
}
