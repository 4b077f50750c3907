<?php
// `prelude.php TURNS`: what the rows of constructs.txt use. `cargo xtask bench constructs` puts a row in place of the comment in `main`'s loop and counts
// what a turn takes. Values come in as parameters: a compiler must not know them.

interface Named
{
    const LABEL = 'named';

    public function name(): string;
}

trait Counting
{
    private int $count = 0;
    private static int $all = 0;

    public function increment(): int
    {
        return ++$this->count;
    }
}

enum Suit: string
{
    case Hearts = 'h';
    case Spades = 's';

    public function label(): string
    {
        return match ($this) {
            self::Hearts => 'red',
            self::Spades => 'black',
        };
    }
}

class Thing
{
    const LIMIT = 3;
    public static $shared = 0;
    public static array $registry = ['k' => 1];
    public $plain = 1;
    public int $number = 1;
    public ?string $typed = null;
    public ?Thing $next = null;
    public array $rows = ['a' => ['b' => 1]];
    protected array $options = ['k' => 1, 'name' => 'x'];

    public function __get(string $name): mixed
    {
        return 5;
    }

    public function __isset(string $name): bool
    {
        return $name === 'magic';
    }

    public function __call(string $name, array $arguments): mixed
    {
        return $arguments[0];
    }

    public static function __callStatic(string $name, array $arguments): mixed
    {
        return $arguments[0];
    }

    public function nothing()
    {
    }

    public function same($value)
    {
        return $value;
    }

    public function typed(int $value, ?string $text = null): int
    {
        return $value;
    }

    public function defaults($a, $b = 2, $c = null, $d = [])
    {
        return $b;
    }

    public function plain()
    {
        return $this->plain;
    }

    public function has(string $name): bool
    {
        return isset($this->options[$name]);
    }

    public function set(string $name, mixed $value): static
    {
        $this->options[$name] = $value;
        return $this;
    }

    public function relay($value)
    {
        return $this->same($value);
    }

    public static function make(): static
    {
        return new static();
    }

    public static function twice(int $value): int
    {
        return $value * 2;
    }

    public static function late(int $value): int
    {
        return static::twice($value);
    }

    public static function own(int $value): int
    {
        return self::twice($value);
    }
}

final class Heir extends Thing implements Named
{
    use Counting;

    public function name(): string
    {
        return self::LABEL;
    }

    public function same($value)
    {
        return parent::same($value);
    }
}

final class Access implements ArrayAccess, Countable, IteratorAggregate
{
    private array $data = ['x' => 1, 'y' => 2];

    public function offsetGet(mixed $offset): mixed
    {
        return $this->data[$offset];
    }

    public function offsetSet(mixed $offset, mixed $value): void
    {
        $this->data[$offset] = $value;
    }

    public function offsetExists(mixed $offset): bool
    {
        return isset($this->data[$offset]);
    }

    public function offsetUnset(mixed $offset): void
    {
        unset($this->data[$offset]);
    }

    public function count(): int
    {
        return count($this->data);
    }

    public function getIterator(): Iterator
    {
        return new ArrayIterator($this->data);
    }
}

final class Point
{
    public function __construct(public readonly int $x, public readonly int $y = 0, private string $label = '')
    {
    }

    public function with(int $x): self
    {
        return new self($x, $this->y, $this->label);
    }

    public function __toString(): string
    {
        return $this->label;
    }
}

class Bag
{
    public $one = 1;
    public $two = 'b';
    public $three = null;
    public $four = [];
}

function nothing()
{
}

function same($value)
{
    return $value;
}

function three($a, $b = 2, $c = [])
{
    return $c;
}

function typed(string $text, ?array $more = null): ?string
{
    return $text;
}

function by_reference(&$value)
{
    $value = 1;
}

function variadic(...$values)
{
    return $values;
}

function arguments()
{
    return func_get_args();
}

function reads_global()
{
    global $setting;
    return $setting;
}

function remembers()
{
    static $calls = 0;
    return ++$calls;
}

function trace()
{
    return debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS, 2);
}

function numbers()
{
    yield 1;
    yield 2;
    yield 3;
}

function pairs(array $from)
{
    foreach ($from as $name => $value) {
        yield $name => $value;
    }
}

function delegates()
{
    yield from [1, 2, 3];
}

$setting = 1;
define('SOMETHING', 7);

function main(int $n, array $hash, array $list, array $map, array $rows, array $two, array $one, array $strings, array $none, array $two_names, array $hooks,
    Thing $object, Heir $heir, Access $access, Point $point, Bag $bag, stdClass $dynamic, Suit $suit, ArrayObject $arrayobject, SplObjectStorage $storage,
    Closure $closure, Closure $closure2, Closure $bound, Closure $even, Closure $sum, Closure $compare, Closure $upper, array $callable, string $function,
    string $method, string $property, string $text, string $key, string $title, string $path, string $html, string $digits, string $umlauts, float $float): array
{
    $t = $x = $y = null;
    $stack = [];
    $buffer = '';
    for ($i = 0; $i < $n; $i++) {
        /* row */
    }
    // Else a compiler could see that nobody wants them.
    return [$t, $x, $y];
}

$hash = ['k' => 1, 'name' => 'x', 'list' => [1, 2, 3], 'null' => null, 'deep' => ['a' => ['b' => 1]]];
$map = [];
for ($i = 0; $i < 10; $i++) {
    $map["key$i"] = "value$i";
}
$object = new Thing();
$dynamic = new stdClass();
$dynamic->one = 1;
$storage = new SplObjectStorage();
$storage->attach($object);
$closure = function ($x) {
    return $x;
};
main((int) ($argv[1] ?? 1), $hash, range(1, 10), $map, [[1, 'a'], [2, 'b'], [3, 'c']], [4, 5], [6], array_values($map), [], ['b' => 1, 'c' => 2],
    [10 => [['function' => $closure, 'n' => 1]]], $object, new Heir(), new Access(), new Point(1), new Bag(), $dynamic, Suit::Spades, new ArrayObject($hash), $storage,
    $closure, function (&$v, $k) {
    }, Closure::bind(function ($x) {
        return $this->plain;
    }, $object, Thing::class), fn ($v) => $v % 2 === 0, fn ($a, $b) => $a + $b, fn ($a, $b) => $a <=> $b, fn (array $m) => strtoupper($m[0]),
    [$object, 'same'], 'same', 'same', 'plain', 'hello world', 'name', 'Some Title_Here', '/a/b/c', '<a href="x">T & C</a>', '12345', 'Grüße aus Köln', 1234.5678);
