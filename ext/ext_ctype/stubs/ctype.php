<?php

/** Is every byte a letter or digit? */
function ctype_alnum(mixed $text): bool {}

/** Is every byte a letter? */
function ctype_alpha(mixed $text): bool {}

/** Is every byte a control character? */
function ctype_cntrl(mixed $text): bool {}

/** Is every byte a digit? */
function ctype_digit(mixed $text): bool {}

/** Is every byte a lower-case letter? */
function ctype_lower(mixed $text): bool {}

/** Is every byte a printable character that is not a space? */
function ctype_graph(mixed $text): bool {}

/** Is every byte a printable character? */
function ctype_print(mixed $text): bool {}

/** Is every byte a printable character that is neither letter nor digit nor space? */
function ctype_punct(mixed $text): bool {}

/** Is every byte a white space? */
function ctype_space(mixed $text): bool {}

/** Is every byte a upper-case letter? */
function ctype_upper(mixed $text): bool {}

/** Is every byte a hexadecimal digit? */
function ctype_xdigit(mixed $text): bool {}
