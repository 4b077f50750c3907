<?php

/** An array, or the properties of an object, behind an object. @object-handlers array::object_handlers */
class ArrayObject implements IteratorAggregate, ArrayAccess, Serializable, Countable
{
    public const int STD_PROP_LIST = 1;
    public const int ARRAY_AS_PROPS = 2;

    /** @raw */
    public function __construct(array|object $array = [], int $flags = 0, string $iteratorClass = "ArrayIterator") {}

    /** @tentative-return */
    public function offsetExists(mixed $key): bool {}

    /** @tentative-return */
    public function offsetGet(mixed $key): mixed {}

    /** @tentative-return */
    public function offsetSet(mixed $key, mixed $value): void {}

    /** @tentative-return */
    public function offsetUnset(mixed $key): void {}

    /** @tentative-return */
    public function append(mixed $value): void {}

    /** @tentative-return */
    public function getArrayCopy(): array {}

    /** @tentative-return */
    public function count(): int {}

    /** @tentative-return */
    public function getFlags(): int {}

    /** @tentative-return */
    public function setFlags(int $flags): void {}

    /** @tentative-return */
    public function asort(int $flags = SORT_REGULAR): true {}

    /** @tentative-return */
    public function ksort(int $flags = SORT_REGULAR): true {}

    /** @raw @tentative-return */
    public function uasort(callable $callback): true {}

    /** @raw @tentative-return */
    public function uksort(callable $callback): true {}

    /** @tentative-return */
    public function natsort(): true {}

    /** @tentative-return */
    public function natcasesort(): true {}

    /** @tentative-return */
    public function unserialize(string $data): void {}

    /** @tentative-return */
    public function serialize(): string {}

    /** @tentative-return */
    public function __serialize(): array {}

    /** @tentative-return */
    public function __unserialize(array $data): void {}

    /** @tentative-return */
    public function getIterator(): Iterator {}

    /** @raw @tentative-return */
    public function exchangeArray(array|object $array): array {}

    /** @raw @tentative-return */
    public function setIteratorClass(string $iteratorClass): void {}

    /** @tentative-return */
    public function getIteratorClass(): string {}

    /** @tentative-return */
    public function __debugInfo(): array {}
}

/** Walks an array or the properties of an object. @object-handlers array::iterator_object_handlers */
class ArrayIterator implements SeekableIterator, ArrayAccess, Serializable, Countable
{
    public const int STD_PROP_LIST = 1;
    public const int ARRAY_AS_PROPS = 2;

    /** @raw */
    public function __construct(array|object $array = [], int $flags = 0) {}

    /** @alias ArrayObject::offsetExists @tentative-return */
    public function offsetExists(mixed $key): bool {}

    /** @alias ArrayObject::offsetGet @tentative-return */
    public function offsetGet(mixed $key): mixed {}

    /** @alias ArrayObject::offsetSet @tentative-return */
    public function offsetSet(mixed $key, mixed $value): void {}

    /** @alias ArrayObject::offsetUnset @tentative-return */
    public function offsetUnset(mixed $key): void {}

    /** @alias ArrayObject::append @tentative-return */
    public function append(mixed $value): void {}

    /** @alias ArrayObject::getArrayCopy @tentative-return */
    public function getArrayCopy(): array {}

    /** @alias ArrayObject::count @tentative-return */
    public function count(): int {}

    /** @alias ArrayObject::getFlags @tentative-return */
    public function getFlags(): int {}

    /** @alias ArrayObject::setFlags @tentative-return */
    public function setFlags(int $flags): void {}

    /** @alias ArrayObject::asort @tentative-return */
    public function asort(int $flags = SORT_REGULAR): true {}

    /** @alias ArrayObject::ksort @tentative-return */
    public function ksort(int $flags = SORT_REGULAR): true {}

    /** @alias ArrayObject::uasort @tentative-return */
    public function uasort(callable $callback): true {}

    /** @alias ArrayObject::uksort @tentative-return */
    public function uksort(callable $callback): true {}

    /** @alias ArrayObject::natsort @tentative-return */
    public function natsort(): true {}

    /** @alias ArrayObject::natcasesort @tentative-return */
    public function natcasesort(): true {}

    /** @alias ArrayObject::unserialize @tentative-return */
    public function unserialize(string $data): void {}

    /** @alias ArrayObject::serialize @tentative-return */
    public function serialize(): string {}

    /** @alias ArrayObject::__serialize @tentative-return */
    public function __serialize(): array {}

    /** @alias ArrayObject::__unserialize @tentative-return */
    public function __unserialize(array $data): void {}

    /** @tentative-return */
    public function rewind(): void {}

    /** @tentative-return */
    public function current(): mixed {}

    /** @tentative-return */
    public function key(): string|int|null {}

    /** @tentative-return */
    public function next(): void {}

    /** @tentative-return */
    public function valid(): bool {}

    /** @tentative-return */
    public function seek(int $offset): void {}

    /** @alias ArrayObject::__debugInfo @tentative-return */
    public function __debugInfo(): array {}
}

/** Walks arrays and objects inside of arrays. @object-handlers array::iterator_object_handlers */
class RecursiveArrayIterator extends ArrayIterator implements RecursiveIterator
{
    public const int CHILD_ARRAYS_ONLY = 4;

    /** @tentative-return */
    public function hasChildren(): bool {}

    /** @tentative-return */
    public function getChildren(): ?RecursiveArrayIterator {}
}
