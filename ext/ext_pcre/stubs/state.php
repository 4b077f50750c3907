<?php

/**
 * @module errors
 * @ini pcre.backtrack_limit "1000000" all errors::backtrack_limit
 * @ini pcre.recursion_limit "100000" all errors::recursion_limit
 * @ini pcre.jit "1" all errors::jit
 */

const PREG_NO_ERROR = 0;
const PREG_INTERNAL_ERROR = 1;
const PREG_BACKTRACK_LIMIT_ERROR = 2;
const PREG_RECURSION_LIMIT_ERROR = 3;
const PREG_BAD_UTF8_ERROR = 4;
const PREG_BAD_UTF8_OFFSET_ERROR = 5;
const PREG_JIT_STACKLIMIT_ERROR = 6;

/** The library's version. @cvalue errors::version */
const PCRE_VERSION = UNKNOWN;
const PCRE_VERSION_MAJOR = 10;
const PCRE_VERSION_MINOR = 46;
const PCRE_JIT_SUPPORT = true;

/** The error of the last search. */
function preg_last_error(): int {}

/** The error of the last search as text. */
function preg_last_error_msg(): string {}
