<?php

/** @module strings::format */

/** Text with values put in. */
function sprintf(string $format, mixed ...$values): string {}

/** As sprintf(), with an array of values. */
function vsprintf(string $format, array $values): string {}

/** Prints text with values put in. */
function printf(string $format, mixed ...$values): int {}

/** As printf(), with an array of values. */
function vprintf(string $format, array $values): int {}
