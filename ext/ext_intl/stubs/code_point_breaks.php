<?php

/** @module code_point_breaks */

/** @object-handlers breaks::object_handlers */
class IntlCodePointBreakIterator extends IntlBreakIterator
{
    /** @before errors::reset @tentative-return */
    public function getLastCodePoint(): int {}
}
