--TEST--
setlocale(): names, categories and what is not there
--SKIPIF--
<?php
if (!is_dir('/usr/lib/locale/C.utf8')) {
    die('skip the system has no C.UTF-8');
}
?>
--FILE--
<?php
foreach (['LC_ALL', 'LC_CTYPE', 'LANG'] as $name) {
    putenv($name);
}
echo setlocale(LC_ALL, 0), "\n", setlocale(LC_CTYPE, '0'), ' ', nl_langinfo(CODESET), "\n";
echo setlocale(LC_NUMERIC, 'C.UTF-8'), ' ', setlocale(LC_ALL, '0'), "\n";
$mixed = setlocale(LC_ALL, 0);
echo setlocale(LC_ALL, 'POSIX'), ' ', setlocale(LC_ALL, 0), ' ', nl_langinfo(CODESET), "\n";
var_dump(setlocale(LC_ALL, $mixed) === $mixed, setlocale(LC_NUMERIC, 0));
var_dump(setlocale(LC_ALL, 'no_SUCH', ['nor_THIS', 'C.utf8'], 'C'), setlocale(LC_TIME, 0));
var_dump(setlocale(LC_ALL, 'no_SUCH'), setlocale(99, 'C'), setlocale(LC_ALL, 'LC_CTYPE=C;LC_TIME=C'), setlocale(LC_ALL, "C\0x"), setlocale(LC_ALL, str_repeat('x', 255), 'C'));
putenv('LANG=C.UTF-8');
var_dump(setlocale(LC_TIME, ''), setlocale(LC_MESSAGES, null));
putenv('LC_TIME=POSIX');
var_dump(setlocale(LC_TIME, ''), setlocale(LC_COLLATE, ''));
echo json_encode(localeconv()), strcoll('b', 'a') <=> 0, ' ', sprintf('%f %g', 1.5, 0.5), "\n";
?>
--EXPECTF--
LC_CTYPE=C.UTF-8;LC_NUMERIC=C;LC_TIME=C;LC_COLLATE=C;LC_MONETARY=C;LC_MESSAGES=C;LC_PAPER=C;LC_NAME=C;LC_ADDRESS=C;LC_TELEPHONE=C;LC_MEASUREMENT=C;LC_IDENTIFICATION=C
C.UTF-8 UTF-8
C.UTF-8 LC_CTYPE=C.UTF-8;LC_NUMERIC=C.UTF-8;LC_TIME=C;LC_COLLATE=C;LC_MONETARY=C;LC_MESSAGES=C;LC_PAPER=C;LC_NAME=C;LC_ADDRESS=C;LC_TELEPHONE=C;LC_MEASUREMENT=C;LC_IDENTIFICATION=C
C C ANSI_X3.4-1968
bool(true)
string(7) "C.UTF-8"
string(6) "C.utf8"
string(6) "C.utf8"

Warning: setlocale(): Specified locale name is too long in %s on line %d
bool(false)
bool(false)
bool(false)
string(1) "C"
string(1) "C"
string(7) "C.UTF-8"
string(7) "C.UTF-8"
string(1) "C"
string(7) "C.UTF-8"
{"decimal_point":".","thousands_sep":"","int_curr_symbol":"","currency_symbol":"","mon_decimal_point":"","mon_thousands_sep":"","positive_sign":"","negative_sign":"","int_frac_digits":127,"frac_digits":127,"p_cs_precedes":127,"p_sep_by_space":127,"n_cs_precedes":127,"n_sep_by_space":127,"p_sign_posn":127,"n_sign_posn":127,"grouping":[],"mon_grouping":[]}1 1.500000 0.5
