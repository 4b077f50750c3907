<?php

/** How many arguments the calling function got. @needs-frame */
function func_num_args(): int {}

/** One argument of the calling function. @needs-frame */
function func_get_arg(int $position): mixed {}

/** All arguments of the calling function. @needs-frame */
function func_get_args(): array {}

/** Whether a function is defined. */
function function_exists(string $function): bool {}

/** Names of all functions, builtin and user defined ones apart. */
function get_defined_functions(bool $exclude_disabled = true): array {}

/** The variables of the caller by name. @needs-frame */
function get_defined_vars(): array {}

/** Ends the request. @name exit @body functions::exit */
function exit_(string|int $status = 0): never {}

/** Ends the request. @name die @alias exit */
function die_(string|int $status = 0): never {}

/** A shallow copy of an object, with some properties changed. @name clone @body classes::clone_with */
function clone_(object $object, array $withProperties = []): object {}
