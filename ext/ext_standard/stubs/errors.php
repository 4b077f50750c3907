<?php

/**
 * @ini assert.active "1" all
 * @ini assert.bail "0" all
 * @ini assert.warning "1" all
 * @ini assert.callback "" all
 * @ini assert.exception "1" all
 */

const ASSERT_ACTIVE = 1;
const ASSERT_CALLBACK = 2;
const ASSERT_BAIL = 3;
const ASSERT_WARNING = 4;
const ASSERT_EXCEPTION = 5;

/** Writes to the error log. */
function error_log(string $message, int $message_type = 0, ?string $destination = null, ?string $additional_headers = null): bool {}

/** The last error. */
function error_get_last(): ?array {}

/** Forgets the last error. */
function error_clear_last(): void {}

/** Checks what should be true. */
function assert(mixed $assertion, Throwable|string|null $description = null): bool {}

/** Settings of assertions. @deprecated since 8.3 */
function assert_options(int $option, mixed $value = UNKNOWN): mixed {}

/** What assert() throws. */
class AssertionError extends Error
{
}
