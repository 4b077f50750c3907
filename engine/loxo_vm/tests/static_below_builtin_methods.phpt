--TEST--
What static is in functions that run below a method of a builtin class
--FILE--
<?php
class Base
{
    public static function make(): static
    {
        return self::keep(new static);
    }

    private static function keep(mixed $object): mixed
    {
        return $object;
    }

    public function callables()
    {
        return [is_callable('static::make'), is_callable([static::class, 'keep'])];
    }

    public function each()
    {
        yield static::make();
        yield self::make();
    }
}

class Derived extends Base
{
}

class Holder
{
    public $held;
}

$holder = new Holder;
$holder->held = new Derived;
$closure = function () { return get_class($this->held::make()) . ' ' . json_encode($this->held->callables()); };
echo $closure->call($holder), "\n";

$generator = $holder->held->each();
echo get_class($generator->current()), "\n";
$generator->next();
echo get_class($generator->current()), "\n";

$method = new ReflectionMethod('Base', 'make');
echo get_class($method->invoke(null)), "\n";
echo get_class((new ReflectionMethod('Derived', 'make'))->invoke(null)), "\n";

$heap = new class extends SplMinHeap {
    protected function compare($a, $b): int
    {
        return get_class(Derived::make()) <=> 'Derived' ?: $b <=> $a;
    }
};
array_map($heap->insert(...), [3, 1, 2]);
echo implode(' ', iterator_to_array($heap, false)), "\n";
?>
--EXPECTF--

Deprecated: Use of "static" in callables is deprecated in %s on line %d
Derived [true,true]
Derived
Derived
Base
Derived
1 2 3
