--TEST--
Filters of each family
--FILE--
<?php
var_dump(
    filter_var(' 0x1F ', FILTER_VALIDATE_INT, FILTER_FLAG_ALLOW_HEX),
    filter_var('7', FILTER_VALIDATE_INT, ['options' => ['max_range' => 5, 'default' => 3]]),
    filter_var('maybe', FILTER_VALIDATE_BOOL, FILTER_NULL_ON_FAILURE),
    filter_var('1.234.567,8', FILTER_VALIDATE_FLOAT, ['options' => ['decimal' => ','], 'flags' => FILTER_FLAG_ALLOW_THOUSAND]),
    filter_var('http://[::1]/x?y', FILTER_VALIDATE_URL, FILTER_FLAG_QUERY_REQUIRED),
    filter_var('a@b', FILTER_VALIDATE_EMAIL),
    filter_var('10.0.0.1', FILTER_VALIDATE_IP, FILTER_FLAG_NO_PRIV_RANGE),
    filter_var('abc', FILTER_VALIDATE_REGEXP, ['options' => ['regexp' => '/^b/']]),
    filter_var("<b>'x'&\n", FILTER_SANITIZE_SPECIAL_CHARS),
    filter_var(['1', ['x']], FILTER_VALIDATE_INT, FILTER_REQUIRE_ARRAY),
    filter_var('ab', FILTER_CALLBACK, ['options' => 'strtoupper']),
    filter_var_array(['a' => '1', 'b' => '2'], ['a' => FILTER_VALIDATE_INT, 'c' => FILTER_DEFAULT]),
);
?>
--EXPECT--
int(31)
int(3)
NULL
float(1234567.8)
string(16) "http://[::1]/x?y"
bool(false)
bool(false)
bool(false)
string(32) "&#60;b&#62;&#39;x&#39;&#38;&#10;"
array(2) {
  [0]=>
  int(1)
  [1]=>
  array(1) {
    [0]=>
    bool(false)
  }
}
string(2) "AB"
array(2) {
  ["a"]=>
  int(1)
  ["c"]=>
  NULL
}
