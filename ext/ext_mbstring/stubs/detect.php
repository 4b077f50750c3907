<?php

/** The likeliest encoding. @optional $strict */
function mb_detect_encoding(string $string, array|string|null $encodings = null, bool $strict = false): string|false {}

/** Whether it is well formed. */
function mb_check_encoding(array|string|null $value = null, ?string $encoding = null): bool {}
