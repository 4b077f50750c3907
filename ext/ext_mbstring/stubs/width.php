<?php

/** Number of columns. */
function mb_strwidth(string $string, ?string $encoding = null): int {}

/** Cuts to a number of columns. */
function mb_strimwidth(string $string, int $start, int $width, string $trim_marker = "", ?string $encoding = null): string {}
