--TEST--
Static methods, constants and constructors of several classes in one place
--FILE--
<?php
abstract class Shape
{
    const NAME = 'shape';
    const SIDES = [0];
    public static int $made = 0;
    function __construct(public float $size = 1) {}
    static function of(float ...$sizes): array { static::$made += count($sizes); return array_map(fn($size) => new static($size), $sizes); }
    static function name(): string { return static::NAME . ':' . static::class . static::SIDES[0]; }
    protected static function kept() { return 'kept by ' . self::class; }
    function show() { return self::name() . static::name() . $this->size; }
}
class Square extends Shape { const NAME = 'square'; const SIDES = [4]; public static int $made = 100; function show() { return parent::show() . parent::name(); } }
class Round extends Shape { protected static function kept() { return 'round'; } }
class Oval extends Round { const NAME = self::class . Square::NAME; const SIDES = [Square::SIDES[0] + 1]; static function name(): string { return '(' . parent::name() . ')'; } }

function all(array $classes): string
{
    $text = '';
    foreach ($classes as $class) {
        foreach ($class::of(1, 2.5) as $shape) {
            $text .= $shape->show();
        }
        $text .= $class::name() . $class::NAME . $class::SIDES[0] . $class::$made;
        foreach (['kept', 'show', 'missing'] as $method) {
            try {
                $text .= match ($method) { 'kept' => $class::kept(), 'show' => $class::show(), 'missing' => $class::missing() };
            } catch (Error $e) {
                $text .= $e->getMessage();
            }
        }
        $text .= "\n";
    }
    return $text;
}
for ($i = 0; $i < 300; $i++) $text = all(['Square', 'Round', 'Oval', 'Square']);
echo $text;
foreach (['Shape', 'None'] as $class) {
    try { echo all([$class]); } catch (Error $e) { echo $e->getMessage(), "\n"; }
}
try { Round::of(1, 'x'); } catch (TypeError $e) { echo preg_replace('/, called.*/', '', $e->getMessage()), "\n"; }
echo count(Round::of(1, '2', true)), "\n";
?>
--EXPECT--
square:Square4square:Square41square:Square4square:Square4square:Square42.5square:Square4square:Square4square41298Call to protected method Shape::kept() from global scopeNon-static method Square::show() cannot be called staticallyCall to undefined method Square::missing()
shape:Round0shape:Round01shape:Round0shape:Round02.5shape:Round0shape01198Call to protected method Round::kept() from global scopeNon-static method Shape::show() cannot be called staticallyCall to undefined method Round::missing()
Ovalsquare:Oval5(Ovalsquare:Oval5)1Ovalsquare:Oval5(Ovalsquare:Oval5)2.5(Ovalsquare:Oval5)Ovalsquare51200Call to protected method Round::kept() from global scopeNon-static method Shape::show() cannot be called staticallyCall to undefined method Oval::missing()
square:Square4square:Square41square:Square4square:Square4square:Square42.5square:Square4square:Square4square41300Call to protected method Shape::kept() from global scopeNon-static method Square::show() cannot be called staticallyCall to undefined method Square::missing()
Cannot instantiate abstract class Shape
Class "None" not found
Shape::of(): Argument #2 must be of type float, string given
3
