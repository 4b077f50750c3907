<?php

/** @module parts */

/** @object-handlers iterator::object_handlers */
class IntlPartsIterator extends IntlIterator
{
    public const int KEY_SEQUENTIAL = 0;
    public const int KEY_LEFT = 1;
    public const int KEY_RIGHT = 2;

    /** @before errors::reset @tentative-return */
    public function getBreakIterator(): IntlBreakIterator {}

    /** @before errors::reset @tentative-return */
    public function getRuleStatus(): int {}
}
