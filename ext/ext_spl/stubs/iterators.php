<?php

/** Walks something else. @object-handlers iterators::object_handlers */
class IteratorIterator implements OuterIterator
{
    public function __construct(Traversable $iterator, ?string $class = null) {}

    /** @tentative-return */
    public function getInnerIterator(): ?Iterator {}

    /** @tentative-return */
    public function rewind(): void {}

    /** @tentative-return */
    public function valid(): bool {}

    /** @tentative-return */
    public function key(): mixed {}

    /** @tentative-return */
    public function current(): mixed {}

    /** @tentative-return */
    public function next(): void {}
}

/** Skips what accept() does not want. @object-handlers iterators::foreach::filter_object_handlers */
abstract class FilterIterator extends IteratorIterator
{
    /** @tentative-return */
    abstract public function accept(): bool;

    public function __construct(Iterator $iterator) {}

    /** @tentative-return */
    public function rewind(): void {}

    /** @tentative-return */
    public function next(): void {}
}

abstract class RecursiveFilterIterator extends FilterIterator implements RecursiveIterator
{
    /** @alias FilterIterator::__construct */
    public function __construct(RecursiveIterator $iterator) {}

    /** @tentative-return */
    public function hasChildren(): bool {}

    /** @tentative-return */
    public function getChildren(): ?RecursiveFilterIterator {}
}

/** Skips only what has no children. */
class ParentIterator extends RecursiveFilterIterator
{
    /** @alias FilterIterator::__construct */
    public function __construct(RecursiveIterator $iterator) {}

    /** @alias RecursiveFilterIterator::hasChildren @tentative-return */
    public function accept(): bool {}
}

/** Skips what a function does not want. */
class CallbackFilterIterator extends FilterIterator
{
    /** @value $callback */
    public function __construct(Iterator $iterator, callable $callback) {}

    /** @tentative-return */
    public function accept(): bool {}
}

class RecursiveCallbackFilterIterator extends CallbackFilterIterator implements RecursiveIterator
{
    /** @alias CallbackFilterIterator::__construct */
    public function __construct(RecursiveIterator $iterator, callable $callback) {}

    /** @alias RecursiveFilterIterator::hasChildren @tentative-return */
    public function hasChildren(): bool {}

    /** @tentative-return */
    public function getChildren(): RecursiveCallbackFilterIterator {}
}

/** A part of what there is. @object-handlers iterators::foreach::limit_object_handlers */
class LimitIterator extends IteratorIterator
{
    public function __construct(Iterator $iterator, int $offset = 0, int $limit = -1) {}

    /** @tentative-return */
    public function rewind(): void {}

    /** @tentative-return */
    public function valid(): bool {}

    /** @tentative-return */
    public function next(): void {}

    /** @tentative-return */
    public function seek(int $offset): int {}

    /** @tentative-return */
    public function getPosition(): int {}
}

/** Is one element behind what it walks. @object-handlers iterators::foreach::caching_object_handlers */
class CachingIterator extends IteratorIterator implements ArrayAccess, Countable, Stringable
{
    public const int CALL_TOSTRING = 1;
    public const int CATCH_GET_CHILD = 16;
    public const int TOSTRING_USE_KEY = 2;
    public const int TOSTRING_USE_CURRENT = 4;
    public const int TOSTRING_USE_INNER = 8;
    public const int FULL_CACHE = 256;

    public function __construct(Iterator $iterator, int $flags = CachingIterator::CALL_TOSTRING) {}

    /** @tentative-return */
    public function rewind(): void {}

    /** @tentative-return */
    public function valid(): bool {}

    /** @tentative-return */
    public function next(): void {}

    /** @tentative-return */
    public function hasNext(): bool {}

    public function __toString(): string {}

    /** @tentative-return */
    public function getFlags(): int {}

    /** @tentative-return */
    public function setFlags(int $flags): void {}

    /** @raw @tentative-return */
    public function offsetGet($key): mixed {}

    /** @raw @tentative-return */
    public function offsetSet($key, mixed $value): void {}

