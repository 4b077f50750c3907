<?php
// Classes named by strings, static methods and properties, constants, traits, abstract methods, variadic constructors, match.

trait Counted
{
    protected int $count = 0;

    public function count(): int
    {
        return $this->count;
    }
}

interface Shape
{
    const SIDES = 0;

    public function area(): float;

    public static function of(float ...$sizes): static;
}

abstract class Figure implements Shape
{
    use Counted;

    protected static array $made = [];

    public function __construct(protected float $a, protected float $b = 1.0)
    {
        $this->count++;
        self::$made[static::class] = (self::$made[static::class] ?? 0) + 1;
    }

    public static function of(float ...$sizes): static
    {
        return new static(...$sizes);
    }

    public static function made(): array
    {
        return self::$made;
    }

    public function __toString(): string
    {
        return sprintf('%s(%.2f)', static::class, $this->area());
    }
}

class Rectangle extends Figure
{
    const SIDES = 4;

    public function area(): float
    {
        return $this->a * $this->b;
    }
}

class Circle extends Figure
{
    const SIDES = 1;

    public function area(): float
    {
        return M_PI * $this->a ** 2;
    }
}

class Triangle extends Figure
{
    const SIDES = 3;

    public function area(): float
    {
        return $this->a * $this->b / 2;
    }
}

$kinds = [Rectangle::class, Circle::class, Triangle::class];
$areas = 0.0;
$sides = 0;
$text = '';
for ($i = 0; $i < 80_000; $i++) {
    $kind = $kinds[$i % 3];
    $shape = $kind::of($i % 10 + 1, $i % 7 + 1);
    $areas += $shape->area();
    $sides += $shape::SIDES * $shape->count();
    $areas += match (true) {
        $shape instanceof Rectangle => 1,
        $shape instanceof Circle => 2,
        default => 3,
    };
    if ($i % 100 === 0) {
        $text .= $shape;
    }
}
printf("%.3f %d %s %s\n", $areas, $sides, md5($text), json_encode(Figure::made()));
