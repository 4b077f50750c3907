<?php

const EXTR_OVERWRITE = 0;
const EXTR_SKIP = 1;
const EXTR_PREFIX_SAME = 2;
const EXTR_PREFIX_ALL = 3;
const EXTR_PREFIX_INVALID = 4;
const EXTR_PREFIX_IF_EXISTS = 5;
const EXTR_IF_EXISTS = 6;
const EXTR_REFS = 256;
const SORT_ASC = 4;
const SORT_DESC = 3;
const SORT_REGULAR = 0;
const SORT_NUMERIC = 1;
const SORT_STRING = 2;
const SORT_LOCALE_STRING = 5;
const SORT_NATURAL = 6;
const SORT_FLAG_CASE = 8;
const CASE_LOWER = 0;
const CASE_UPPER = 1;
const COUNT_NORMAL = 0;
const COUNT_RECURSIVE = 1;
const ARRAY_FILTER_USE_BOTH = 1;
const ARRAY_FILTER_USE_KEY = 2;

/** Number of elements; with COUNT_RECURSIVE those of inner arrays too. */
function count(Countable|array $value, int $mode = COUNT_NORMAL): int {}

/** Same as count(). @alias count */
function sizeof(Countable|array $value, int $mode = COUNT_NORMAL): int {}

/** Appends values. */
function array_push(array &$array, mixed ...$values): int {}

/** Removes the last element. */
function array_pop(array &$array): mixed {}

/** Removes the first element; integer keys start from 0 again. */
function array_shift(array &$array): mixed {}

/** Puts values in front. */
function array_unshift(array &$array, mixed ...$values): int {}

/** Replaces a part, and returns what was there. */
function array_splice(array &$array, int $offset, ?int $length = null, mixed $replacement = []): array {}

/** A part of an array. @pure */
function array_slice(array $array, int $offset, ?int $length = null, bool $preserve_keys = false): array {}

/** Arrays one after another; string keys of later ones win. @pure */
function array_merge(array ...$arrays): array {}

/** As array_merge(), but equal string keys make arrays of their values. */
function array_merge_recursive(array ...$arrays): array {}

/** Values of later arrays replace those of the same key. @pure */
function array_replace(array $array, array ...$replacements): array {}

/** As array_replace(), inside inner arrays too. */
function array_replace_recursive(array $array, array ...$replacements): array {}

/** The keys, or those of the values that equal a given one. */
function array_keys(array $array, mixed $filter_value = UNKNOWN, bool $strict = false): array {}

/** The values, numbered. @pure */
function array_values(array $array): array {}

/** The first key. @pure */
function array_key_first(array $array): string|int|null {}

/** The last key. @pure */
function array_key_last(array $array): string|int|null {}

/** Whether a key is there. @pure */
function array_key_exists($key, array $array): bool {}

/** Same as array_key_exists(). @alias array_key_exists */
function key_exists($key, array $array): bool {}

/** Whether the keys are 0, 1, 2, ... in this order. @pure */
function array_is_list(array $array): bool {}

/** How often each value occurs. */
function array_count_values(array $array): array {}

/** The values of one key in all rows. */
function array_column(array $array, string|int|null $column_key, string|int|null $index_key = null): array {}

/** Keys become values and values keys. */
function array_flip(array $array): array {}

/** One array for the keys, one for the values. */
function array_combine(array $keys, array $values): array {}

/** String keys in lower or upper case. @pure */
function array_change_key_case(array $array, int $case = CASE_LOWER): array {}

/** Cut into arrays of equal size. */
function array_chunk(array $array, int $length, bool $preserve_keys = false): array {}

/** Filled up to a length with a value. */
function array_pad(array $array, int $length, mixed $value): array {}

/** In reverse order. @pure */
function array_reverse(array $array, bool $preserve_keys = false): array {}

/** An array of equal values. */
function array_fill(int $start_index, int $count, mixed $value): array {}

/** Equal values under given keys. */
function array_fill_keys(array $keys, mixed $value): array {}

/** An array of numbers or characters. */
function range(string|int|float $start, string|int|float $end, int|float $step = 1): array {}

/** Brings the elements into random order. */
function shuffle(array &$array): true {}

/** One or more random keys. */
function array_rand(array $array, int $num = 1): array|string|int {}

/** Whether a value is there. @frameless 2, 3 */
function in_array(mixed $needle, array $haystack, bool $strict = false): bool {}

/** The key of a value. */
function array_search(mixed $needle, array $haystack, bool $strict = false): string|int|false {}

/** Without repeated values. */
function array_unique(array $array, int $flags = SORT_STRING): array {}

/** The sum of the values. */
function array_sum(array $array): int|float {}

/** The product of the values. */
function array_product(array $array): int|float {}

/** The greatest value. @frameless 2 */
function max(mixed $value, mixed ...$values): mixed {}

/** The least value. @frameless 2 */
function min(mixed $value, mixed ...$values): mixed {}

/** What the callback makes of each element. */
function array_map(?callable $callback, array $array, array ...$arrays): array {}

