<?php

/** Calls a callback. @named */
function call_user_func(callable $callback, mixed ...$args): mixed {}

/** Calls a callback with the arguments of an array. */
function call_user_func_array(callable $callback, array $args): mixed {}

/** Calls a method, keeping the late static binding class. */
function forward_static_call(callable $callback, mixed ...$args): mixed {}

/** As forward_static_call(), with an array of arguments. */
function forward_static_call_array(callable $callback, array $args): mixed {}

/** Registers what runs when the script ends. */
function register_shutdown_function(callable $callback, mixed ...$args): void {}

/** Registers what runs on every tick. */
function register_tick_function(callable $callback, mixed ...$args): bool {}

/** Undoes register_tick_function(). */
function unregister_tick_function(callable $callback): void {}

/** The value of a constant by its name. */
function constant(string $name): mixed {}
