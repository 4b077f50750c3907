<?php

/** @module bundle */

/** @behaviour bundle::behaviour */
class ResourceBundle implements IteratorAggregate, Countable
{
    public function __construct(?string $locale, ?string $bundle, bool $fallback = true) {}

    /** @tentative-return */
    public static function create(?string $locale, ?string $bundle, bool $fallback = true): ?ResourceBundle {}

    /** @tentative-return @unchecked $index */
    public function get(string|int $index, bool $fallback = true): ResourceBundle|array|string|int|null {}

    /** @tentative-return */
    public function count(): int {}

    /** @tentative-return */
    public static function getLocales(string $bundle): array|false {}

    /** @tentative-return */
    public function getErrorCode(): int {}

    /** @tentative-return */
    public function getErrorMessage(): string {}

    public function getIterator(): Iterator {}
}

/** @body bundle::create */
function resourcebundle_create(?string $locale, ?string $bundle, bool $fallback = true): ?ResourceBundle {}

/** @body bundle::get @unchecked $index */
function resourcebundle_get(ResourceBundle $bundle, string|int $index, bool $fallback = true): ResourceBundle|array|string|int|null {}

/** @body bundle::count */
function resourcebundle_count(ResourceBundle $bundle): int {}

/** @body bundle::get_locales */
function resourcebundle_locales(string $bundle): array|false {}

/** @body bundle::get_error_code */
function resourcebundle_get_error_code(ResourceBundle $bundle): int {}

/** @body bundle::get_error_message */
function resourcebundle_get_error_message(ResourceBundle $bundle): string {}
