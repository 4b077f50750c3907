<?php

/** @module locale */

const ULOC_ACTUAL_LOCALE = 0;
const ULOC_VALID_LOCALE = 1;

/** Names of languages, scripts and regions. */
class Locale
{
    public const int ACTUAL_LOCALE = 0;
    public const int VALID_LOCALE = 1;
    public const null DEFAULT_LOCALE = NULL;
    public const string LANG_TAG = 'language';
    public const string EXTLANG_TAG = 'extlang';
    public const string SCRIPT_TAG = 'script';
    public const string REGION_TAG = 'region';
    public const string VARIANT_TAG = 'variant';
    public const string GRANDFATHERED_LANG_TAG = 'grandfathered';
    public const string PRIVATE_TAG = 'private';

    /** @tentative-return */
    public static function getDefault(): string {}

    /** @tentative-return */
    public static function setDefault(string $locale): true {}

    /** @before errors::reset @tentative-return */
    public static function getPrimaryLanguage(string $locale): ?string {}

    /** @before errors::reset @tentative-return */
    public static function getScript(string $locale): ?string {}

    /** @before errors::reset @tentative-return */
    public static function getRegion(string $locale): ?string {}

    /** @before errors::reset @tentative-return */
    public static function getKeywords(string $locale): array|false|null {}

    /** @before errors::reset @tentative-return */
    public static function getDisplayScript(string $locale, ?string $displayLocale = null): string|false {}

    /** @before errors::reset @tentative-return */
    public static function getDisplayRegion(string $locale, ?string $displayLocale = null): string|false {}

    /** @before errors::reset @tentative-return */
    public static function getDisplayName(string $locale, ?string $displayLocale = null): string|false {}

    /** @before errors::reset @tentative-return */
    public static function getDisplayLanguage(string $locale, ?string $displayLocale = null): string|false {}

    /** @before errors::reset @tentative-return */
    public static function getDisplayVariant(string $locale, ?string $displayLocale = null): string|false {}

    /** @before errors::reset @tentative-return */
    public static function composeLocale(array $subtags): string|false {}

    /** @before errors::reset @tentative-return */
    public static function parseLocale(string $locale): ?array {}

    /** @before errors::reset @tentative-return */
    public static function getAllVariants(string $locale): ?array {}

    /** @before errors::reset @tentative-return */
    public static function filterMatches(string $languageTag, string $locale, bool $canonicalize = false): ?bool {}

    /** @before errors::reset @tentative-return */
    public static function lookup(array $languageTag, string $locale, bool $canonicalize = false, ?string $defaultLocale = null): ?string {}

    /** @before errors::reset @tentative-return */
    public static function canonicalize(string $locale): ?string {}

    /** @tentative-return */
    public static function acceptFromHttp(string $header): string|false {}
}

/** @body locale::get_default */
function locale_get_default(): string {}

/** @body locale::set_default */
function locale_set_default(string $locale): true {}

/** @before errors::reset @body locale::get_primary_language */
function locale_get_primary_language(string $locale): ?string {}

/** @before errors::reset @body locale::get_script */
function locale_get_script(string $locale): ?string {}

/** @before errors::reset @body locale::get_region */
function locale_get_region(string $locale): ?string {}

/** @before errors::reset @body locale::get_keywords */
function locale_get_keywords(string $locale): array|false|null {}

/** @before errors::reset @body locale::get_display_script */
function locale_get_display_script(string $locale, ?string $displayLocale = null): string|false {}

/** @before errors::reset @body locale::get_display_region */
function locale_get_display_region(string $locale, ?string $displayLocale = null): string|false {}

/** @before errors::reset @body locale::get_display_name */
function locale_get_display_name(string $locale, ?string $displayLocale = null): string|false {}

/** @before errors::reset @body locale::get_display_language */
function locale_get_display_language(string $locale, ?string $displayLocale = null): string|false {}

/** @before errors::reset @body locale::get_display_variant */
function locale_get_display_variant(string $locale, ?string $displayLocale = null): string|false {}

/** @before errors::reset @body locale::compose_locale */
function locale_compose(array $subtags): string|false {}

/** @before errors::reset @body locale::parse_locale */
function locale_parse(string $locale): ?array {}

/** @before errors::reset @body locale::get_all_variants */
function locale_get_all_variants(string $locale): ?array {}

/** @before errors::reset @body locale::filter_matches */
function locale_filter_matches(string $languageTag, string $locale, bool $canonicalize = false): ?bool {}

/** @before errors::reset @body locale::canonicalize */
function locale_canonicalize(string $locale): ?string {}

/** @before errors::reset @body locale::lookup */
function locale_lookup(array $languageTag, string $locale, bool $canonicalize = false, ?string $defaultLocale = null): ?string {}

/** @body locale::accept_from_http */
function locale_accept_from_http(string $header): string|false {}
