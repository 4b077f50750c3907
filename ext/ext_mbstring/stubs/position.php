<?php

/** Where it is first. */
function mb_strpos(string $haystack, string $needle, int $offset = 0, ?string $encoding = null): int|false {}

/** Where it is last. */
function mb_strrpos(string $haystack, string $needle, int $offset = 0, ?string $encoding = null): int|false {}

/** Where it is first in any case. */
function mb_stripos(string $haystack, string $needle, int $offset = 0, ?string $encoding = null): int|false {}

/** Where it is last in any case. */
function mb_strripos(string $haystack, string $needle, int $offset = 0, ?string $encoding = null): int|false {}

/** From where it is first. */
function mb_strstr(string $haystack, string $needle, bool $before_needle = false, ?string $encoding = null): string|false {}

/** From where it is last. */
function mb_strrchr(string $haystack, string $needle, bool $before_needle = false, ?string $encoding = null): string|false {}

/** From where it is first in any case. */
function mb_stristr(string $haystack, string $needle, bool $before_needle = false, ?string $encoding = null): string|false {}

/** From where it is last in any case. */
function mb_strrichr(string $haystack, string $needle, bool $before_needle = false, ?string $encoding = null): string|false {}

/** How often it is there. */
function mb_substr_count(string $haystack, string $needle, ?string $encoding = null): int {}
