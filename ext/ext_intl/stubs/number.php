<?php

/** @module number */

/** @object-handlers number::object_handlers */
class NumberFormatter
{
    public const int PATTERN_DECIMAL = 0;
    public const int DECIMAL = 1;
    public const int CURRENCY = 2;
    public const int PERCENT = 3;
    public const int SCIENTIFIC = 4;
    public const int SPELLOUT = 5;
    public const int ORDINAL = 6;
    public const int DURATION = 7;
    public const int PATTERN_RULEBASED = 9;
    public const int IGNORE = 0;
    public const int CURRENCY_ACCOUNTING = 12;
    public const int DEFAULT_STYLE = 1;
    public const int ROUND_CEILING = 0;
    public const int ROUND_FLOOR = 1;
    public const int ROUND_DOWN = 2;
    public const int ROUND_UP = 3;
    public const int ROUND_TOWARD_ZERO = 2;
    public const int ROUND_AWAY_FROM_ZERO = 3;
    public const int ROUND_HALFEVEN = 4;
    public const int ROUND_HALFODD = 8;
    public const int ROUND_HALFDOWN = 5;
    public const int ROUND_HALFUP = 6;
    public const int PAD_BEFORE_PREFIX = 0;
    public const int PAD_AFTER_PREFIX = 1;
    public const int PAD_BEFORE_SUFFIX = 2;
    public const int PAD_AFTER_SUFFIX = 3;
    public const int PARSE_INT_ONLY = 0;
    public const int GROUPING_USED = 1;
    public const int DECIMAL_ALWAYS_SHOWN = 2;
    public const int MAX_INTEGER_DIGITS = 3;
    public const int MIN_INTEGER_DIGITS = 4;
    public const int INTEGER_DIGITS = 5;
    public const int MAX_FRACTION_DIGITS = 6;
    public const int MIN_FRACTION_DIGITS = 7;
    public const int FRACTION_DIGITS = 8;
    public const int MULTIPLIER = 9;
    public const int GROUPING_SIZE = 10;
    public const int ROUNDING_MODE = 11;
    public const int ROUNDING_INCREMENT = 12;
    public const int FORMAT_WIDTH = 13;
    public const int PADDING_POSITION = 14;
    public const int SECONDARY_GROUPING_SIZE = 15;
    public const int SIGNIFICANT_DIGITS_USED = 16;
    public const int MIN_SIGNIFICANT_DIGITS = 17;
    public const int MAX_SIGNIFICANT_DIGITS = 18;
    public const int LENIENT_PARSE = 19;
    public const int POSITIVE_PREFIX = 0;
    public const int POSITIVE_SUFFIX = 1;
    public const int NEGATIVE_PREFIX = 2;
    public const int NEGATIVE_SUFFIX = 3;
    public const int PADDING_CHARACTER = 4;
    public const int CURRENCY_CODE = 5;
    public const int DEFAULT_RULESET = 6;
    public const int PUBLIC_RULESETS = 7;
    public const int DECIMAL_SEPARATOR_SYMBOL = 0;
    public const int GROUPING_SEPARATOR_SYMBOL = 1;
    public const int PATTERN_SEPARATOR_SYMBOL = 2;
    public const int PERCENT_SYMBOL = 3;
    public const int ZERO_DIGIT_SYMBOL = 4;
    public const int DIGIT_SYMBOL = 5;
    public const int MINUS_SIGN_SYMBOL = 6;
    public const int PLUS_SIGN_SYMBOL = 7;
    public const int CURRENCY_SYMBOL = 8;
    public const int INTL_CURRENCY_SYMBOL = 9;
    public const int MONETARY_SEPARATOR_SYMBOL = 10;
    public const int EXPONENTIAL_SYMBOL = 11;
    public const int PERMILL_SYMBOL = 12;
    public const int PAD_ESCAPE_SYMBOL = 13;
    public const int INFINITY_SYMBOL = 14;
    public const int NAN_SYMBOL = 15;
    public const int SIGNIFICANT_DIGIT_SYMBOL = 16;
    public const int MONETARY_GROUPING_SEPARATOR_SYMBOL = 17;
    public const int TYPE_DEFAULT = 0;
    public const int TYPE_INT32 = 1;
    public const int TYPE_INT64 = 2;
    public const int TYPE_DOUBLE = 3;
    /** @deprecated since 8.3 */
    public const int TYPE_CURRENCY = 4;

