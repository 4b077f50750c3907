--TEST--
Classes that are loaded when they are needed
--FILE--
<?php
set_error_handler(function (int $level, string $text): bool {
    echo "[$level] $text\n";
    return true;
});
function make(string $class): void {
    echo "asked for $class\n";
    if ($class === 'Late') {
        class_alias(stdClass::class, 'Late');
    }
}
spl_autoload_register(function (string $class): void {
    echo "autoload $class\n";
    if ($class === 'Auto') {
        eval('class Auto { public $a; }');
    }
    if ($class === 'Bang') {
        throw new Exception('bang');
    }
});
foreach (['' => ['Auto', 'Bang', 'None', '__php_incomplete_class'], 'make' => ['Late', 'Never', 'Bang'], 'missing' => ['Nobody']] as $callback => $classes) {
    ini_set('unserialize_callback_func', $callback);
    foreach ($classes as $class) {
        try {
            var_dump(igbinary_unserialize("\0\0\0\2\x17" . chr(strlen($class)) . "$class\x14\1\x11\1a\6\1"));
        } catch (Throwable $error) {
            echo get_class($error), ': ', $error->getMessage(), "\n";
        }
    }
}
function touch_it(object $object): void {
    var_dump($object->a, isset($object->a));
}
ini_set('unserialize_callback_func', '');
touch_it(igbinary_unserialize("\0\0\0\2\x17\4None\x14\1\x11\1a\6\1"));
--EXPECT--
autoload Auto
object(Auto)#3 (1) {
  ["a"]=>
  int(1)
}
autoload Bang
Exception: bang
autoload None
object(__PHP_Incomplete_Class)#4 (2) {
  ["__PHP_Incomplete_Class_Name"]=>
  string(4) "None"
  ["a"]=>
  int(1)
}
object(__PHP_Incomplete_Class)#4 (1) {
  ["a"]=>
  int(1)
}
autoload Late
asked for Late
object(stdClass)#4 (1) {
  ["a"]=>
  int(1)
}
autoload Never
asked for Never
autoload Never
[2] igbinary_unserialize(): Function make() hasn't defined the class it was called for
object(__PHP_Incomplete_Class)#4 (2) {
  ["__PHP_Incomplete_Class_Name"]=>
  string(5) "Never"
  ["a"]=>
  int(1)
}
autoload Bang
Exception: bang
autoload Nobody
Error: Invalid callback missing, function "missing" not found or invalid function name
autoload None
[2] touch_it(): The script tried to access a property on an incomplete object. Please ensure that the class definition "None" of the object you are trying to operate on was loaded _before_ unserialize() gets called or provide an autoloader to load the class definition
[2] touch_it(): The script tried to access a property on an incomplete object. Please ensure that the class definition "None" of the object you are trying to operate on was loaded _before_ unserialize() gets called or provide an autoloader to load the class definition
NULL
bool(false)
