--TEST--
Names in messages have the backslash that they were written with
--FILE--
<?php
function attempt(callable $f): void
{
    try {
        var_dump($f());
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
spl_autoload_register(function ($class) {
    echo "load $class\n";
});
foreach (['\Missing', '\\\\Missing', '\Space\Missing'] as $name) {
    attempt(fn() => new $name);
    attempt(fn() => $name::call());
    attempt(fn() => $name::$property);
    attempt(fn() => $name::CONSTANT);
    attempt(fn() => call_user_func([$name, 'call']));
    attempt(fn() => call_user_func("$name::call"));
    attempt(fn() => ("$name::call")());
    attempt(fn() => [$name, 'call']());
    attempt(fn() => "{$name}_function"());
    attempt(fn() => null instanceof $name);
}
attempt(fn() => ('\missing')());
attempt(fn() => ('\Missing::call')());
attempt(fn() => new ('\Missing'));
attempt(fn() => constant('\Missing::A'));
attempt(fn() => new \Missing);
attempt(fn() => \missing());
?>
--EXPECT--
load Missing
Error: Class "\Missing" not found
load Missing
Error: Class "\Missing" not found
load Missing
Error: Class "\Missing" not found
load Missing
Error: Class "\Missing" not found
load Missing
TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class "\Missing" not found
load Missing
TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class "\Missing" not found
load Missing
Error: Class "\Missing" not found
load Missing
Error: Class "\Missing" not found
Error: Call to undefined function \Missing_function()
bool(false)
load \Missing
Error: Class "\\Missing" not found
load \Missing
Error: Class "\\Missing" not found
load \Missing
Error: Class "\\Missing" not found
load \Missing
Error: Class "\\Missing" not found
load \Missing
TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class "\\Missing" not found
load \Missing
TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class "\\Missing" not found
load \Missing
Error: Class "\\Missing" not found
load \Missing
Error: Class "\\Missing" not found
Error: Call to undefined function \\Missing_function()
bool(false)
load Space\Missing
Error: Class "\Space\Missing" not found
load Space\Missing
Error: Class "\Space\Missing" not found
load Space\Missing
Error: Class "\Space\Missing" not found
load Space\Missing
Error: Class "\Space\Missing" not found
load Space\Missing
TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class "\Space\Missing" not found
load Space\Missing
TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class "\Space\Missing" not found
load Space\Missing
Error: Class "\Space\Missing" not found
load Space\Missing
Error: Class "\Space\Missing" not found
Error: Call to undefined function \Space\Missing_function()
bool(false)
Error: Call to undefined function missing()
load Missing
Error: Class "Missing" not found
load Missing
Error: Class "Missing" not found
load Missing
Error: Class "Missing" not found
load Missing
Error: Class "Missing" not found
Error: Call to undefined function missing()
