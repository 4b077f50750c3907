<?php

/** Variables of a query string. */
function mb_parse_str(string $string, &$result): bool {}

/** Converts output. */
function mb_output_handler(string $string, int $status): string {}
