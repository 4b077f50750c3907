<?php
#[Attribute(Attribute::TARGET_CLASS)]
abstract class A extends B implements I {
    use T, U { T::x insteadof U; U::x as protected y; }
    const ONE = 1, TWO = self::ONE + 1;
    final protected const array LIST = [self::TWO => X];
    public $plain, $value = 5;
    protected static ?int $count = null;
    public private(set) string $name = 'n';
    public string $hooked { get => strtoupper($this->hooked); set(string|int $v) { $this->hooked = $v; } }
    public int $virtual { get => 1; }
    public string $short { set => trim($value); }
    function __construct(private readonly int $id, protected ?A $next = null) { parent::__construct($id); }
    abstract protected function todo(array $x): static;
    static function make(): static { return new static(self::ONE, static::class, new self(2)); }
    function __toString() { return $this->name . self::class . static::X . $this->f(...)(); }
    function me(): static { return $this; }
}
trait T { public $t = __CLASS__; static function x() { return self::class . __CLASS__ . __TRAIT__ . __METHOD__; } }
enum Suit: string { case Hearts = 'H'; case Spades = 'S' . 'P'; const Wild = self::Spades; function label() { return $this->name; } }
interface I { const C = 1; public string $p { get; } function m(); }
$o = new class(1) extends A { public function todo(array $x): static { return clone $this; } };
