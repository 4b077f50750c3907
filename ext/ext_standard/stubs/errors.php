<?php

/**
 * @ini assert.active "1" all errors::assert_settings::active
 * @ini assert.bail "0" all errors::assert_settings::bail
 * @ini assert.warning "1" all errors::assert_settings::warning
 * @ini assert.callback null all errors::assert_settings::callback
 * @ini assert.exception "1" all errors::assert_settings::exception
 */

/** @deprecated */
const ASSERT_ACTIVE = 1;
/** @deprecated */
const ASSERT_CALLBACK = 2;
/** @deprecated */
const ASSERT_BAIL = 3;
/** @deprecated */
const ASSERT_WARNING = 4;
/** @deprecated */
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
