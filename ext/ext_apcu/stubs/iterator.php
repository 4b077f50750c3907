<?php

/** Walks the entries of the cache. @object-handlers iterator::object_handlers @module iterator */
class APCUIterator implements Iterator
{
    /** @unchecked $search */
    public function __construct($search = null, int $format = APC_ITER_ALL, int $chunk_size = 0, int $list = APC_LIST_ACTIVE) {}

    public function rewind(): void {}

    public function next(): void {}

    public function valid(): bool {}

    public function key(): string|int {}

    public function current(): mixed {}

    public function getTotalHits(): int {}

    public function getTotalSize(): int {}

    public function getTotalCount(): int {}
}
