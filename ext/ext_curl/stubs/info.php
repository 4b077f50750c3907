<?php

/** @module info */

/** What is known about the last transfer. */
function curl_getinfo(CurlHandle $handle, ?int $option = null): mixed {}

/** What a status means. */
function curl_strerror(int $error_code): ?string {}

/** What libcurl is. */
function curl_version(): array|false {}
