--TEST--
unserialize() refuses names of properties that begin with a NUL and name no class
--FILE--
<?php
class Declares
{
    public $a;
    private $own = 1;

    public function __destruct()
    {
        echo "destroyed\n";
    }
}
class Heir extends Declares
{
}
#[AllowDynamicProperties]
class Nothing
{
}
set_error_handler(function ($level, $message) {
    echo $message, "\n";
});
foreach (["\0*0c", "\0Declares", "\0", "\0\0", "\0\0a", "\0*", "\0a\0", "\0*\0x", "\0Declares\0own", "\0Gone\0x"] as $name) {
    foreach (['Declares', 'Heir', 'Nothing'] as $class) {
        $object = unserialize(sprintf('O:%d:"%s":1:{s:%d:"%s";i:7;}', strlen($class), $class, strlen($name), $name));
        echo strtr($name, "\0", '~'), ' ', $class, ' ', gettype($object), "\n";
        unset($object);
    }
}
set_error_handler(function ($level, $message) {
    throw new Exception($message);
});
try {
    unserialize("O:8:\"Declares\":1:{s:2:\"\0x\";i:1;}");
} catch (Exception $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
--EXPECT--
Corrupt member variable name
unserialize(): Error at offset 29 of 34 bytes
destroyed
~*0c Declares boolean
Corrupt member variable name
unserialize(): Error at offset 25 of 30 bytes
destroyed
~*0c Heir boolean
~*0c Nothing object
Corrupt member variable name
unserialize(): Error at offset 34 of 39 bytes
destroyed
~Declares Declares boolean
Corrupt member variable name
unserialize(): Error at offset 30 of 35 bytes
destroyed
~Declares Heir boolean
~Declares Nothing object
Illegal member variable name
unserialize(): Error at offset 26 of 31 bytes
destroyed
~ Declares boolean
Illegal member variable name
unserialize(): Error at offset 22 of 27 bytes
destroyed
~ Heir boolean
~ Nothing object
Illegal member variable name
unserialize(): Error at offset 27 of 32 bytes
destroyed
~~ Declares boolean
Illegal member variable name
unserialize(): Error at offset 23 of 28 bytes
destroyed
~~ Heir boolean
~~ Nothing object
Illegal member variable name
unserialize(): Error at offset 28 of 33 bytes
destroyed
~~a Declares boolean
Illegal member variable name
unserialize(): Error at offset 24 of 29 bytes
destroyed
~~a Heir boolean
~~a Nothing object
Illegal member variable name
unserialize(): Error at offset 27 of 32 bytes
destroyed
~* Declares boolean
Illegal member variable name
unserialize(): Error at offset 23 of 28 bytes
destroyed
~* Heir boolean
~* Nothing object
Corrupt member variable name
unserialize(): Error at offset 28 of 33 bytes
destroyed
~a~ Declares boolean
Corrupt member variable name
unserialize(): Error at offset 24 of 29 bytes
destroyed
~a~ Heir boolean
~a~ Nothing object
Creation of dynamic property Declares::$x is deprecated
~*~x Declares object
destroyed
Creation of dynamic property Heir::$x is deprecated
~*~x Heir object
destroyed
~*~x Nothing object
~Declares~own Declares object
destroyed
~Declares~own Heir object
destroyed
~Declares~own Nothing object
Creation of dynamic property Declares::$x is deprecated
~Gone~x Declares object
destroyed
Creation of dynamic property Heir::$x is deprecated
~Gone~x Heir object
destroyed
~Gone~x Nothing object
destroyed
Exception: Illegal member variable name