/** The elements that the callback, or truth, keeps. */
function array_filter(array $array, ?callable $callback = null, int $mode = 0): array {}

/** What the callback makes of all elements, one after another. */
function array_reduce(array $array, callable $callback, mixed $initial = null): mixed {}

/** Calls the callback with each element by reference. */
function array_walk(object|array &$array, callable $callback, mixed $arg = UNKNOWN): true {}

/** As array_walk(), inside inner arrays too. */
function array_walk_recursive(object|array &$array, callable $callback, mixed $arg = UNKNOWN): true {}

/** The first element for which the callback returns true. */
function array_find(array $array, callable $callback): mixed {}

/** The key of the first element for which the callback returns true. */
function array_find_key(array $array, callable $callback): mixed {}

/** Whether the callback returns true for any element. */
function array_any(array $array, callable $callback): bool {}

/** Whether the callback returns true for all elements. */
function array_all(array $array, callable $callback): bool {}

/** Values that are in none of the other arrays. */
function array_diff(array $array, array ...$arrays): array {}

/** Elements whose keys are in none of the other arrays. */
function array_diff_key(array $array, array ...$arrays): array {}

/** Elements that are in none of the other arrays under the same key. */
function array_diff_assoc(array $array, array ...$arrays): array {}

/** As array_diff_key(); a callback compares the keys. */
function array_diff_ukey(array $array, ...$rest): array {}

/** As array_diff_assoc(); a callback compares the keys. */
function array_diff_uassoc(array $array, ...$rest): array {}

/** As array_diff(); a callback compares the values. */
function array_udiff(array $array, ...$rest): array {}

/** As array_diff_assoc(); a callback compares the values. */
function array_udiff_assoc(array $array, ...$rest): array {}

/** As array_diff_assoc(); callbacks compare values and keys. */
function array_udiff_uassoc(array $array, ...$rest): array {}

/** Values that are in all other arrays. */
function array_intersect(array $array, array ...$arrays): array {}

/** Elements whose keys are in all other arrays. */
function array_intersect_key(array $array, array ...$arrays): array {}

/** Elements that are in all other arrays under the same key. */
function array_intersect_assoc(array $array, array ...$arrays): array {}

/** As array_intersect_key(); a callback compares the keys. */
function array_intersect_ukey(array $array, ...$rest): array {}

/** As array_intersect_assoc(); a callback compares the keys. */
function array_intersect_uassoc(array $array, ...$rest): array {}

/** As array_intersect(); a callback compares the values. */
function array_uintersect(array $array, ...$rest): array {}

/** As array_intersect_assoc(); a callback compares the values. */
function array_uintersect_assoc(array $array, ...$rest): array {}

/** As array_intersect_assoc(); callbacks compare values and keys. */
function array_uintersect_uassoc(array $array, ...$rest): array {}

/** Sorts; keys are given anew. */
function sort(array &$array, int $flags = SORT_REGULAR): true {}

/** Sorts in reverse; keys are given anew. */
function rsort(array &$array, int $flags = SORT_REGULAR): true {}

/** Sorts by value, keeping keys. */
function asort(array &$array, int $flags = SORT_REGULAR): true {}

/** Sorts by value in reverse, keeping keys. */
function arsort(array &$array, int $flags = SORT_REGULAR): true {}

/** Sorts by key. */
function ksort(array &$array, int $flags = SORT_REGULAR): true {}

/** Sorts by key in reverse. */
function krsort(array &$array, int $flags = SORT_REGULAR): true {}

/** Sorts in natural order, keeping keys. */
function natsort(array &$array): true {}

/** Sorts in natural order without case, keeping keys. */
function natcasesort(array &$array): true {}

/** Sorts as the callback compares; keys are given anew. */
function usort(array &$array, callable $callback): true {}

/** Sorts as the callback compares values, keeping keys. */
function uasort(array &$array, callable $callback): true {}

/** Sorts as the callback compares keys. */
function uksort(array &$array, callable $callback): true {}

/** Sorts several arrays at once, by the first, then the second, and so on. @prefer-ref $array, $rest */
function array_multisort(&$array, &...$rest): bool {}

/** The element at the internal pointer. */
function current(object|array $array): mixed {}

/** Same as current(). @alias current */
function pos(object|array $array): mixed {}

/** The key at the internal pointer. */
function key(object|array $array): string|int|null {}

/** Moves the internal pointer forward. */
function next(object|array &$array): mixed {}

/** Moves the internal pointer back. */
function prev(object|array &$array): mixed {}

/** Moves the internal pointer to the first element. */
function reset(object|array &$array): mixed {}

/** Moves the internal pointer to the last element. */
function end(object|array &$array): mixed {}

/** An array of variables by their names. @needs-frame */
function compact($var_name, ...$var_names): array {}

/** Sets variables named as the keys. @needs-frame @prefer-ref $array @optional $prefix */
function extract(array &$array, int $flags = EXTR_OVERWRITE, string $prefix = ""): int {}
