<?php

const PREG_SPLIT_NO_EMPTY = 1;
const PREG_SPLIT_DELIM_CAPTURE = 2;
const PREG_SPLIT_OFFSET_CAPTURE = 4;
const PREG_GREP_INVERT = 1;

/** Splits where it matches. */
function preg_split(string $pattern, string $subject, int $limit = -1, int $flags = 0): array|false {}

/** Makes a string match itself. @pure @compile-time-eval */
function preg_quote(string $str, ?string $delimiter = null): string {}

/** The elements that match, or those that do not. */
function preg_grep(string $pattern, array $array, int $flags = 0): array|false {}
