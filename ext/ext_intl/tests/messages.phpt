--TEST--
Messages take what their places ask for
--EXTENSIONS--
intl
--FILE--
<?php
$pattern = "{who, select, f {She has} m {He has} other {They have}} {n, plural, =0 {no apples} one {# apple} other {# apples}} at {share, number, percent}.";
$m = new MessageFormatter('en', $pattern);
var_dump($m->format(['who' => 'f', 'n' => 1, 'share' => 0.5]), $m->format(['n' => 3]));
var_dump(MessageFormatter::formatMessage('de', '{0, number, integer} {1} {2, spellout} {0}', [1234.9, 'x', 21]));
date_default_timezone_set('UTC');
var_dump(msgfmt_format_message('en', '{0, date, yyyy-MM-dd} {0, time, HH:mm}', [new DateTime('@86399')]));
var_dump($m->format(['n' => []]), msgfmt_format_message('en', '{0}', [-1 => 1]), intl_get_error_message());
var_dump(msgfmt_format_message('en', '{0, date}', ['x']), intl_get_error_message());
var_dump(MessageFormatter::parseMessage('en', '{0} has {1, number}', 'Ann has 1,200'));
var_dump(msgfmt_create('en', '{0, plural, one {x}'), intl_get_error_code());
try {
    new MessageFormatter('en', '{');
} catch (IntlException $e) {
    echo get_class($e), ' ', intl_error_name($e->getCode()), "\n";
}
var_dump($m->setPattern('{a} {b}'), $m->getPattern(), $m->format(['b' => 2, 'a' => true]), $m->getLocale());
--EXPECT--
string(23) "She has 1 apple at 50%."
string(26) "{who} 3 apples at {share}."
bool(false)
string(18) " 1970-01-01  23:59"
string(27) "{who} no apples at {share}."
bool(false)
string(63) "Found negative or too large array key: U_ILLEGAL_ARGUMENT_ERROR"
bool(false)
string(83) "The argument for key '0' cannot be used as a date or time: U_ILLEGAL_ARGUMENT_ERROR"
array(2) {
  [0]=>
  string(3) "Ann"
  [1]=>
  int(1200)
}
NULL
int(65799)
IntlException U_UNMATCHED_BRACES
bool(true)
string(7) "{a} {b}"
string(3) "1 2"
string(2) "en"
