<?php
// Property access: declared, typed, readonly, nested, dynamic, static, hooked; cloning with changes.

final class Vector
{
    public function __construct(public readonly int $x, public readonly int $y) {}
    public function plus(Vector $other): self { return new self($this->x + $other->x, $this->y + $other->y); }
}

class Account
{
    public int $balance = 0;
    public ?Account $parent = null;
    public array $log = [];
    protected int $fees = 0;
    private static int $total = 0;

    public int $doubled { get => $this->balance * 2; }

    public function deposit(int $amount): void
    {
        $this->balance += $amount;
        $this->fees += $amount >> 6;
        self::$total += $amount;
        if ($this->parent !== null) {
            $this->parent->balance += $amount - $this->fees % 3;
        }
        $this->log[$amount & 15] = ($this->log[$amount & 15] ?? 0) + 1;
    }

    public static function total(): int { return self::$total; }
}

#[AllowDynamicProperties]
class Bag {}

$root = new Account();
$child = new Account();
$child->parent = $root;
$bag = new Bag();
$at = new Vector(0, 0);
$step = new Vector(3, -2);
$sum = 0;
for ($i = 0; $i < 600_000; $i++) {
    $child->deposit($i & 127);
    $sum += $child->doubled - $root->balance;
    $at = $at->plus($step);
    $bag->{'key' . ($i & 31)} = $i;
    if ($i % 100 === 0) {
        $copy = clone $child;
        $copy->balance = 0;
        $sum += isset($copy->parent->log) ? 1 : 0;
    }
}
echo $root->balance, ' ', $child->balance, ' ', $sum, ' ', Account::total(), ' ', $at->x, ' ', $at->y, ' ', array_sum((array) $bag), "\n";
