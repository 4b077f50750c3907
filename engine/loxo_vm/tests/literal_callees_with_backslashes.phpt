--TEST--
A name in a string may begin with one backslash
--FILE--
<?php
class A {
    static function b() {
        return 5;
    }
}
function own() {
    return 'own';
}
function t($f) {
    try {
        var_dump($f());
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
t(fn() => '\strlen'('ab'));
t(fn() => '\\\strlen'('ab'));
t(fn() => '\\\\own'());
t(fn() => '\own'());
t(fn() => '\\\compact'('x'));
t(fn() => '\A::b'());
t(fn() => '\\'());
t(fn() => '\\\\'());
$n = '\\\strlen';
t(fn() => $n('ab'));
t(fn() => call_user_func('\strlen', 'abc'));
t(fn() => call_user_func('\\\strlen', 'abc'));
--EXPECT--
int(2)
Error: Call to undefined function \strlen()
Error: Call to undefined function \own()
string(3) "own"
Error: Call to undefined function \compact()
int(5)
Error: Call to undefined function ()
Error: Call to undefined function \()
Error: Call to undefined function \\strlen()
int(3)
TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, function "\\strlen" not found or invalid function name
