<?php

/**
 * @ini url_rewriter.tags "form=" all
 * @ini url_rewriter.hosts "" all
 * @ini session.trans_sid_tags "a=href,area=href,frame=src,form=" all url::session_tags
 * @ini session.trans_sid_hosts "" all url::session_hosts
 */

/** Sends what was printed to the client. */
function flush(): void {}

/** Starts a buffer. */
function ob_start($callback = null, int $chunk_size = 0, int $flags = PHP_OUTPUT_HANDLER_STDFLAGS): bool {}

/** Passes the buffer's content on. */
function ob_flush(): bool {}

/** Throws the buffer's content away. */
function ob_clean(): bool {}

/** Passes the buffer's content on and ends it. */
function ob_end_flush(): bool {}

/** Throws the buffer away. */
function ob_end_clean(): bool {}

/** Passes the buffer's content on, ends it, and returns the content. */
function ob_get_flush(): string|false {}

/** Ends the buffer and returns its content. */
function ob_get_clean(): string|false {}

/** The buffer's content. */
function ob_get_contents(): string|false {}

/** How many buffers there are. */
function ob_get_level(): int {}

/** Length of the buffer's content. */
function ob_get_length(): int|false {}

/** Names of the buffers. */
function ob_list_handlers(): array {}

/** Facts about the buffers. */
function ob_get_status(bool $full_status = false): array {}

/** Sends everything printed at once. */
function ob_implicit_flush(bool $enable = true): void {}

/** Removes URL rewriting variables. */
function output_reset_rewrite_vars(): bool {}

/** Adds a URL rewriting variable. */
function output_add_rewrite_var(string $name, string $value): bool {}
