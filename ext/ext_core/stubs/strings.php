<?php

/** The length of a string in bytes. @pure @compile-time-eval */
function strlen(string $string): int {}

/** Compares byte by byte. @pure @compile-time-eval */
function strcmp(string $string1, string $string2): int {}

/** Compares at most so many bytes. @pure @compile-time-eval */
function strncmp(string $string1, string $string2, int $length): int {}

/** Compares without regard to the case of ASCII letters. @pure @compile-time-eval */
function strcasecmp(string $string1, string $string2): int {}

/** Compares at most so many bytes, without regard to the case of ASCII letters. @pure @compile-time-eval */
function strncasecmp(string $string1, string $string2, int $length): int {}
