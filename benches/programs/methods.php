<?php
// Method calls: virtual, inherited, static, through interfaces and traits, fluent, magic.

interface Shape
{
    public function area(): float;
    public function scaled(float $factor): static;
}

trait Named
{
    private string $name = 'shape';
    public function name(): string { return $this->name; }
    public function named(string $name): static { $this->name = $name; return $this; }
}

abstract class Base implements Shape
{
    use Named;
    private static int $made = 0;
    public static function made(): int { return self::$made; }
    protected static function count(): void { self::$made++; }
    public function twice(): float { return $this->area() * 2; }
}

final class Circle extends Base
{
    public function __construct(private float $radius) { static::count(); }
    public function area(): float { return M_PI * $this->radius * $this->radius; }
    public function scaled(float $factor): static { return new static($this->radius * $factor); }
}

class Rectangle extends Base
{
    public function __construct(protected float $width, protected float $height) { static::count(); }
    public function area(): float { return $this->width * $this->height; }
    public function scaled(float $factor): static { return new static($this->width * $factor, $this->height * $factor); }
}

class Square extends Rectangle
{
    public function __construct(float $side, float $ignored = 0.0) { parent::__construct($side, $side); }
    public function twice(): float { return parent::twice() + 1.0; }
}

class Proxy
{
    public function __construct(private Shape $shape) {}
    public function __call(string $name, array $arguments): mixed { return $this->shape->$name(...$arguments); }
}

$shapes = [new Circle(1.5), new Rectangle(2.0, 3.0), new Square(4.0)];
$sum = 0.0;
$letters = 0;
for ($i = 0; $i < 200_000; $i++) {
    foreach ($shapes as $shape) {
        $sum += $shape->area() + $shape->twice();
        $letters += strlen($shape->named($i & 1 ? 'odd' : 'even')->name());
    }
    if ($i % 8 === 0) {
        $sum += $shapes[$i % 3]->scaled(0.5)->area();
        $sum += (new Proxy($shapes[1]))->area();
    }
}
printf("%.3f %d %d\n", $sum, $letters, Base::made());
