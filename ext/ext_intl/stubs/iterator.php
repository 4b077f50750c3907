<?php

/** @module iterator */

/** @object-handlers iterator::object_handlers */
class IntlIterator implements Iterator
{
    /** @before errors::reset @tentative-return */
    public function current(): mixed {}

    /** @before errors::reset @tentative-return */
    public function key(): mixed {}

    /** @before errors::reset @tentative-return */
    public function next(): void {}

    /** @before errors::reset @tentative-return */
    public function rewind(): void {}

    /** @before errors::reset @tentative-return */
    public function valid(): bool {}
}
