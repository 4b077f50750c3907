--TEST--
Builtins whose arguments are constants: results, and failures when they run
--FILE--
<?php
declare(strict_types=1);
namespace Sub {
    function strrev(string $text): string { return "own"; }
    echo strrev("abc"), \strrev("abc"), "\n";
}
namespace {
    const SIZE = 3;
    echo str_repeat("ab", 2), dirname("/a/b/c.php"), trim("--x--", "-"), addslashes("it's"), "\n";
    echo version_compare("8.1.0", "8.0.7", ">=") ? "newer" : "older", "\n";
    print_r(parse_url("https://host:81/path?q=1#part"));
    echo str_repeat("x", SIZE), "\n";
    foreach ([
        fn() => str_repeat("a", -1),
        fn() => str_repeat("a", "3"),
        fn() => strpos("abc", "b", 7),
        fn() => intdiv(1, 0),
    ] as $fails) {
        try {
            $fails();
        } catch (Error $e) {
            echo get_class($e), ": ", $e->getMessage(), ", line ", $e->getLine(), "\n";
        }
    }
    set_error_handler(function ($level, $text) { echo "handled: $text\n"; return true; });
    for ($i = 0; $i < 2; $i++) {
        var_dump(hex2bin("abc"));
    }
    var_dump(error_get_last());
}
--EXPECT--
owncba
abab/a/bxit\'s
newer
Array
(
    [scheme] => https
    [host] => host
    [port] => 81
    [path] => /path
    [query] => q=1
    [fragment] => part
)
xxx
ValueError: str_repeat(): Argument #2 ($times) must be greater than or equal to 0, line 14
TypeError: str_repeat(): Argument #2 ($times) must be of type int, string given, line 15
ValueError: strpos(): Argument #3 ($offset) must be contained in argument #1 ($haystack), line 16
DivisionByZeroError: Division by zero, line 17
handled: hex2bin(): Hexadecimal input string must have an even length
bool(false)
handled: hex2bin(): Hexadecimal input string must have an even length
bool(false)
NULL
