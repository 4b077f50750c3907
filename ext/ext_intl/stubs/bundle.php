<?php

/** @module bundle */

/** @object-handlers bundle::object_handlers */
class ResourceBundle implements IteratorAggregate, Countable
{
    public function __construct(?string $locale, ?string $bundle, bool $fallback = true) {}

    /** @before errors::reset @tentative-return */
    public static function create(?string $locale, ?string $bundle, bool $fallback = true): ?ResourceBundle {}

    /** @tentative-return @unchecked $index */
    public function get(string|int $index, bool $fallback = true): ResourceBundle|array|string|int|null {}

    /** @before errors::reset @tentative-return */
    public function count(): int {}

    /** @before errors::reset @tentative-return */
    public static function getLocales(string $bundle): array|false {}

    /** @before errors::reset @tentative-return */
    public function getErrorCode(): int {}

    /** @before errors::reset @tentative-return */
    public function getErrorMessage(): string {}

    public function getIterator(): Iterator {}
}

/** @before errors::reset @body bundle::create */
function resourcebundle_create(?string $locale, ?string $bundle, bool $fallback = true): ?ResourceBundle {}

/** @body bundle::get @unchecked $index */
function resourcebundle_get(ResourceBundle $bundle, string|int $index, bool $fallback = true): ResourceBundle|array|string|int|null {}

/** @before errors::reset @body bundle::count */
function resourcebundle_count(ResourceBundle $bundle): int {}

/** @before errors::reset @body bundle::get_locales */
function resourcebundle_locales(string $bundle): array|false {}

/** @before errors::reset @body bundle::get_error_code */
function resourcebundle_get_error_code(ResourceBundle $bundle): int {}

/** @before errors::reset @body bundle::get_error_message */
function resourcebundle_get_error_message(ResourceBundle $bundle): string {}
