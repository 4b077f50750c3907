<?php

/** Elements by number, of a number that stays. @object-handlers fixed_array::object_handlers */
class SplFixedArray implements IteratorAggregate, ArrayAccess, Countable, JsonSerializable
{
    public function __construct(int $size = 0) {}

    /** @tentative-return @deprecated since 8.4, this method is obsolete, as serialization hooks are provided by __unserialize() and __serialize() */
    public function __wakeup(): void {}

    public function __serialize(): array {}

    public function __unserialize(array $data): void {}

    /** @tentative-return */
    public function count(): int {}

    /** @tentative-return */
    public function toArray(): array {}

    /** @tentative-return */
    public static function fromArray(array $array, bool $preserveKeys = true): SplFixedArray {}

    /** @tentative-return */
    public function getSize(): int {}

    /** @tentative-return */
    public function setSize(int $size): true {}

    /** @unchecked $index @tentative-return */
    public function offsetExists($index): bool {}

    /** @unchecked $index @tentative-return */
    public function offsetGet($index): mixed {}

    /** @unchecked $index @tentative-return */
    public function offsetSet($index, mixed $value): void {}

    /** @unchecked $index @tentative-return */
    public function offsetUnset($index): void {}

    public function getIterator(): Iterator {}

    public function jsonSerialize(): array {}
}
