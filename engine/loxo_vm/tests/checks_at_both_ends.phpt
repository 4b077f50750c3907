--TEST--
Return of an undefined variable where a type is declared; numbers of variadic arguments; how many are expected beside a variadic
--FILE--
<?php
// A `return` of an undefined variable: the check of the declared type says so first, then the `return` itself.
function anything(): mixed { return $x; }
function perhaps(): ?int { return $x; }
function number(): int { return $x; }
foreach (['anything', 'perhaps', 'number'] as $f) {
    try {
        var_dump($f());
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
set_error_handler(function ($number, $message) { throw new Exception($message); });
try {
    anything();
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}

// Arguments of a variadic parameter are numbered on, those with names alike.
function ints(int ...$list) {}
function more($a, $b = 1, int ...$list) {}
foreach ([[1, 2, 'k' => 'x'], [1, 2, 'x'], ['k' => 'x', 'a' => 1]] as $arguments) {
    foreach (['ints', 'more'] as $f) {
        try {
            $f(...$arguments);
            echo "passed\n";
        } catch (TypeError $e) {
            echo strstr($e->getMessage(), ', called', true), "\n";
        }
    }
}

// A variadic parameter does not make the number of arguments inexact.
function one($a, ...$list) {}
function two($a, $b = 1, ...$list) {}
foreach (['one', 'two'] as $f) {
    try {
        $f();
    } catch (ArgumentCountError $e) {
        echo strstr($e->getMessage(), 'and'), "\n";
    }
}
--EXPECTF--

Warning: Undefined variable $x in %s on line 3
NULL

Warning: Undefined variable $x in %s on line 4

Warning: Undefined variable $x in %s on line 4
NULL

Warning: Undefined variable $x in %s on line 5
number(): Return value must be of type int, null returned
Undefined variable $x
ints(): Argument #3 must be of type int, string given
more(): Argument #3 must be of type int, string given
ints(): Argument #3 must be of type int, string given
more(): Argument #3 must be of type int, string given
ints(): Argument #1 must be of type int, string given
more(): Argument #3 must be of type int, string given
and exactly 1 expected
and at least 1 expected
