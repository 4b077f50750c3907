<?php

/** The levels that are reported; sets them if given some. */
function error_reporting(?int $error_level = null): int {}

/** Raises an error of the program's own. */
function trigger_error(string $message, int $error_level = E_USER_NOTICE): true {}

/** Raises an error of the program's own. @alias trigger_error */
function user_error(string $message, int $error_level = E_USER_NOTICE): true {}

/** Installs the error handler; answers the one before. @value $callback */
function set_error_handler(?callable $callback, int $error_levels = E_ALL) {}

/** Goes back to the error handler before. */
function restore_error_handler(): true {}

/** The installed error handler. @since 8.5 */
function get_error_handler(): ?callable {}

/** Installs the handler of uncaught exceptions; answers the one before. @value $callback */
function set_exception_handler(?callable $callback) {}

/** Goes back to the exception handler before. */
function restore_exception_handler(): true {}

/** The installed exception handler. @since 8.5 */
function get_exception_handler(): ?callable {}

/** The calls that are running, innermost first. */
function debug_backtrace(int $options = DEBUG_BACKTRACE_PROVIDE_OBJECT, int $limit = 0): array {}

/** Prints the calls that are running, innermost first. */
function debug_print_backtrace(int $options = 0, int $limit = 0): void {}
