<?php

/** @module rule_breaks */

/** @behaviour breaks::behaviour */
class IntlRuleBasedBreakIterator extends IntlBreakIterator
{
    public function __construct(string $rules, bool $compiled = false) {}

    /** @tentative-return */
    public function getBinaryRules(): string|false {}

    /** @tentative-return */
    public function getRules(): string|false {}

    /** @tentative-return */
    public function getRuleStatus(): int {}

    /** @tentative-return */
    public function getRuleStatusVec(): array|false {}
}
