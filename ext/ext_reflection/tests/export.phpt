--TEST--
Texts of classes, functions and constant expressions
--FILE--
<?php
namespace App;

use Other\Thing;

interface Shape extends \Countable { const SIDES = 3; }
/** A class. */
abstract class Base implements Shape
{
    protected const LIST = [1, 'two' => 2.5];
    public static ?int $count = null;
    /** Documented. */
    public private(set) string $name = self::SIDES . 'x';
    public $plain = [1, "a\n", null];
    private readonly int $hidden;
    public string $hooked { get => 'h'; }
    public function __construct(
        protected int|string|null $p = PHP_INT_SIZE,
        self|Thing $q = new Thing(\Foo::BAR, Thing::BAZ, Thing::class),
        \Closure|callable &...$rest,
    ) {}
    abstract protected function area(iterable $i, ?iterable $j = null): static;
    final public static function make(): ?self { static $n = 1; return null; }
}
$text = (string) new \ReflectionClass(Base::class);
echo str_replace(__FILE__, 'FILE', $text);
$x = 1;
echo str_replace(__FILE__, 'FILE', (string) new \ReflectionFunction(function (int $a) use ($x, &$text): void { static $z; }));
--EXPECT--
/** A class. */
Class [ <user> <iterateable> abstract class App\Base implements App\Shape, Countable ] {
  @@ FILE 8-24

  - Constants [2] {
    Constant [ protected array LIST ] { Array }
    Constant [ public int SIDES ] { 3 }
  }

  - Static properties [1] {
    Property [ public static ?int $count = NULL ]
  }

  - Static methods [1] {
    Method [ <user> final static public method make ] {
      @@ FILE 23 - 23

      - Parameters [0] {
      }
      - Return [ ?self ]
    }
  }

  - Properties [5] {
    /** Documented. */
    Property [ final public private(set) string $name = self::SIDES . 'x' ]
    Property [ public $plain = [1, 'a\n', NULL] ]
    Property [ private readonly int $hidden ]
    Property [ public string $hooked ]
    Property [ protected string|int|null $p ]
  }

  - Methods [3] {
    Method [ <user, ctor> public method __construct ] {
      @@ FILE 17 - 21

      - Parameters [3] {
        Parameter #0 [ <optional> string|int|null $p = App\PHP_INT_SIZE ]
        Parameter #1 [ <optional> self|Other\Thing $q = new \Other\Thing(\Foo::BAR, \Other\Thing::BAZ, 'Other\\Thing') ]
        Parameter #2 [ <optional> Closure|callable &...$rest ]
      }
    }

    Method [ <user> abstract protected method area ] {
      @@ FILE 22 - 22

      - Parameters [2] {
        Parameter #0 [ <required> Traversable|array $i ]
        Parameter #1 [ <optional> Traversable|array|null $j = NULL ]
      }
      - Return [ static ]
    }

    Method [ <internal:Core, inherits Countable> abstract public method count ] {

      - Parameters [0] {
      }
      - Tentative return [ int ]
    }
  }
}
Closure [ <user> function {closure:FILE:28} ] {
  @@ FILE 28 - 28

  - Bound Variables [3] {
      Variable #0 [ $x ]
      Variable #1 [ $text ]
      Variable #2 [ $z ]
  }

  - Parameters [1] {
    Parameter #0 [ <required> int $a ]
  }
  - Return [ void ]
}
