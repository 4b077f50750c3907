<?php

/**
 * @module readline
 * @ini cli.pager "" all
 * @ini cli.prompt "\b \> " all
 */

const READLINE_LIB = "libedit";

/** A line that the user types. */
function readline(?string $prompt = null): string|false {}

/** What is known of the line being typed; some of it can be set. */
function readline_info(?string $var_name = null, $value = null): mixed {}

/** Adds a line to the history. */
function readline_add_history(string $prompt): bool {}

/** Empties the history. */
function readline_clear_history(): bool {}

/** The history. */
function readline_list_history(): array {}

/** Adds the lines of a file to the history. @path $filename */
function readline_read_history(?string $filename = null): bool {}

/** Writes the history to a file. @path $filename */
function readline_write_history(?string $filename = null): bool {}

/** Says who completes words. @value $callback */
function readline_completion_function(callable $callback): bool {}

/** Shows a prompt; lines go to a function when they are there. */
function readline_callback_handler_install(string $prompt, callable $callback): bool {}

/** Takes what the user has typed so far. */
function readline_callback_read_char(): void {}

/** Ends what the installing began. */
function readline_callback_handler_remove(): bool {}

/** Shows the line again. */
function readline_redisplay(): void {}

/** The cursor is on a new line now. */
function readline_on_new_line(): void {}
