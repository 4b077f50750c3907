--TEST--
unserialize(): numbers that are too large; methods of incomplete objects, and their class by its own name
--FILE--
<?php
set_error_handler(function ($level, $message) {
    echo "$message\n";
    return true;
});
$texts = ['C:3:"XYZ":18446744075857035259:{}', 'C:3:"XYZ":9223372036854775807:{}', 'C:3:"XYZ":-1:{}', 'C:3:"XYZ":0000000000000000000000001:{}',
    'a:3020000000000000000000000000000001:{i:0;i:1;}', 'a:00000000000000000000000000:{}', 'a:-1:{}', 'O:3:"XYZ":9223372036854775808:{}',
    'O:3:"XYZ":-1:{}', 'O:3:"XYZ":+0:{}'];
foreach ($texts as $text) {
    echo $text, "\n";
    $value = unserialize($text);
    echo is_object($value) ? $value::class : json_encode($value), "\n";
}
$object = unserialize(serialize(new __PHP_Incomplete_Class));
var_dump($object);
foreach ([$object, unserialize('O:3:"XYZ":0:{}')] as $object) {
    try {
        $object->call();
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
C:3:"XYZ":18446744075857035259:{}
unserialize(): Numerical result out of range
Insufficient data for unserializing - 9223372036854775807 required, 1 present
unserialize(): Error at offset 32 of 33 bytes
false
C:3:"XYZ":9223372036854775807:{}
Insufficient data for unserializing - 9223372036854775807 required, 1 present
unserialize(): Error at offset 31 of 32 bytes
false
C:3:"XYZ":-1:{}
Insufficient data for unserializing - -1 required, 1 present
unserialize(): Error at offset 14 of 15 bytes
false
C:3:"XYZ":0000000000000000000000001:{}
Insufficient data for unserializing - 1 required, 1 present
unserialize(): Error at offset 37 of 38 bytes
false
a:3020000000000000000000000000000001:{i:0;i:1;}
unserialize(): Numerical result out of range
unserialize(): Error at offset 38 of 47 bytes
false
a:00000000000000000000000000:{}
[]
a:-1:{}
unserialize(): Error at offset 0 of 7 bytes
false
O:3:"XYZ":9223372036854775808:{}
unserialize(): Numerical result out of range
unserialize(): Error at offset 29 of 32 bytes
false
O:3:"XYZ":-1:{}
unserialize(): Error at offset 12 of 15 bytes
false
O:3:"XYZ":+0:{}
__PHP_Incomplete_Class
object(__PHP_Incomplete_Class)#3 (0) {
}
The script tried to call a method on an incomplete object. Please ensure that the class definition "unknown" of the object you are trying to operate on was loaded _before_ unserialize() gets called or provide an autoloader to load the class definition
The script tried to call a method on an incomplete object. Please ensure that the class definition "XYZ" of the object you are trying to operate on was loaded _before_ unserialize() gets called or provide an autoloader to load the class definition
