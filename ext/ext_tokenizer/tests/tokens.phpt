--TEST--
Tokens of a program, with and without parsing, and as objects
--FILE--
<?php
$code = '<?php class A { const LIST = 1; function fn() { return self::CLASS . $this->if(array: 1); } } "x {$a->b[0]} $c[k]"; __halt_compiler /* x */ (); rest';
foreach ([0, TOKEN_PARSE] as $flags) {
    foreach (token_get_all($code, $flags) as $token) {
        echo is_array($token) ? token_name($token[0]) . "(" . trim($token[1]) . ")" : $token, " ";
    }
    echo "\n";
}
class Token extends PhpToken
{
    public $more = "more";
}
foreach (Token::tokenize("<?php\n\n#c\n\$x ??= <<<A\n  a\n  A . 1;", 0) as $token) {
    echo $token->line, ":", $token->pos, " ", $token->getTokenName(), $token->isIgnorable() ? "*" : "", " ", $token->more, "\n";
}
var_dump($token->is(";"), $token->is([T_STRING, ord(";")]), token_name(-1));
print_r(token_get_all("<?php /* open"));
try {
    PhpToken::tokenize("<?php\nclass {", TOKEN_PARSE);
} catch (ParseError $e) {
    echo $e->getMessage(), " on line ", $e->getLine(), "\n";
}
--EXPECTF--
T_OPEN_TAG(<?php) T_CLASS(class) T_WHITESPACE() T_STRING(A) T_WHITESPACE() { T_WHITESPACE() T_CONST(const) T_WHITESPACE() T_LIST(LIST) T_WHITESPACE() = T_WHITESPACE() T_LNUMBER(1) ; T_WHITESPACE() T_FUNCTION(function) T_WHITESPACE() T_FN(fn) ( ) T_WHITESPACE() { T_WHITESPACE() T_RETURN(return) T_WHITESPACE() T_STRING(self) T_DOUBLE_COLON(::) T_CLASS(CLASS) T_WHITESPACE() . T_WHITESPACE() T_VARIABLE($this) T_OBJECT_OPERATOR(->) T_STRING(if) ( T_ARRAY(array) : T_WHITESPACE() T_LNUMBER(1) ) ; T_WHITESPACE() } T_WHITESPACE() } T_WHITESPACE() " T_ENCAPSED_AND_WHITESPACE(x) T_CURLY_OPEN({) T_VARIABLE($a) T_OBJECT_OPERATOR(->) T_STRING(b) [ T_LNUMBER(0) ] } T_ENCAPSED_AND_WHITESPACE() T_VARIABLE($c) [ T_STRING(k) ] " ; T_WHITESPACE() T_HALT_COMPILER(__halt_compiler) T_WHITESPACE() T_COMMENT(/* x */) T_WHITESPACE() ( ) ; T_INLINE_HTML(rest) 
T_OPEN_TAG(<?php) T_CLASS(class) T_WHITESPACE() T_STRING(A) T_WHITESPACE() { T_WHITESPACE() T_CONST(const) T_WHITESPACE() T_STRING(LIST) T_WHITESPACE() = T_WHITESPACE() T_LNUMBER(1) ; T_WHITESPACE() T_FUNCTION(function) T_WHITESPACE() T_STRING(fn) ( ) T_WHITESPACE() { T_WHITESPACE() T_RETURN(return) T_WHITESPACE() T_STRING(self) T_DOUBLE_COLON(::) T_STRING(CLASS) T_WHITESPACE() . T_WHITESPACE() T_VARIABLE($this) T_OBJECT_OPERATOR(->) T_STRING(if) ( T_STRING(array) : T_WHITESPACE() T_LNUMBER(1) ) ; T_WHITESPACE() } T_WHITESPACE() } T_WHITESPACE() " T_ENCAPSED_AND_WHITESPACE(x) T_CURLY_OPEN({) T_VARIABLE($a) T_OBJECT_OPERATOR(->) T_STRING(b) [ T_LNUMBER(0) ] } T_ENCAPSED_AND_WHITESPACE() T_VARIABLE($c) [ T_STRING(k) ] " ; T_WHITESPACE() T_HALT_COMPILER(__halt_compiler) T_WHITESPACE() T_COMMENT(/* x */) T_WHITESPACE() ( ) ; T_INLINE_HTML(rest) 
1:0 T_OPEN_TAG* more
2:6 T_WHITESPACE* more
3:7 T_COMMENT* more
3:9 T_WHITESPACE* more
4:10 T_VARIABLE more
4:12 T_WHITESPACE* more
4:13 T_COALESCE_EQUAL more
4:16 T_WHITESPACE* more
4:17 T_START_HEREDOC more
5:22 T_ENCAPSED_AND_WHITESPACE more
6:26 T_END_HEREDOC more
6:29 T_WHITESPACE* more
6:30 . more
6:31 T_WHITESPACE* more
6:32 T_LNUMBER more
6:33 ; more
bool(true)
bool(true)
string(7) "UNKNOWN"
Array
(
    [0] => Array
        (
            [0] => 393
            [1] => <?php 
            [2] => 1
        )

    [1] => Array
        (
            [0] => 391
            [1] => /* open
            [2] => 1
        )

)
syntax error, unexpected token "{", expecting identifier on line 2
