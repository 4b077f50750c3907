--TEST--
json_decode(): a name that no property can have is said before what is wrong behind its value
--FILE--
<?php
foreach (['{"\u0000a":1]', '{"\u0000a":1' . "\x01", '{"\u0000a":1 2}', '{"a":1]', '[1}', '[1,,2]', '[1 2]', '{"a" 1}', '{"a"}', '{,}', '{]', '[}', '1,', '[1', '{"a":1', '', '[1,]', '{"a":1,}'] as $text) {
    var_dump(json_decode($text));
    echo json_last_error_msg(), "\n";
}
var_dump(json_decode('{"plain text of some length, then \"quotes\" \\\\ and é": ["", "a", "1234567", "12345678", "123456789\u00e9", {}, [ ], { "x" : [ [ ] ] }]}', true));
--EXPECT--
NULL
The decoded property name is invalid
NULL
The decoded property name is invalid
NULL
The decoded property name is invalid
NULL
State mismatch (invalid or malformed JSON)
NULL
State mismatch (invalid or malformed JSON)
NULL
Syntax error
NULL
Syntax error
NULL
Syntax error
NULL
Syntax error
NULL
Syntax error
NULL
State mismatch (invalid or malformed JSON)
NULL
State mismatch (invalid or malformed JSON)
NULL
Syntax error
NULL
Syntax error
NULL
Syntax error
NULL
Syntax error
NULL
Syntax error
NULL
Syntax error
array(1) {
  ["plain text of some length, then "quotes" \ and é"]=>
  array(8) {
    [0]=>
    string(0) ""
    [1]=>
    string(1) "a"
    [2]=>
    string(7) "1234567"
    [3]=>
    string(8) "12345678"
    [4]=>
    string(11) "123456789é"
    [5]=>
    array(0) {
    }
    [6]=>
    array(0) {
    }
    [7]=>
    array(1) {
      ["x"]=>
      array(1) {
        [0]=>
        array(0) {
        }
      }
    }
  }
}