    /** @raw @tentative-return */
    public function offsetUnset($key): void {}

    /** @raw @tentative-return */
    public function offsetExists($key): bool {}

    /** @tentative-return */
    public function getCache(): array {}

    /** @tentative-return */
    public function count(): int {}
}

class RecursiveCachingIterator extends CachingIterator implements RecursiveIterator
{
    public function __construct(Iterator $iterator, int $flags = CachingIterator::CALL_TOSTRING) {}

    /** @tentative-return */
    public function hasChildren(): bool {}

    /** @tentative-return */
    public function getChildren(): ?RecursiveCachingIterator {}
}

/** Goes on where it is. @object-handlers iterators::foreach::no_rewind_object_handlers */
class NoRewindIterator extends IteratorIterator
{
    /** @alias FilterIterator::__construct */
    public function __construct(Iterator $iterator) {}

    /** @tentative-return */
    public function rewind(): void {}

    /** @tentative-return */
    public function valid(): bool {}

    /** @tentative-return */
    public function key(): mixed {}

    /** @tentative-return */
    public function current(): mixed {}

    /** @tentative-return */
    public function next(): void {}
}

/** Walks one after the other. @object-handlers iterators::foreach::append_object_handlers */
class AppendIterator extends IteratorIterator
{
    public function __construct() {}

    /** @tentative-return */
    public function append(Iterator $iterator): void {}

    /** @tentative-return */
    public function rewind(): void {}

    /** @tentative-return */
    public function valid(): bool {}

    /** @tentative-return */
    public function current(): mixed {}

    /** @tentative-return */
    public function next(): void {}

    /** @tentative-return */
    public function getIteratorIndex(): ?int {}

    /** @tentative-return */
    public function getArrayIterator(): ArrayIterator {}
}

/** Begins again at the end. @object-handlers iterators::foreach::infinite_object_handlers */
class InfiniteIterator extends IteratorIterator
{
    /** @alias FilterIterator::__construct */
    public function __construct(Iterator $iterator) {}

    /** @tentative-return */
    public function next(): void {}
}

/** Skips what does not match a pattern. */
class RegexIterator extends FilterIterator
{
    public const int USE_KEY = 1;
    public const int INVERT_MATCH = 2;
    public const int MATCH = 0;
    public const int GET_MATCH = 1;
    public const int ALL_MATCHES = 2;
    public const int SPLIT = 3;
    public const int REPLACE = 4;

    public ?string $replacement = null;

    public function __construct(Iterator $iterator, string $pattern, int $mode = RegexIterator::MATCH, int $flags = 0, int $pregFlags = 0) {}

    /** @tentative-return */
    public function accept(): bool {}

    /** @tentative-return */
    public function getMode(): int {}

    /** @tentative-return */
    public function setMode(int $mode): void {}

    /** @tentative-return */
    public function getFlags(): int {}

    /** @tentative-return */
    public function setFlags(int $flags): void {}

    /** @tentative-return */
    public function getRegex(): string {}

    /** @tentative-return */
    public function getPregFlags(): int {}

    /** @tentative-return */
    public function setPregFlags(int $pregFlags): void {}
}

class RecursiveRegexIterator extends RegexIterator implements RecursiveIterator
{
    /** @alias RegexIterator::__construct */
    public function __construct(RecursiveIterator $iterator, string $pattern, int $mode = RegexIterator::MATCH, int $flags = 0, int $pregFlags = 0) {}

    /** @tentative-return */
    public function accept(): bool {}

    /** @alias RecursiveFilterIterator::hasChildren @tentative-return */
    public function hasChildren(): bool {}

    /** @tentative-return */
    public function getChildren(): RecursiveRegexIterator {}
}

/** Has no elements. */
class EmptyIterator implements Iterator
{
    /** @tentative-return */
    public function current(): never {}

    /** @tentative-return */
    public function next(): void {}

    /** @tentative-return */
    public function key(): never {}

    /** @tentative-return */
    public function valid(): false {}

    /** @tentative-return */
    public function rewind(): void {}
}
