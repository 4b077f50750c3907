<?php

/** @module code_point_breaks */

/** @behaviour breaks::behaviour */
class IntlCodePointBreakIterator extends IntlBreakIterator
{
    /** @before errors::reset @tentative-return */
    public function getLastCodePoint(): int {}
}
