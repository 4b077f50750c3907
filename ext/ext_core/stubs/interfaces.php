<?php

/** What foreach accepts. @object-handlers interfaces::traversable */
interface Traversable {}

/** @object-handlers interfaces::iterator_aggregate */
interface IteratorAggregate extends Traversable
{
    /** @tentative-return */
    public function getIterator(): Traversable;
}

/** @object-handlers interfaces::iterator */
interface Iterator extends Traversable
{
    /** @tentative-return */
    public function current(): mixed;

    /** @tentative-return */
    public function next(): void;

    /** @tentative-return */
    public function key(): mixed;

    /** @tentative-return */
    public function valid(): bool;

    /** @tentative-return */
    public function rewind(): void;
}

/** @object-handlers interfaces::serializable */
interface Serializable
{
    public function serialize();

    public function unserialize(string $data);
}

interface ArrayAccess
{
    /** @tentative-return */
    public function offsetExists(mixed $offset): bool;

    /** @tentative-return */
    public function offsetGet(mixed $offset): mixed;

    /** @tentative-return */
    public function offsetSet(mixed $offset, mixed $value): void;

    /** @tentative-return */
    public function offsetUnset(mixed $offset): void;
}

interface Countable
{
    /** @tentative-return */
    public function count(): int;
}

interface Stringable
{
    public function __toString(): string;
}

/** @object-handlers interfaces::unit_enum */
interface UnitEnum
{
    public static function cases(): array;
}

/** @object-handlers interfaces::backed_enum */
interface BackedEnum extends UnitEnum
{
    public static function from(int|string $value): static;

    public static function tryFrom(int|string $value): ?static;
}

/** An Iterator over what a builtin IteratorAggregate gives. @module internal_iterator @object-handlers internal_iterator::object_handlers */
final class InternalIterator implements Iterator
{
    private function __construct() {}

    public function current(): mixed {}

    public function key(): mixed {}

    public function next(): void {}

    public function valid(): bool {}

    public function rewind(): void {}
}

#[AllowDynamicProperties]
class stdClass {}
