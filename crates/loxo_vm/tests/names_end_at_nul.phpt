--TEST--
Messages show names up to their first NUL byte
--FILE--
<?php
$object = new class { public $f; };
$name = "a\0b";
$tries = [fn() => $object(), fn() => call_user_func([$object, 'nope']), fn() => $object->$name(), fn() => $name(), fn() => new $name,
    fn() => constant($name), fn() => $object::$name(), fn() => call_user_func($name), fn() => call_user_func([$name, 'f'])];
foreach ($tries as $try) {
    try {
        $try();
    } catch (Error $e) {
        echo json_encode($e->getMessage()), "\n";
    }
}
?>
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
