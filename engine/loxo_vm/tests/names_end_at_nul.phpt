--TEST--
Messages show names up to their first NUL byte
--FILE--
<?php
set_error_handler(function ($level, $message) { echo json_encode($message), "\n"; return true; });
class F { const C = 1; }
$object = new class { public $f; };
$typed = new F;
$name = "a\0b";
$tries = [fn() => $object(), fn() => call_user_func([$object, 'nope']), fn() => $object->$name(), fn() => $name(), fn() => new $name,
    fn() => constant($name), fn() => $object::$name(), fn() => call_user_func($name), fn() => call_user_func([$name, 'f']),
    fn() => $object->$name, fn() => $typed->$name = 1, fn() => F::$$name, fn() => F::{$name}, fn() => constant("F::$name"),
    fn() => constant("$name::C"), fn() => [1][$name], fn() => (new ArrayObject([]))[$name], fn() => Closure::bind(fn() => 1, null, $name),
    fn() => class_implements($name), fn() => include $name, fn() => iconv($name, 'x', 'y'), fn() => stream_filter_append(STDIN, $name),
    fn() => simplexml_load_string('<a/>', 'stdCLASS'), fn() => new ReflectionClass($name), fn() => new ReflectionMethod('F', $name),
    fn() => new ReflectionProperty('F', $name), fn() => new ReflectionFunction($name), fn() => new ReflectionClassConstant('F', $name),
    fn() => new ReflectionExtension($name), fn() => (new ReflectionClass('F'))->getStaticPropertyValue($name)];
foreach ($tries as $try) {
    try {
        $try();
    } catch (Throwable $e) {
        echo json_encode($e->getMessage()), "\n";
    }
}
--EXPECTF--
"Object of type class@anonymous is not callable"
"call_user_func(): Argument #1 ($callback) must be a valid callback, class class@anonymous does not have a method \"nope\""
"Call to undefined method class@anonymous::a()"
"Call to undefined function a()"
"Class \"a\" not found"
"Undefined constant \"a\""
"Call to undefined method class@anonymous::a()"
"call_user_func(): Argument #1 ($callback) must be a valid callback, function \"a\" not found or invalid function name"
"call_user_func(): Argument #1 ($callback) must be a valid callback, class \"a\" not found"
"Undefined property: class@anonymous::$a"
"Creation of dynamic property F::$a is deprecated"
"Access to undeclared static property F::$a"
"Undefined constant F::a"
"Undefined constant F::a"
"Class \"a\" not found"
"Undefined array key \"a\""
"Undefined array key \"a\""
"Class \"a\" not found"
"class_implements(): Class a does not exist and could not be loaded"
"include(): Failed opening 'a' for inclusion (include_path='%s')"
"iconv(): Wrong encoding, conversion from \"a\" to \"x\" is not allowed"
"stream_filter_append(): Unable to locate filter \"a\""
"simplexml_load_string(): Argument #2 ($class_name) must be a class name derived from SimpleXMLElement or null, stdCLASS given"
"Class \"a\" does not exist"
"Method F::a() does not exist"
"Property F::$a does not exist"
"Function a() does not exist"
"Constant F::a does not exist"
"Extension \"a\" does not exist"
"Property F::$a does not exist"
