<?php

/** Walks several iterators side by side. @object-handlers multiple_iterator::object_handlers */
class MultipleIterator implements Iterator
{
    public const int MIT_NEED_ANY = 0;
    public const int MIT_NEED_ALL = 1;
    public const int MIT_KEYS_NUMERIC = 0;
    public const int MIT_KEYS_ASSOC = 2;

    public function __construct(int $flags = MultipleIterator::MIT_NEED_ALL | MultipleIterator::MIT_KEYS_NUMERIC) {}

    /** @tentative-return */
    public function getFlags(): int {}

    /** @tentative-return */
    public function setFlags(int $flags): void {}

    /** @tentative-return */
    public function attachIterator(Iterator $iterator, string|int|null $info = null): void {}

    /** @tentative-return */
    public function detachIterator(Iterator $iterator): void {}

    /** @tentative-return */
    public function containsIterator(Iterator $iterator): bool {}

    /** @tentative-return */
    public function countIterators(): int {}

    /** @tentative-return */
    public function rewind(): void {}

    /** @tentative-return */
    public function valid(): bool {}

    /** @tentative-return */
    public function key(): array {}

    /** @tentative-return */
    public function current(): array {}

    /** @tentative-return */
    public function next(): void {}

    /** @tentative-return */
    public function __debugInfo(): array {}
}
