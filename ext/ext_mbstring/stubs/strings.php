<?php

/** Pieces of so many characters. */
function mb_str_split(string $string, int $length = 1, ?string $encoding = null): array {}

/** Number of characters. */
function mb_strlen(string $string, ?string $encoding = null): int {}

/** Some characters. */
function mb_substr(string $string, int $start, ?int $length = null, ?string $encoding = null): string {}

/** Some bytes, but whole characters. */
function mb_strcut(string $string, int $start, ?int $length = null, ?string $encoding = null): string {}

/** Replaces what is not well formed. */
function mb_scrub(string $string, ?string $encoding = null): string {}

/** Number of the first character. */
function mb_ord(string $string, ?string $encoding = null): int|false {}

/** The character with a number. */
function mb_chr(int $codepoint, ?string $encoding = null): string|false {}

/** Fills up to a number of characters. */
function mb_str_pad(string $string, int $length, string $pad_string = " ", int $pad_type = STR_PAD_RIGHT, ?string $encoding = null): string {}
