<?php

/** @module breaks */

/** @object-handlers breaks::object_handlers */
class IntlBreakIterator implements IteratorAggregate
{
    public const int DONE = -1;
    public const int WORD_NONE = 0;
    public const int WORD_NONE_LIMIT = 100;
    public const int WORD_NUMBER = 100;
    public const int WORD_NUMBER_LIMIT = 200;
    public const int WORD_LETTER = 200;
    public const int WORD_LETTER_LIMIT = 300;
    public const int WORD_KANA = 300;
    public const int WORD_KANA_LIMIT = 400;
    public const int WORD_IDEO = 400;
    public const int WORD_IDEO_LIMIT = 500;
    public const int LINE_SOFT = 0;
    public const int LINE_SOFT_LIMIT = 100;
    public const int LINE_HARD = 100;
    public const int LINE_HARD_LIMIT = 200;
    public const int SENTENCE_TERM = 0;
    public const int SENTENCE_TERM_LIMIT = 100;
    public const int SENTENCE_SEP = 100;
    public const int SENTENCE_SEP_LIMIT = 200;

    /** @before errors::reset @tentative-return */
    public static function createCharacterInstance(?string $locale = null): ?IntlBreakIterator {}

    /** @before errors::reset @tentative-return */
    public static function createCodePointInstance(): IntlCodePointBreakIterator {}

    /** @before errors::reset @tentative-return */
    public static function createLineInstance(?string $locale = null): ?IntlBreakIterator {}

    /** @before errors::reset @tentative-return */
    public static function createSentenceInstance(?string $locale = null): ?IntlBreakIterator {}

    /** @before errors::reset @tentative-return */
    public static function createTitleInstance(?string $locale = null): ?IntlBreakIterator {}

    /** @before errors::reset @tentative-return */
    public static function createWordInstance(?string $locale = null): ?IntlBreakIterator {}

    private function __construct() {}

    /** @before errors::reset @tentative-return */
    public function current(): int {}

    /** @before errors::reset @tentative-return */
    public function first(): int {}

    /** @before errors::reset @tentative-return */
    public function following(int $offset): int {}

    /** @before errors::reset @tentative-return */
    public function getErrorCode(): int {}

    /** @before errors::reset @tentative-return */
    public function getErrorMessage(): string {}

    /** @before errors::reset @tentative-return */
    public function getLocale(int $type): string|false {}

    /** @before errors::reset @tentative-return @unchecked $type */
    public function getPartsIterator(string $type = IntlPartsIterator::KEY_SEQUENTIAL): IntlPartsIterator {}

    /** @before errors::reset @tentative-return */
    public function getText(): ?string {}

    /** @before errors::reset @tentative-return */
    public function isBoundary(int $offset): bool {}

    /** @before errors::reset @tentative-return */
    public function last(): int {}

    /** @tentative-return @unchecked $offset */
    public function next(?int $offset = null): int {}

    /** @before errors::reset @tentative-return */
    public function preceding(int $offset): int {}

    /** @before errors::reset @tentative-return */
    public function previous(): int {}

    /** @before errors::reset @tentative-return */
    public function setText(string $text): bool {}

    public function getIterator(): Iterator {}
}
