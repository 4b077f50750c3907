<?php

/** @module collator */

/** @object-handlers collator::object_handlers */
class Collator
{
    public const int DEFAULT_VALUE = -1;
    public const int PRIMARY = 0;
    public const int SECONDARY = 1;
    public const int TERTIARY = 2;
    public const int DEFAULT_STRENGTH = 2;
    public const int QUATERNARY = 3;
    public const int IDENTICAL = 15;
    public const int OFF = 16;
    public const int ON = 17;
    public const int SHIFTED = 20;
    public const int NON_IGNORABLE = 21;
    public const int LOWER_FIRST = 24;
    public const int UPPER_FIRST = 25;
    public const int FRENCH_COLLATION = 0;
    public const int ALTERNATE_HANDLING = 1;
    public const int CASE_FIRST = 2;
    public const int CASE_LEVEL = 3;
    public const int NORMALIZATION_MODE = 4;
    public const int STRENGTH = 5;
    public const int HIRAGANA_QUATERNARY_MODE = 6;
    public const int NUMERIC_COLLATION = 7;
    public const int SORT_REGULAR = 0;
    public const int SORT_STRING = 1;
    public const int SORT_NUMERIC = 2;

    public function __construct(string $locale) {}

    /** @before errors::reset @tentative-return */
    public static function create(string $locale): ?Collator {}

    /** @before errors::reset @tentative-return */
    public function compare(string $string1, string $string2): int|false {}

    /** @before errors::reset @tentative-return */
    public function sort(array &$array, int $flags = Collator::SORT_REGULAR): bool {}

    /** @before errors::reset @tentative-return */
    public function sortWithSortKeys(array &$array): bool {}

    /** @before errors::reset @tentative-return */
    public function asort(array &$array, int $flags = Collator::SORT_REGULAR): bool {}

    /** @before errors::reset @tentative-return */
    public function getAttribute(int $attribute): int|false {}

    /** @before errors::reset @tentative-return */
    public function setAttribute(int $attribute, int $value): bool {}

    /** @before errors::reset @tentative-return */
    public function getStrength(): int {}

    /** @before errors::reset @tentative-return */
    public function setStrength(int $strength): true {}

    /** @before errors::reset @tentative-return */
    public function getLocale(int $type): string|false {}

    /** @before errors::reset @tentative-return */
    public function getErrorCode(): int|false {}

    /** @before errors::reset @tentative-return */
    public function getErrorMessage(): string|false {}

    /** @before errors::reset @tentative-return */
    public function getSortKey(string $string): string|false {}
}

/** @before errors::reset @body collator::create */
function collator_create(string $locale): ?Collator {}

/** @before errors::reset @body collator::compare */
function collator_compare(Collator $object, string $string1, string $string2): int|false {}

/** @before errors::reset @body collator::get_attribute */
function collator_get_attribute(Collator $object, int $attribute): int|false {}

/** @before errors::reset @body collator::set_attribute */
function collator_set_attribute(Collator $object, int $attribute, int $value): bool {}

/** @before errors::reset @body collator::get_strength */
function collator_get_strength(Collator $object): int {}

/** @before errors::reset @body collator::set_strength */
function collator_set_strength(Collator $object, int $strength): true {}

/** @before errors::reset @body collator::sort */
function collator_sort(Collator $object, array &$array, int $flags = Collator::SORT_REGULAR): bool {}

/** @before errors::reset @body collator::sort_with_sort_keys */
function collator_sort_with_sort_keys(Collator $object, array &$array): bool {}

/** @before errors::reset @body collator::asort */
function collator_asort(Collator $object, array &$array, int $flags = Collator::SORT_REGULAR): bool {}

/** @before errors::reset @body collator::get_locale */
function collator_get_locale(Collator $object, int $type): string|false {}

/** @before errors::reset @body collator::get_error_code */
function collator_get_error_code(Collator $object): int|false {}

/** @before errors::reset @body collator::get_error_message */
function collator_get_error_message(Collator $object): string|false {}

/** @before errors::reset @body collator::get_sort_key */
function collator_get_sort_key(Collator $object, string $string): string|false {}
