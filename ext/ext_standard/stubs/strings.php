<?php

const STR_PAD_LEFT = 0;
const STR_PAD_RIGHT = 1;
const STR_PAD_BOTH = 2;
const PATHINFO_DIRNAME = 1;
const PATHINFO_BASENAME = 2;
const PATHINFO_EXTENSION = 4;
const PATHINFO_FILENAME = 8;
const PATHINFO_ALL = 15;
const CHAR_MAX = 127;
const LC_CTYPE = 0;
const LC_NUMERIC = 1;
const LC_TIME = 2;
const LC_COLLATE = 3;
const LC_MONETARY = 4;
const LC_ALL = 6;
const LC_MESSAGES = 5;
const ABDAY_1 = 131072;
const ABDAY_2 = 131073;
const ABDAY_3 = 131074;
const ABDAY_4 = 131075;
const ABDAY_5 = 131076;
const ABDAY_6 = 131077;
const ABDAY_7 = 131078;
const DAY_1 = 131079;
const DAY_2 = 131080;
const DAY_3 = 131081;
const DAY_4 = 131082;
const DAY_5 = 131083;
const DAY_6 = 131084;
const DAY_7 = 131085;
const ABMON_1 = 131086;
const ABMON_2 = 131087;
const ABMON_3 = 131088;
const ABMON_4 = 131089;
const ABMON_5 = 131090;
const ABMON_6 = 131091;
const ABMON_7 = 131092;
const ABMON_8 = 131093;
const ABMON_9 = 131094;
const ABMON_10 = 131095;
const ABMON_11 = 131096;
const ABMON_12 = 131097;
const MON_1 = 131098;
const MON_2 = 131099;
const MON_3 = 131100;
const MON_4 = 131101;
const MON_5 = 131102;
const MON_6 = 131103;
const MON_7 = 131104;
const MON_8 = 131105;
const MON_9 = 131106;
const MON_10 = 131107;
const MON_11 = 131108;
const MON_12 = 131109;
const AM_STR = 131110;
const PM_STR = 131111;
const D_T_FMT = 131112;
const D_FMT = 131113;
const T_FMT = 131114;
const T_FMT_AMPM = 131115;
const ERA = 131116;
const ERA_YEAR = 131117;
const ERA_D_T_FMT = 131120;
const ERA_D_FMT = 131118;
const ERA_T_FMT = 131121;
const ALT_DIGITS = 131119;
const INT_CURR_SYMBOL = 262144;
const CURRENCY_SYMBOL = 262145;
const CRNCYSTR = 262159;
const MON_DECIMAL_POINT = 262146;
const MON_THOUSANDS_SEP = 262147;
const MON_GROUPING = 262148;
const POSITIVE_SIGN = 262149;
const NEGATIVE_SIGN = 262150;
const INT_FRAC_DIGITS = 262151;
const FRAC_DIGITS = 262152;
const P_CS_PRECEDES = 262153;
const P_SEP_BY_SPACE = 262154;
const N_CS_PRECEDES = 262155;
const N_SEP_BY_SPACE = 262156;
const P_SIGN_POSN = 262157;
const N_SIGN_POSN = 262158;
const DECIMAL_POINT = 65536;
const RADIXCHAR = 65536;
const THOUSANDS_SEP = 65537;
const THOUSEP = 65537;
const GROUPING = 65538;
const YESEXPR = 327680;
const NOEXPR = 327681;
const YESSTR = 327682;
const NOSTR = 327683;
const CODESET = 14;

/** ASCII letters in lower case. @pure @compile-time-eval */
function strtolower(string $string): string {}

/** ASCII letters in upper case. @pure @compile-time-eval */
function strtoupper(string $string): string {}

/** The first letter in upper case. @pure @compile-time-eval */
function ucfirst(string $string): string {}

/** The first letter in lower case. @pure @compile-time-eval */
function lcfirst(string $string): string {}

/** The first letter of every word in upper case. @compile-time-eval */
function ucwords(string $string, string $separators = " \t\r\n\f\v"): string {}

/** The alphanumeric string that follows. */
function str_increment(string $string): string {}

