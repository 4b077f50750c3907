<?php

/** Gives the greatest first. @object-handlers heap::object_handlers */
abstract class SplHeap implements Iterator, Countable
{
    /** @tentative-return */
    public function extract(): mixed {}

    /** @tentative-return */
    public function insert(mixed $value): true {}

    /** @tentative-return */
    public function top(): mixed {}

    /** @tentative-return */
    public function count(): int {}

    /** @tentative-return */
    public function isEmpty(): bool {}

    /** @tentative-return */
    public function rewind(): void {}

    /** @tentative-return */
    public function current(): mixed {}

    /** @tentative-return */
    public function key(): int {}

    /** @tentative-return */
    public function next(): void {}

    /** @tentative-return */
    public function valid(): bool {}

    /** @tentative-return */
    public function recoverFromCorruption(): true {}

    /** @tentative-return */
    abstract protected function compare(mixed $value1, mixed $value2): int;

    /** @tentative-return */
    public function isCorrupted(): bool {}

    /** @tentative-return */
    public function __debugInfo(): array {}
}

/** @object-handlers heap::min_object_handlers */
class SplMinHeap extends SplHeap
{
    /** @tentative-return */
    protected function compare(mixed $value1, mixed $value2): int {}
}

class SplMaxHeap extends SplHeap
{
    /** @tentative-return */
    protected function compare(mixed $value1, mixed $value2): int {}
}

/** A heap of values by priority. @object-handlers heap::queue_object_handlers */
class SplPriorityQueue implements Iterator, Countable
{
    public const int EXTR_BOTH = 3;
    public const int EXTR_PRIORITY = 2;
    public const int EXTR_DATA = 1;

    /** @alias SplMaxHeap::compare @tentative-return */
    public function compare(mixed $priority1, mixed $priority2): int {}

    /** @tentative-return */
    public function insert(mixed $value, mixed $priority): true {}

    /** @tentative-return */
    public function setExtractFlags(int $flags): int {}

    /** @alias SplHeap::top @tentative-return */
    public function top(): mixed {}

    /** @alias SplHeap::extract @tentative-return */
    public function extract(): mixed {}

    /** @alias SplHeap::count @tentative-return */
    public function count(): int {}

    /** @alias SplHeap::isEmpty @tentative-return */
    public function isEmpty(): bool {}

    /** @alias SplHeap::rewind @tentative-return */
    public function rewind(): void {}

    /** @alias SplHeap::current @tentative-return */
    public function current(): mixed {}

    /** @alias SplHeap::key @tentative-return */
    public function key(): int {}

    /** @alias SplHeap::next @tentative-return */
    public function next(): void {}

    /** @alias SplHeap::valid @tentative-return */
    public function valid(): bool {}

    /** @alias SplHeap::recoverFromCorruption @tentative-return */
    public function recoverFromCorruption(): true {}

    /** @alias SplHeap::isCorrupted @tentative-return */
    public function isCorrupted(): bool {}

    /** @tentative-return */
    public function getExtractFlags(): int {}

    /** @alias SplHeap::__debugInfo @tentative-return */
    public function __debugInfo(): array {}
}
