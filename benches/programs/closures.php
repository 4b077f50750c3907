<?php
// Closures: captured by value and reference, arrow functions, first-class callables, composition, currying, bound ones.

function compose(callable ...$steps): Closure
{
    return static function (int $value) use ($steps): int {
        foreach ($steps as $step) {
            $value = $step($value);
        }
        return $value;
    };
}

final class Counter
{
    private int $count = 0;
    public function incrementer(): Closure { return function (int $by): int { return $this->count += $by; }; }
    public function step(int $value): int { return $value + ++$this->count % 5; }
    public static function half(int $value): int { return $value >> 1; }
}

$add = fn (int $a): Closure => fn (int $b): int => $a + $b;
$counter = new Counter();
$increment = $counter->incrementer();
$total = 0;
$collect = function (int $value) use (&$total): void { $total += $value; };
$pipeline = compose($add(7), abs(...), $counter->step(...), Counter::half(...), 'intval', [$counter, 'step']);
$checksum = 0;
for ($i = 0; $i < 250_000; $i++) {
    $checksum = ($checksum + $pipeline($i) + $increment($i & 3)) & 0xffffff;
    $collect($add($i)(3));
    if ($i % 50 === 0) {
        $checksum += array_sum(array_map(fn (int $x): int => $x * $i % 11, [1, 2, 3, 4, 5]));
        $checksum += array_reduce([3, 1, 4, 1, 5], fn (int $carry, int $x): int => $carry * 2 + $x, 0);
    }
}
$peek = Closure::bind(fn (): int => $this->count, $counter, Counter::class);
echo $checksum, ' ', $total, ' ', $peek(), "\n";