/** The alphanumeric string before. */
function str_decrement(string $string): string {}

/** Without white space, or given characters, at both ends. @pure @compile-time-eval @frameless 1, 2 */
function trim(string $string, string $characters = " \n\r\t\v\x00"): string {}

/** Without white space, or given characters, at the beginning. @pure @compile-time-eval */
function ltrim(string $string, string $characters = " \n\r\t\v\x00"): string {}

/** Without white space, or given characters, at the end. @pure @compile-time-eval */
function rtrim(string $string, string $characters = " \n\r\t\v\x00"): string {}

/** Same as rtrim(). @alias rtrim */
function chop(string $string, string $characters = " \n\r\t\v\x00"): string {}

/** Position of the first occurrence. @pure @compile-time-eval @frameless 2, 3 */
function strpos(string $haystack, string $needle, int $offset = 0): int|false {}

/** Position of the first occurrence, without case. @pure @compile-time-eval */
function stripos(string $haystack, string $needle, int $offset = 0): int|false {}

/** Position of the last occurrence. @pure @compile-time-eval */
function strrpos(string $haystack, string $needle, int $offset = 0): int|false {}

/** Position of the last occurrence, without case. @pure @compile-time-eval */
function strripos(string $haystack, string $needle, int $offset = 0): int|false {}

/** The rest from the first occurrence on, or what is before it. @pure @compile-time-eval @frameless 2, 3 */
function strstr(string $haystack, string $needle, bool $before_needle = false): string|false {}

/** Same as strstr(). @alias strstr */
function strchr(string $haystack, string $needle, bool $before_needle = false): string|false {}

/** As strstr(), without case. @pure @compile-time-eval */
function stristr(string $haystack, string $needle, bool $before_needle = false): string|false {}

/** The rest from the last occurrence of a character on. @pure @compile-time-eval */
function strrchr(string $haystack, string $needle, bool $before_needle = false): string|false {}

/** The rest from the first of several characters on. */
function strpbrk(string $string, string $characters): string|false {}

/** Whether the string contains another. @pure @compile-time-eval @frameless 2 */
function str_contains(string $haystack, string $needle): bool {}

/** Whether the string begins with another. @pure @compile-time-eval @frameless 2 */
function str_starts_with(string $haystack, string $needle): bool {}

/** Whether the string ends with another. @pure @compile-time-eval */
function str_ends_with(string $haystack, string $needle): bool {}

/** How often a string occurs in another. @compile-time-eval */
function substr_count(string $haystack, string $needle, int $offset = 0, ?int $length = null): int {}

/** Length of the beginning made of given characters. @pure @compile-time-eval */
function strspn(string $string, string $characters, int $offset = 0, ?int $length = null): int {}

/** Length of the beginning without given characters. @pure @compile-time-eval */
function strcspn(string $string, string $characters, int $offset = 0, ?int $length = null): int {}

/** A part of a string. @pure @compile-time-eval @frameless 2, 3 */
function substr(string $string, int $offset, ?int $length = null): string {}

/** Replaces a part of a string. */
function substr_replace(array|string $string, array|string $replace, array|int $offset, array|int|null $length = null): array|string {}

/** Compares a part of a string with another. */
function substr_compare(string $haystack, string $needle, int $offset, ?int $length = null, bool $case_insensitive = false): int {}

/** Cut into pieces of equal length. @compile-time-eval */
function str_split(string $string, int $length = 1): array {}

/** Puts a separator behind every so many characters. */
function chunk_split(string $string, int $length = 76, string $separator = "\r\n"): string {}

/** Backwards. @pure @compile-time-eval */
function strrev(string $string): string {}

/** The string's next part between delimiters. */
function strtok(string $string, ?string $token = null): string|false {}

/** Replaces all occurrences. @compile-time-eval @frameless 3 */
function str_replace(array|string $search, array|string $replace, array|string $subject, &$count = null): array|string {}

/** Replaces all occurrences, without case. */
function str_ireplace(array|string $search, array|string $replace, array|string $subject, &$count = null): array|string {}

