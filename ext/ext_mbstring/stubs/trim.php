<?php

/** Without white space at both ends. */
function mb_trim(string $string, ?string $characters = null, ?string $encoding = null): string {}

/** Without white space at the beginning. */
function mb_ltrim(string $string, ?string $characters = null, ?string $encoding = null): string {}

/** Without white space at the end. */
function mb_rtrim(string $string, ?string $characters = null, ?string $encoding = null): string {}
