<?php

/** @module share */

/** A new share. */
function curl_share_init(): CurlShareHandle {}

/** Does nothing: shares are freed with their objects. */
function curl_share_close(CurlShareHandle $share_handle): void {}

/** Sets an option. */
function curl_share_setopt(CurlShareHandle $share_handle, int $option, mixed $value): bool {}

/** The status of the last call. */
function curl_share_errno(CurlShareHandle $share_handle): int {}

/** What a status means. */
function curl_share_strerror(int $error_code): ?string {}

/** What handles have together. @object-handlers share::object_handlers */
final class CurlShareHandle {}