/** Replaces characters, or the longest of several strings. @unchecked $from, $to @optional $to @frameless 2, 3 */
function strtr(string $string, array|string $from, ?string $to = null): string {}

/** The parts between separators. @pure @compile-time-eval */
function explode(string $separator, string $string, int $limit = PHP_INT_MAX): array {}

/** The elements with a separator between them. @compile-time-eval @raw @frameless 1, 2 */
function implode(array|string $separator, ?array $array = null): string {}

/** Same as implode(). */
function join(array|string $separator, ?array $array = null): string {}

/** Puts a line break tag before every line break. @pure @compile-time-eval */
function nl2br(string $string, bool $use_xhtml = true): string {}

/** Breaks lines between words. */
function wordwrap(string $string, int $width = 75, string $break = "\n", bool $cut_long_words = false): string {}

/** Filled up to a length. */
function str_pad(string $string, int $length, string $pad_string = " ", int $pad_type = STR_PAD_RIGHT): string {}

/** The string several times. @pure @compile-time-eval */
function str_repeat(string $string, int $times): string {}

/** Backslashes before quotes, backslashes and NUL. @pure @compile-time-eval */
function addslashes(string $string): string {}

/** Undoes addslashes(). @pure @compile-time-eval */
function stripslashes(string $string): string {}

/** Escapes given characters as C does. */
function addcslashes(string $string, string $characters): string {}

/** Undoes addcslashes(). @pure @compile-time-eval */
function stripcslashes(string $string): string {}

/** Backslashes before the characters of regular expressions. @pure @compile-time-eval */
function quotemeta(string $string): string {}

/** The first byte's number. @pure @compile-time-eval */
function ord(string $character): int {}

/** The byte of a number. @pure @compile-time-eval */
function chr(int $codepoint): string {}

/** Letters 13 places on. @pure @compile-time-eval */
function str_rot13(string $string): string {}

/** The words, or how many there are. */
function str_word_count(string $string, int $format = 0, ?string $characters = null): array|int {}

/** How often bytes occur. */
function count_chars(string $string, int $mode = 0): array|string {}

/** Compares in natural order. @pure @compile-time-eval */
function strnatcmp(string $string1, string $string2): int {}

/** Compares in natural order, without case. @pure @compile-time-eval */
function strnatcasecmp(string $string1, string $string2): int {}

/** How many characters two strings have in common. */
function similar_text(string $string1, string $string2, &$percent = null): int {}

/** How many changes turn one string into another. @pure @compile-time-eval */
function levenshtein(string $string1, string $string2, int $insertion_cost = 1, int $replacement_cost = 1, int $deletion_cost = 1): int {}

/** How an English word sounds, as a letter and three digits. @pure @compile-time-eval */
function soundex(string $string): string {}

/** How an English word sounds. */
function metaphone(string $string, int $max_phonemes = 0): string {}

/** Without HTML and PHP tags. */
function strip_tags(string $string, array|string|null $allowed_tags = null): string {}

/** The bytes in random order. */
function str_shuffle(string $string): string {}

/** Compares by the rules of the locale. @pure */
function strcoll(string $string1, string $string2): int {}

/** Sets the locale. */
function setlocale(int $category, $locales, ...$rest): string|false {}

/** How numbers are written in the locale. */
function localeconv(): array {}

/** Facts about the locale. */
function nl_langinfo(int $item): string|false {}

/** Logical Hebrew text as visual text. */
function hebrev(string $string, int $max_chars_per_line = 0): string {}

/** The fields of a CSV line. @optional $escape */
function str_getcsv(string $string, string $separator = ",", string $enclosure = "\"", string $escape = "\\"): array {}

/** Reads values as a format says. */
function sscanf(string $string, string $format, mixed &...$vars): array|int|null {}

/** The last part of a path. @pure @compile-time-eval */
function basename(string $path, string $suffix = ""): string {}

/** The path without its last parts. @pure @compile-time-eval @frameless 1, 2 */
function dirname(string $path, int $levels = 1): string {}

/** The parts of a path. */
function pathinfo(string $path, int $flags = PATHINFO_ALL): array|string {}