    public function __construct(string $locale, int $style, ?string $pattern = null) {}

    /** @before errors::reset @tentative-return */
    public static function create(string $locale, int $style, ?string $pattern = null): ?NumberFormatter {}

    /** @before errors::reset @tentative-return */
    public function format(int|float $num, int $type = NumberFormatter::TYPE_DEFAULT): string|false {}

    /** @before errors::reset @tentative-return */
    public function parse(string $string, int $type = NumberFormatter::TYPE_DOUBLE, &$offset = null): int|float|false {}

    /** @before errors::reset @tentative-return */
    public function formatCurrency(float $amount, string $currency): string|false {}

    /** @before errors::reset @tentative-return */
    public function parseCurrency(string $string, &$currency, &$offset = null): float|false {}

    /** @before errors::reset @tentative-return */
    public function setAttribute(int $attribute, int|float $value): bool {}

    /** @before errors::reset @tentative-return */
    public function getAttribute(int $attribute): int|float|false {}

    /** @before errors::reset @tentative-return */
    public function setTextAttribute(int $attribute, string $value): bool {}

    /** @before errors::reset @tentative-return */
    public function getTextAttribute(int $attribute): string|false {}

    /** @before errors::reset @tentative-return */
    public function setSymbol(int $symbol, string $value): bool {}

    /** @before errors::reset @tentative-return */
    public function getSymbol(int $symbol): string|false {}

    /** @before errors::reset @tentative-return */
    public function setPattern(string $pattern): bool {}

    /** @before errors::reset @tentative-return */
    public function getPattern(): string|false {}

    /** @before errors::reset @tentative-return */
    public function getLocale(int $type = ULOC_ACTUAL_LOCALE): string|false {}

    /** @before errors::reset @tentative-return */
    public function getErrorCode(): int {}

    /** @before errors::reset @tentative-return */
    public function getErrorMessage(): string {}
}

/** @before errors::reset @body number::create */
function numfmt_create(string $locale, int $style, ?string $pattern = null): ?NumberFormatter {}

/** @before errors::reset @body number::format */
function numfmt_format(NumberFormatter $formatter, int|float $num, int $type = NumberFormatter::TYPE_DEFAULT): string|false {}

/** @before errors::reset @body number::parse */
function numfmt_parse(NumberFormatter $formatter, string $string, int $type = NumberFormatter::TYPE_DOUBLE, &$offset = null): int|float|false {}

/** @before errors::reset @body number::format_currency */
function numfmt_format_currency(NumberFormatter $formatter, float $amount, string $currency): string|false {}

/** @before errors::reset @body number::parse_currency */
function numfmt_parse_currency(NumberFormatter $formatter, string $string, &$currency, &$offset = null): float|false {}

/** @before errors::reset @body number::set_attribute */
function numfmt_set_attribute(NumberFormatter $formatter, int $attribute, int|float $value): bool {}

/** @before errors::reset @body number::get_attribute */
function numfmt_get_attribute(NumberFormatter $formatter, int $attribute): int|float|false {}

/** @before errors::reset @body number::set_text_attribute */
function numfmt_set_text_attribute(NumberFormatter $formatter, int $attribute, string $value): bool {}

/** @before errors::reset @body number::get_text_attribute */
function numfmt_get_text_attribute(NumberFormatter $formatter, int $attribute): string|false {}

/** @before errors::reset @body number::set_symbol */
function numfmt_set_symbol(NumberFormatter $formatter, int $symbol, string $value): bool {}

/** @before errors::reset @body number::get_symbol */
function numfmt_get_symbol(NumberFormatter $formatter, int $symbol): string|false {}

/** @before errors::reset @body number::set_pattern */
function numfmt_set_pattern(NumberFormatter $formatter, string $pattern): bool {}

/** @before errors::reset @body number::get_pattern */
function numfmt_get_pattern(NumberFormatter $formatter): string|false {}

/** @before errors::reset @body number::get_locale */
function numfmt_get_locale(NumberFormatter $formatter, int $type = ULOC_ACTUAL_LOCALE): string|false {}

/** @before errors::reset @body number::get_error_code */
function numfmt_get_error_code(NumberFormatter $formatter): int {}

/** @before errors::reset @body number::get_error_message */
function numfmt_get_error_message(NumberFormatter $formatter): string {}
