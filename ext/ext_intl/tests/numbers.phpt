--TEST--
Numbers are written and read as a locale has them
--EXTENSIONS--
intl
--FILE--
<?php
$f = new NumberFormatter('de_DE', NumberFormatter::DECIMAL);
var_dump($f->format(-1234567.891), $f->format(1.5, NumberFormatter::TYPE_INT32), $f->parse('1.234,5x'));
$at = 2;
var_dump($f->parse('ab12cd', NumberFormatter::TYPE_INT64, $at), $at);
var_dump($f->parse('zwei'), $f->getErrorCode(), $f->getErrorMessage());
$f->setAttribute(NumberFormatter::FRACTION_DIGITS, 1);
$f->setSymbol(NumberFormatter::DECIMAL_SEPARATOR_SYMBOL, "\u{1F600}");
var_dump($f->format(2.25), $f->getPattern(), $f->getSymbol(99), intl_get_error_message());
$copy = clone $f;
$copy->setPattern('0.00');
var_dump($f->getPattern(), $copy->getPattern(), $copy->setPattern('0.0.0'), intl_error_name($copy->getErrorCode()));
$s = numfmt_create('en', NumberFormatter::SPELLOUT);
var_dump(numfmt_format($s, 342), $s->parse('forty-two'));
$c = new NumberFormatter('en_US', NumberFormatter::CURRENCY);
var_dump($c->formatCurrency(-12.345, 'EUR'), $c->parseCurrency('€1,000.50', $unit), $unit);
try {
    $c->format(1, 7);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
try {
    numfmt_format($c, 1, 7);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
string(14) "-1.234.567,891"
string(1) "1"
float(1234.5)
int(12)
int(4)
bool(false)
int(9)
string(36) "Number parsing failed: U_PARSE_ERROR"
string(6) "2😀2"
string(7) "#,##0.0"
bool(false)
string(65) "numfmt_get_symbol: invalid symbol value: U_ILLEGAL_ARGUMENT_ERROR"
string(7) "#,##0.0"
string(4) "0.00"
bool(false)
string(18) "U_UNQUOTED_SPECIAL"
string(23) "three hundred forty-two"
float(42)
string(9) "-€12.34"
float(1000.5)
string(3) "EUR"
NumberFormatter::format(): Argument #2 ($type) must be a NumberFormatter::TYPE_* constant
numfmt_format(): Argument #3 ($type) must be a NumberFormatter::TYPE_* constant
