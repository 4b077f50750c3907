<?php

const MB_ONIGURUMA_VERSION = "6.9.9";

/** The encoding of patterns and strings, or sets it. */
function mb_regex_encoding(?string $encoding = null): string|bool {}

/** Looks for a pattern. */
function mb_ereg(string $pattern, string $string, &$matches = null): bool {}

/** Looks for a pattern in any case. */
function mb_eregi(string $pattern, string $string, &$matches = null): bool {}

/** Replaces matches. */
function mb_ereg_replace(string $pattern, string $replacement, string $string, ?string $options = null): string|false|null {}

/** Replaces matches in any case. */
function mb_eregi_replace(string $pattern, string $replacement, string $string, ?string $options = null): string|false|null {}

/** Replaces matches by what a callback says. */
function mb_ereg_replace_callback(string $pattern, callable $callback, string $string, ?string $options = null): string|false|null {}

/** The pieces between matches. */
function mb_split(string $pattern, string $string, int $limit = -1): array|false {}

/** Whether the beginning matches. */
function mb_ereg_match(string $pattern, string $string, ?string $options = null): bool {}

/** Goes to the next match. */
function mb_ereg_search(?string $pattern = null, ?string $options = null): bool {}

/** Goes to the next match: where it is. */
function mb_ereg_search_pos(?string $pattern = null, ?string $options = null): array|false {}

/** Goes to the next match: its groups. */
function mb_ereg_search_regs(?string $pattern = null, ?string $options = null): array|false {}

/** What to search, and for what. */
function mb_ereg_search_init(string $string, ?string $pattern = null, ?string $options = null): bool {}

/** The groups of the last match. */
function mb_ereg_search_getregs(): array|false {}

/** Where the search goes on. */
function mb_ereg_search_getpos(): int {}

/** Sets where the search goes on. */
function mb_ereg_search_setpos(int $offset): bool {}

/** The options, or sets them. */
function mb_regex_set_options(?string $options = null): string {}
