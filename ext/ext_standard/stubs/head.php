<?php

/** @module network::headers */

/** Sends a header field. */
function header(string $header, bool $replace = true, int $response_code = 0): void {}

/** Removes header fields. */
function header_remove(?string $name = null): void {}

/** Registers what runs before the head is sent. */
function header_register_callback(callable $callback): bool {}

/** Whether the head was sent. */
function headers_sent(&$filename = null, &$line = null): bool {}

/** The header fields. */
function headers_list(): array {}

/** The response's status. */
function http_response_code(int $response_code = 0): int|bool {}

/** Sends a cookie. @optional $path */
function setcookie(string $name, string $value = "", array|int $expires_or_options = 0, string $path = "", string $domain = "", bool $secure = false, bool $httponly = false): bool {}

/** Sends a cookie without encoding it. @optional $path */
function setrawcookie(string $name, string $value = "", array|int $expires_or_options = 0, string $path = "", string $domain = "", bool $secure = false, bool $httponly = false): bool {}
