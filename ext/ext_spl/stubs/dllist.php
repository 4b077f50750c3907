<?php

/** A list with two ends. @module dllist::methods @object-handlers dllist::object_handlers */
class SplDoublyLinkedList implements Iterator, Countable, ArrayAccess, Serializable
{
    public const int IT_MODE_LIFO = 2;
    public const int IT_MODE_FIFO = 0;
    public const int IT_MODE_DELETE = 1;
    public const int IT_MODE_KEEP = 0;

    /** @tentative-return */
    public function add(int $index, mixed $value): void {}

    /** @tentative-return */
    public function pop(): mixed {}

    /** @tentative-return */
    public function shift(): mixed {}

    /** @tentative-return */
    public function push(mixed $value): void {}

    /** @tentative-return */
    public function unshift(mixed $value): void {}

    /** @tentative-return */
    public function top(): mixed {}

    /** @tentative-return */
    public function bottom(): mixed {}

    /** @tentative-return */
    public function __debugInfo(): array {}

    /** @tentative-return */
    public function count(): int {}

    /** @tentative-return */
    public function isEmpty(): bool {}

    /** @tentative-return */
    public function setIteratorMode(int $mode): int {}

    /** @tentative-return */
    public function getIteratorMode(): int {}

    /** @raw @tentative-return */
    public function offsetExists($index): bool {}

    /** @raw @tentative-return */
    public function offsetGet($index): mixed {}

    /** @raw @tentative-return */
    public function offsetSet($index, mixed $value): void {}

    /** @raw @tentative-return */
    public function offsetUnset($index): void {}

    /** @tentative-return */
    public function rewind(): void {}

    /** @tentative-return */
    public function current(): mixed {}

    /** @tentative-return */
    public function key(): int {}

    /** @tentative-return */
    public function prev(): void {}

    /** @tentative-return */
    public function next(): void {}

    /** @tentative-return */
    public function valid(): bool {}

    /** @tentative-return */
    public function unserialize(string $data): void {}

    /** @tentative-return */
    public function serialize(): string {}

    /** @tentative-return */
    public function __serialize(): array {}

    /** @tentative-return */
    public function __unserialize(array $data): void {}
}

/** First in, first out. @object-handlers dllist::queue_object_handlers */
class SplQueue extends SplDoublyLinkedList
{
    /** @alias SplDoublyLinkedList::push @tentative-return */
    public function enqueue(mixed $value): void {}

    /** @alias SplDoublyLinkedList::shift @tentative-return */
    public function dequeue(): mixed {}
}

/** Last in, first out. @object-handlers dllist::stack_object_handlers */
class SplStack extends SplDoublyLinkedList {}
