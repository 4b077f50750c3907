<?php

const GRAPHEME_EXTR_COUNT = 0;
const GRAPHEME_EXTR_MAXBYTES = 1;
const GRAPHEME_EXTR_MAXCHARS = 2;

/** How many clusters a string has. */
function grapheme_strlen(string $string): int|false|null {}

/** Where it is first. */
function grapheme_strpos(string $haystack, string $needle, int $offset = 0): int|false {}

/** Where it is first in any case. */
function grapheme_stripos(string $haystack, string $needle, int $offset = 0): int|false {}

/** Where it is last. */
function grapheme_strrpos(string $haystack, string $needle, int $offset = 0): int|false {}

/** Where it is last in any case. */
function grapheme_strripos(string $haystack, string $needle, int $offset = 0): int|false {}

/** A part of a string. */
function grapheme_substr(string $string, int $offset, ?int $length = null): string|false {}

/** From where it is first. */
function grapheme_strstr(string $haystack, string $needle, bool $beforeNeedle = false): string|false {}

/** From where it is first in any case. */
function grapheme_stristr(string $haystack, string $needle, bool $beforeNeedle = false): string|false {}

/** Pieces of so many clusters. */
function grapheme_str_split(string $string, int $length = 1): array|false {}

/** As many whole clusters as fit. */
function grapheme_extract(string $haystack, int $size, int $type = GRAPHEME_EXTR_COUNT, int $offset = 0, &$next = null): string|false {}
