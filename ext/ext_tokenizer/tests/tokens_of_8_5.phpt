--TEST--
Syntax of PHP 8.5 comes in the tokens of 8.4
--FILE--
<?php
foreach (PhpToken::tokenize('<?php $a |> f(...); ( void ) g(); (int) 1 |>= 2;') as $token) {
    echo $token->getTokenName(), ' ', json_encode($token->text), "\n";
}
var_dump(defined('T_PIPE'), defined('T_VOID_CAST'));
?>
--EXPECT--
T_OPEN_TAG "<?php "
T_VARIABLE "$a"
T_WHITESPACE " "
| "|"
> ">"
T_WHITESPACE " "
T_STRING "f"
( "("
T_ELLIPSIS "..."
) ")"
; ";"
T_WHITESPACE " "
( "("
T_WHITESPACE " "
T_STRING "void"
T_WHITESPACE " "
) ")"
T_WHITESPACE " "
T_STRING "g"
( "("
) ")"
; ";"
T_WHITESPACE " "
T_INT_CAST "(int)"
T_WHITESPACE " "
T_LNUMBER "1"
T_WHITESPACE " "
| "|"
T_IS_GREATER_OR_EQUAL ">="
T_WHITESPACE " "
T_LNUMBER "2"
; ";"
bool(false)
bool(false)
