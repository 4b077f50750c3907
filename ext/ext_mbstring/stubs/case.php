<?php

const MB_CASE_UPPER = 0;
const MB_CASE_LOWER = 1;
const MB_CASE_TITLE = 2;
const MB_CASE_FOLD = 3;
const MB_CASE_UPPER_SIMPLE = 4;
const MB_CASE_LOWER_SIMPLE = 5;
const MB_CASE_TITLE_SIMPLE = 6;
const MB_CASE_FOLD_SIMPLE = 7;

/** Changes the case. */
function mb_convert_case(string $string, int $mode, ?string $encoding = null): string {}

/** In upper case. */
function mb_strtoupper(string $string, ?string $encoding = null): string {}

/** In lower case. */
function mb_strtolower(string $string, ?string $encoding = null): string {}

/** The first character in title case. */
function mb_ucfirst(string $string, ?string $encoding = null): string {}

/** The first character in lower case. */
function mb_lcfirst(string $string, ?string $encoding = null): string {}
