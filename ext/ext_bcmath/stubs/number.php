<?php

namespace BcMath;

/**
 * A number that cannot be changed.
 *
 * @module number
 * @object-handlers number::object_handlers
 */
final readonly class Number implements \Stringable
{
    public protected(set) string $value;

    public protected(set) int $scale;

    /** @unchecked $num */
    public function __construct(string|int $num) {}

    /** @unchecked $num */
    public function add(Number|string|int $num, ?int $scale = null): Number {}

    /** @unchecked $num */
    public function sub(Number|string|int $num, ?int $scale = null): Number {}

    /** @unchecked $num */
    public function mul(Number|string|int $num, ?int $scale = null): Number {}

    /** @unchecked $num */
    public function div(Number|string|int $num, ?int $scale = null): Number {}

    /** @unchecked $num @body number::modulo */
    public function mod(Number|string|int $num, ?int $scale = null): Number {}

    /** @unchecked $num */
    public function divmod(Number|string|int $num, ?int $scale = null): array {}

    /** @unchecked $exponent, $modulus */
    public function powmod(Number|string|int $exponent, Number|string|int $modulus, ?int $scale = null): Number {}

    /** @unchecked $exponent */
    public function pow(Number|string|int $exponent, ?int $scale = null): Number {}

    public function sqrt(?int $scale = null): Number {}

    public function floor(): Number {}

    public function ceil(): Number {}

    public function round(int $precision = 0, \RoundingMode $mode = \RoundingMode::HalfAwayFromZero): Number {}

    /** @unchecked $num */
    public function compare(Number|string|int $num, ?int $scale = null): int {}

    public function __toString(): string {}

    public function __serialize(): array {}

    public function __unserialize(array $data): void {}
}
