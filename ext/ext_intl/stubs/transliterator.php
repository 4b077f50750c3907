<?php

/** @module transliterator */

/** @object-handlers transliterator::object_handlers */
class Transliterator
{
    public const int FORWARD = 0;
    public const int REVERSE = 1;
    public readonly string $id;

    final private function __construct() {}

    /** @before errors::reset @tentative-return */
    public static function create(string $id, int $direction = Transliterator::FORWARD): ?Transliterator {}

    /** @before errors::reset @tentative-return */
    public static function createFromRules(string $rules, int $direction = Transliterator::FORWARD): ?Transliterator {}

    /** @before errors::reset @tentative-return */
    public function createInverse(): ?Transliterator {}

    /** @before errors::reset @tentative-return */
    public static function listIDs(): array|false {}

    /** @before errors::reset @tentative-return */
    public function transliterate(string $string, int $start = 0, int $end = -1): string|false {}

    /** @before errors::reset @tentative-return */
    public function getErrorCode(): int|false {}

    /** @before errors::reset @tentative-return */
    public function getErrorMessage(): string|false {}
}

/** @before errors::reset @body transliterator::create */
function transliterator_create(string $id, int $direction = Transliterator::FORWARD): ?Transliterator {}

/** @before errors::reset @body transliterator::create_from_rules */
function transliterator_create_from_rules(string $rules, int $direction = Transliterator::FORWARD): ?Transliterator {}

/** @before errors::reset @body transliterator::list_i_ds */
function transliterator_list_ids(): array|false {}

/** @before errors::reset @body transliterator::create_inverse */
function transliterator_create_inverse(Transliterator $transliterator): ?Transliterator {}

/** @before errors::reset @body transliterator::transliterate_with */
function transliterator_transliterate(Transliterator|string $transliterator, string $string, int $start = 0, int $end = -1): string|false {}

/** @before errors::reset @body transliterator::get_error_code */
function transliterator_get_error_code(Transliterator $transliterator): int|false {}

/** @before errors::reset @body transliterator::get_error_message */
function transliterator_get_error_message(Transliterator $transliterator): string|false {}
