<?php

/** @module pattern_generator */

/** @object-handlers pattern_generator::object_handlers */
class IntlDatePatternGenerator
{
    public function __construct(?string $locale = null) {}

    /** @before errors::reset */
    public static function create(?string $locale = null): ?IntlDatePatternGenerator {}

    /** @before errors::reset */
    public function getBestPattern(string $skeleton): string|false {}
}
