--TEST--
Messages about parameters of an anonymous class's methods name the class alone
--FILE--
<?php
set_error_handler(function ($number, $message) {
    echo $message, "\n";
});
eval('
new class extends ArrayObject {
    function m(array $x = null, $a = 1, $b) {}
    function &r(): void {}
};
new class {
    function m(array $x = null) {}
};
class Named {
    function m(array $x = null) {}
}
');
--EXPECT--
ArrayObject@anonymous(): Implicitly marking parameter $x as nullable is deprecated, the explicit nullable type must be used instead
ArrayObject@anonymous(): Optional parameter $a declared before required parameter $b is implicitly treated as a required parameter
ArrayObject@anonymous(): Returning by reference from a void function is deprecated
class@anonymous(): Implicitly marking parameter $x as nullable is deprecated, the explicit nullable type must be used instead
Named::m(): Implicitly marking parameter $x as nullable is deprecated, the explicit nullable type must be used instead
