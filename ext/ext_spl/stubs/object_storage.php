<?php

/** Objects, and something about each. @object-handlers object_storage::object_handlers */
class SplObjectStorage implements Countable, SeekableIterator, Serializable, ArrayAccess
{
    /** @tentative-return */
    public function attach(object $object, mixed $info = null): void {}

    /** @tentative-return */
    public function detach(object $object): void {}

    /** @tentative-return */
    public function contains(object $object): bool {}

    /** @tentative-return */
    public function addAll(SplObjectStorage $storage): int {}

    /** @tentative-return */
    public function removeAll(SplObjectStorage $storage): int {}

    /** @tentative-return */
    public function removeAllExcept(SplObjectStorage $storage): int {}

    /** @tentative-return */
    public function getInfo(): mixed {}

    /** @tentative-return */
    public function setInfo(mixed $info): void {}

    /** @tentative-return */
    public function count(int $mode = COUNT_NORMAL): int {}

    /** @tentative-return */
    public function rewind(): void {}

    /** @tentative-return */
    public function valid(): bool {}

    /** @tentative-return */
    public function key(): int {}

    /** @tentative-return */
    public function current(): object {}

    /** @tentative-return */
    public function next(): void {}

    public function seek(int $offset): void {}

    /** @tentative-return */
    public function unserialize(string $data): void {}

    /** @tentative-return */
    public function serialize(): string {}

    /** @raw @tentative-return */
    public function offsetExists($object): bool {}

    /** @raw @tentative-return */
    public function offsetGet($object): mixed {}

    /** @raw @tentative-return */
    public function offsetSet($object, mixed $info = null): void {}

    /** @raw @tentative-return */
    public function offsetUnset($object): void {}

    /** @tentative-return */
    public function getHash(object $object): string {}

    /** @tentative-return */
    public function __serialize(): array {}

    /** @tentative-return */
    public function __unserialize(array $data): void {}

    /** @tentative-return */
    public function __debugInfo(): array {}
}
