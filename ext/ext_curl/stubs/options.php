<?php

/** @module options */

/** Sets an option. */
function curl_setopt(CurlHandle $handle, int $option, mixed $value): bool {}

/** Sets options. */
function curl_setopt_array(CurlHandle $handle, array $options): bool {}
