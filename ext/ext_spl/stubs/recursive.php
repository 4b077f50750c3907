<?php

/** Walks a tree. @object-handlers recursive::object_handlers */
class RecursiveIteratorIterator implements OuterIterator
{
    public const int LEAVES_ONLY = 0;
    public const int SELF_FIRST = 1;
    public const int CHILD_FIRST = 2;
    public const int CATCH_GET_CHILD = 16;

    /** @unchecked $iterator */
    public function __construct(Traversable $iterator, int $mode = RecursiveIteratorIterator::LEAVES_ONLY, int $flags = 0) {}

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

    /** @tentative-return */
    public function getDepth(): int {}

    /** @tentative-return */
    public function getSubIterator(?int $level = null): ?RecursiveIterator {}

    /** @tentative-return */
    public function getInnerIterator(): RecursiveIterator {}

    /** @tentative-return */
    public function beginIteration(): void {}

    /** @tentative-return */
    public function endIteration(): void {}

    /** @tentative-return */
    public function callHasChildren(): bool {}

    /** @tentative-return */
    public function callGetChildren(): ?RecursiveIterator {}

    /** @tentative-return */
    public function beginChildren(): void {}

    /** @tentative-return */
    public function endChildren(): void {}

    /** @tentative-return */
    public function nextElement(): void {}

    /** @tentative-return */
    public function setMaxDepth(int $maxDepth = -1): void {}

    /** @tentative-return */
    public function getMaxDepth(): int|false {}
}

/** Draws a tree. @object-handlers recursive::tree_object_handlers */
class RecursiveTreeIterator extends RecursiveIteratorIterator
{
    public const int BYPASS_CURRENT = 4;
    public const int BYPASS_KEY = 8;
    public const int PREFIX_LEFT = 0;
    public const int PREFIX_MID_HAS_NEXT = 1;
    public const int PREFIX_MID_LAST = 2;
    public const int PREFIX_END_HAS_NEXT = 3;
    public const int PREFIX_END_LAST = 4;
    public const int PREFIX_RIGHT = 5;

    public function __construct($iterator, int $flags = RecursiveTreeIterator::BYPASS_KEY, int $cachingIteratorFlags = CachingIterator::CATCH_GET_CHILD, int $mode = RecursiveIteratorIterator::SELF_FIRST) {}

    /** @tentative-return */
    public function key(): mixed {}

    /** @tentative-return */
    public function current(): mixed {}

    /** @tentative-return */
    public function getPrefix(): string {}

    /** @tentative-return */
    public function setPostfix(string $postfix): void {}

    /** @tentative-return */
    public function setPrefixPart(int $part, string $value): void {}

    /** @tentative-return */
    public function getEntry(): string {}

    /** @tentative-return */
    public function getPostfix(): string {}
}
