<?php

/** @module transfer */

/** Runs the transfer. */
function curl_exec(CurlHandle $handle): string|bool {}

/** Pauses and continues. */
function curl_pause(CurlHandle $handle, int $flags): int {}
