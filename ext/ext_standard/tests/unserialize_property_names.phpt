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
foreach (["\0*0c", "\0Declares", "\0", "\0\0", "\0\0a", "\0*", "\0a\0", "\0*\0x", "\0Declares\0own", "\0Gone\0x"] as $name) {
    foreach (['Declares', 'Heir', 'Nothing'] as $class) {
        $object = @unserialize(sprintf('O:%d:"%s":1:{s:%d:"%s";i:7;}', strlen($class), $class, strlen($name), $name));
        echo strtr($name, "\0", '~'), ' ', $class, ' ', gettype($object), ' ', error_get_last()['message'] ?? '', "\n";
        error_clear_last();
        unset($object);
    }
}
// What has no method that completes it is destructed even if half of it is there.
class Wakes extends Declares
{
    public function __wakeup()
    {
    }
}
foreach (['O:8:"Declares":1:{x', 'O:8:"Declares":1:{s:1:"a";i:1;x', 'O:5:"Wakes":1:{x'] as $text) {
    @unserialize($text);
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
destroyed
~*0c Declares boolean unserialize(): Error at offset 29 of 34 bytes
destroyed
~*0c Heir boolean unserialize(): Error at offset 25 of 30 bytes
~*0c Nothing object 
destroyed
~Declares Declares boolean unserialize(): Error at offset 34 of 39 bytes
destroyed
~Declares Heir boolean unserialize(): Error at offset 30 of 35 bytes
~Declares Nothing object 
destroyed
~ Declares boolean unserialize(): Error at offset 26 of 31 bytes
destroyed
~ Heir boolean unserialize(): Error at offset 22 of 27 bytes
~ Nothing object 
destroyed
~~ Declares boolean unserialize(): Error at offset 27 of 32 bytes
destroyed
~~ Heir boolean unserialize(): Error at offset 23 of 28 bytes
~~ Nothing object 
destroyed
~~a Declares boolean unserialize(): Error at offset 28 of 33 bytes
destroyed
~~a Heir boolean unserialize(): Error at offset 24 of 29 bytes
~~a Nothing object 
destroyed
~* Declares boolean unserialize(): Error at offset 27 of 32 bytes
destroyed
~* Heir boolean unserialize(): Error at offset 23 of 28 bytes
~* Nothing object 
destroyed
~a~ Declares boolean unserialize(): Error at offset 28 of 33 bytes
destroyed
~a~ Heir boolean unserialize(): Error at offset 24 of 29 bytes
~a~ Nothing object 
~*~x Declares object Creation of dynamic property Declares::$x is deprecated
destroyed
~*~x Heir object Creation of dynamic property Heir::$x is deprecated
destroyed
~*~x Nothing object 
~Declares~own Declares object 
destroyed
~Declares~own Heir object 
destroyed
~Declares~own Nothing object 
~Gone~x Declares object Creation of dynamic property Declares::$x is deprecated
destroyed
~Gone~x Heir object Creation of dynamic property Heir::$x is deprecated
destroyed
~Gone~x Nothing object 
destroyed
destroyed
destroyed
Exception: Illegal member variable name
