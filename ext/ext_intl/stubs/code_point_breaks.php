<?php

/** @module code_point_breaks */

/** @behaviour breaks::behaviour */
class IntlCodePointBreakIterator extends IntlBreakIterator
{
    /** @tentative-return */
    public function getLastCodePoint(): int {}
}
