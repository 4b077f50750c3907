<?php

/** @module iterator */

/** @behaviour iterator::behaviour */
class IntlIterator implements Iterator
{
    /** @tentative-return */
    public function current(): mixed {}

    /** @tentative-return */
    public function key(): mixed {}

    /** @tentative-return */
    public function next(): void {}

    /** @tentative-return */
    public function rewind(): void {}

    /** @tentative-return */
    public function valid(): bool {}
}
