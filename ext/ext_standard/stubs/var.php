<?php

/** @ini unserialize_max_depth "4096" all */

/** The old name of a value's type. @pure @compile-time-eval */
function gettype(mixed $value): string {}

/** The name of a value's type. @pure */
function get_debug_type(mixed $value): string {}

/** Converts a variable. */
function settype(mixed &$var, string $type): bool {}

/** As an integer. */
function intval(mixed $value, int $base = 10): int {}

/** As a float. */
function floatval(mixed $value): float {}

/** Same as floatval(). @alias floatval */
function doubleval(mixed $value): float {}

/** As a boolean. */
function boolval(mixed $value): bool {}

/** As a string. */
function strval(mixed $value): string {}

/** Whether it is null. @pure @compile-time-eval */
function is_null(mixed $value): bool {}

/** Whether it is an open resource. @pure */
function is_resource(mixed $value): bool {}

/** Whether it is a boolean. @pure @compile-time-eval */
function is_bool(mixed $value): bool {}

/** Whether it is an integer. @pure @compile-time-eval */
function is_int(mixed $value): bool {}

/** Same as is_int(). @alias is_int */
function is_integer(mixed $value): bool {}

/** Same as is_int(). @alias is_int */
function is_long(mixed $value): bool {}

/** Whether it is a float. @pure @compile-time-eval */
function is_float(mixed $value): bool {}

/** Same as is_float(). @alias is_float */
function is_double(mixed $value): bool {}

/** Whether it is a number or reads as one. @pure @compile-time-eval @frameless 1 */
function is_numeric(mixed $value): bool {}

/** Whether it is a string. @pure @compile-time-eval */
function is_string(mixed $value): bool {}

/** Whether it is an array. @pure @compile-time-eval */
function is_array(mixed $value): bool {}

/** Whether it is an object. @pure */
function is_object(mixed $value): bool {}

/** Whether it is a boolean, number or string. @pure @compile-time-eval */
function is_scalar(mixed $value): bool {}

/** Whether it can be called. */
function is_callable(mixed $value, bool $syntax_only = false, &$callable_name = null): bool {}

/** Whether foreach can walk it. */
function is_iterable(mixed $value): bool {}

/** Whether count() can count it. */
function is_countable(mixed $value): bool {}

/** Shows values with their types. */
function var_dump(mixed $value, mixed ...$values): void {}

/** Shows a value as PHP code. */
function var_export(mixed $value, bool $return = false): ?string {}

/** Shows a value for people. */
function print_r(mixed $value, bool $return = false): string|true {}

/** Shows values with how often they are held. */
function debug_zval_dump(mixed $value, mixed ...$values): void {}

/** A value as a string that can be stored. */
function serialize(mixed $value): string {}

/** The value of a string that serialize() made. */
function unserialize(string $data, array $options = []): mixed {}

/** What unserialize() makes of objects whose class is not declared. @object-handlers var::incomplete_object_handlers */
#[AllowDynamicProperties]
final class __PHP_Incomplete_Class
{
}
