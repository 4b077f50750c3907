<?php

/** @module rule_breaks */

/** @object-handlers breaks::object_handlers */
class IntlRuleBasedBreakIterator extends IntlBreakIterator
{
    public function __construct(string $rules, bool $compiled = false) {}

    /** @before errors::reset @tentative-return */
    public function getBinaryRules(): string|false {}

    /** @before errors::reset @tentative-return */
    public function getRules(): string|false {}

    /** @before errors::reset @tentative-return */
    public function getRuleStatus(): int {}

    /** @before errors::reset @tentative-return */
    public function getRuleStatusVec(): array|false {}
}
