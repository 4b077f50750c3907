--TEST--
What SPL's objects leave elsewhere
--FILE--
<?php
// Walks take numbers from the objects' store.
$elements = new ArrayObject([1]);
foreach ($elements as $_) {
    echo spl_object_id(new stdClass), ' ';
}
$around = new IteratorIterator(new ArrayIterator);
echo spl_object_id(new stdClass), "\n";
// Parts of what a Serializable wrote are numbered with the rest.
$inner = 'x:i:0;a:1:{i:0;O:8:"stdClass":0:{}};m:a:0:{}';
$values = unserialize('a:2:{i:0;C:11:"ArrayObject":' . strlen($inner) . ':{' . $inner . '}i:1;r:5;}');
var_dump($values[0][0] === $values[1]);
// An autoloader that registers the one that knows.
spl_autoload_register(function (string $class) {
    spl_autoload_register(function (string $class) {
        eval("class $class {}");
    });
});
var_dump(new Late instanceof Late);
$properties = new ArrayObject(['empty' => null], ArrayObject::ARRAY_AS_PROPS);
var_dump(property_exists($properties, 'empty'), isset($properties->empty), property_exists($properties, 'none'));
echo implode(' ', array_keys((new ReflectionClass('RecursiveArrayIterator'))->getConstants())), "\n";
// Warnings of constructors are exceptions; a handler is not asked.
set_error_handler(fn() => print "handler\n");
try {
    new RegexIterator(new ArrayIterator, '/(/');
} catch (InvalidArgumentException $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
4 5
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
STD_PROP_LIST ARRAY_AS_PROPS CHILD_ARRAYS_ONLY
RegexIterator::__construct(): Compilation failed: missing closing parenthesis at offset 1

