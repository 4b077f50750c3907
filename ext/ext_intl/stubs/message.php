<?php

/** @module message */

/** @object-handlers message::object_handlers */
class MessageFormatter
{
    /** @unchecked $locale, $pattern */
    public function __construct(string $locale, string $pattern) {}

    /** @before errors::reset @tentative-return @unchecked $locale, $pattern */
    public static function create(string $locale, string $pattern): ?MessageFormatter {}

    /** @before errors::reset @tentative-return */
    public function format(array $values): string|false {}

    /** @tentative-return */
    public static function formatMessage(string $locale, string $pattern, array $values): string|false {}

    /** @before errors::reset @tentative-return */
    public function parse(string $string): array|false {}

    /** @tentative-return */
    public static function parseMessage(string $locale, string $pattern, string $message): array|false {}

    /** @before errors::reset @tentative-return */
    public function setPattern(string $pattern): bool {}

    /** @before errors::reset @tentative-return */
    public function getPattern(): string|false {}

    /** @before errors::reset @tentative-return */
    public function getLocale(): string {}

    /** @tentative-return */
    public function getErrorCode(): int {}

    /** @tentative-return */
    public function getErrorMessage(): string {}
}

/** @before errors::reset @body message::create @unchecked $locale, $pattern */
function msgfmt_create(string $locale, string $pattern): ?MessageFormatter {}

/** @before errors::reset @body message::format */
function msgfmt_format(MessageFormatter $formatter, array $values): string|false {}

/** @body message::format_message */
function msgfmt_format_message(string $locale, string $pattern, array $values): string|false {}

/** @before errors::reset @body message::parse */
function msgfmt_parse(MessageFormatter $formatter, string $string): array|false {}

/** @body message::parse_message */
function msgfmt_parse_message(string $locale, string $pattern, string $message): array|false {}

/** @before errors::reset @body message::set_pattern */
function msgfmt_set_pattern(MessageFormatter $formatter, string $pattern): bool {}

/** @before errors::reset @body message::get_pattern */
function msgfmt_get_pattern(MessageFormatter $formatter): string|false {}

/** @before errors::reset @body message::get_locale */
function msgfmt_get_locale(MessageFormatter $formatter): string {}

/** @body message::get_error_code */
function msgfmt_get_error_code(MessageFormatter $formatter): int {}

/** @body message::get_error_message */
function msgfmt_get_error_message(MessageFormatter $formatter): string {}
