<?php

/** @module handle */

/** A new handle. */
function curl_init(?string $url = null): CurlHandle|false {}

/** Does nothing: handles are freed with their objects. */
function curl_close(CurlHandle $handle): void {}

/** A copy of a handle. */
function curl_copy_handle(CurlHandle $handle): CurlHandle|false {}

/** Back to how handles begin. */
function curl_reset(CurlHandle $handle): void {}

/** The status of the last transfer. */
function curl_errno(CurlHandle $handle): int {}

/** What went wrong in the last transfer. */
function curl_error(CurlHandle $handle): string {}

/** Text for a URL. */
function curl_escape(CurlHandle $handle, string $string): string|false {}

/** Text of a URL. */
function curl_unescape(CurlHandle $handle, string $string): string|false {}

/** Keeps connections alive. */
function curl_upkeep(CurlHandle $handle): bool {}

/** A transfer. @object-handlers handle::object_handlers */
final class CurlHandle {}
