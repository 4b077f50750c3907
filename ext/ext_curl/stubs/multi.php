<?php

/** @module multi */

/** A new stack. */
function curl_multi_init(): CurlMultiHandle {}

/** Removes all handles. */
function curl_multi_close(CurlMultiHandle $multi_handle): void {}

/** Adds a handle. */
function curl_multi_add_handle(CurlMultiHandle $multi_handle, CurlHandle $handle): int {}

/** Removes a handle. */
function curl_multi_remove_handle(CurlMultiHandle $multi_handle, CurlHandle $handle): int {}

/** Waits until there is something to do. */
function curl_multi_select(CurlMultiHandle $multi_handle, float $timeout = 1.0): int {}

/** Does what there is to do. */
function curl_multi_exec(CurlMultiHandle $multi_handle, &$still_running): int {}

/** What a handle has received. */
function curl_multi_getcontent(CurlHandle $handle): ?string {}

/** A transfer that is done. */
function curl_multi_info_read(CurlMultiHandle $multi_handle, &$queued_messages = null): array|false {}

/** The status of the last call. */
function curl_multi_errno(CurlMultiHandle $multi_handle): int {}

/** What a status means. */
function curl_multi_strerror(int $error_code): ?string {}

/** Sets an option. */
function curl_multi_setopt(CurlMultiHandle $multi_handle, int $option, mixed $value): bool {}

/** Transfers side by side. @object-handlers multi::object_handlers */
final class CurlMultiHandle {}
