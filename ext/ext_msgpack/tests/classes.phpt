--TEST--
MessagePack: classes that are not there, or have changed
--EXTENSIONS--
msgpack
--FILE--
<?php
function unpack_it($packed)
{
    try {
        var_dump(msgpack_unpack($packed));
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
class Ancestor
{
    public $a;
    private $b;
    protected $c;
    public static $shared = 1;
}
class Child extends Ancestor
{
    private $b = 'child';
}
class Grandchild extends Ancestor {}
abstract class Half {}
echo "Spellings of names\n";
foreach (['Ancestor', 'Child', 'Grandchild'] as $class) {
    foreach (['b', "\0*\0b", "\0Ancestor\0b", "\0$class\0b", "\0Other\0b", 'c', 'shared', '5', ''] as $name) {
        unpack_it("\x82\xc0" . msgpack_pack($class) . msgpack_pack($name) . "\x01");
    }
}
foreach (["\0", "\0\0b", "\0Ancestorb"] as $name) {
    unpack_it("\x82\xc0\xa8Ancestor" . msgpack_pack($name) . "\x01");
}
unpack_it("\x82\xc0\xa8Ancestor\x05\x01");
unpack_it("\x83\xa1a\x01\x05\x02\xc0\xa8Ancestor");
echo "No such class\n";
$packed = "\x82\xc0\xa7Nowhere\xa1a\x01";
unpack_it($packed);
echo bin2hex(msgpack_pack(msgpack_unpack($packed))), "\n";
unpack_it("\x82\xc0\x03\xa7Nowhere\xa1a");
unpack_it("\x82\xc0\x03\xa8Ancestor\xa1a");
unpack_it("\x81\xc0\xa4Half");
function load($class)
{
    echo "load($class)\n";
    if ($class === 'Late') {
        eval('class Late { public $a; }');
    }
}
ini_set('unserialize_callback_func', 'load');
unpack_it("\x82\xc0\xa4Late\xa1a\x01");
unpack_it($packed);
ini_set('unserialize_callback_func', 'missing');
unpack_it($packed);
ini_set('unserialize_callback_func', '');
spl_autoload_register(fn($class) => throw new Exception("no $class"));
unpack_it($packed);
--EXPECTF--
Spellings of names
object(Ancestor)#1 (3) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  int(1)
  ["c":protected]=>
  NULL
}
object(Ancestor)#1 (3) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  int(1)
  ["c":protected]=>
  NULL
}
object(Ancestor)#1 (3) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  int(1)
  ["c":protected]=>
  NULL
}
object(Ancestor)#1 (3) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  int(1)
  ["c":protected]=>
  NULL
}
object(Ancestor)#1 (4) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
  ["b":"Other":private]=>
  int(1)
}
object(Ancestor)#1 (3) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  int(1)
}
object(Ancestor)#1 (4) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
  ["shared"]=>
  int(1)
}
object(Ancestor)#1 (4) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
  ["5"]=>
  int(1)
}
object(Ancestor)#1 (4) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
  [""]=>
  int(1)
}
object(Child)#1 (4) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
  ["b":"Child":private]=>
  int(1)
}
object(Child)#1 (4) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
  ["b":"Child":private]=>
  int(1)
}
object(Child)#1 (4) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  int(1)
  ["c":protected]=>
  NULL
  ["b":"Child":private]=>
  string(5) "child"
}
object(Child)#1 (4) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
  ["b":"Child":private]=>
  int(1)
}
object(Child)#1 (5) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
  ["b":"Child":private]=>
  string(5) "child"
  ["b":"Other":private]=>
  int(1)
}
object(Child)#1 (4) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  int(1)
  ["b":"Child":private]=>
  string(5) "child"
}
object(Child)#1 (5) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
  ["b":"Child":private]=>
  string(5) "child"
  ["shared"]=>
  int(1)
}
object(Child)#1 (5) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
  ["b":"Child":private]=>
  string(5) "child"
  ["5"]=>
  int(1)
}
object(Child)#1 (5) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
  ["b":"Child":private]=>
  string(5) "child"
  [""]=>
  int(1)
}
object(Grandchild)#1 (3) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  int(1)
  ["c":protected]=>
  NULL
}
object(Grandchild)#1 (3) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  int(1)
  ["c":protected]=>
  NULL
}
object(Grandchild)#1 (3) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  int(1)
  ["c":protected]=>
  NULL
}
object(Grandchild)#1 (4) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
  ["b":"Grandchild":private]=>
  int(1)
}
object(Grandchild)#1 (4) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
  ["b":"Other":private]=>
  int(1)
}
object(Grandchild)#1 (3) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  int(1)
}
object(Grandchild)#1 (4) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
  ["shared"]=>
  int(1)
}
object(Grandchild)#1 (4) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
  ["5"]=>
  int(1)
}
object(Grandchild)#1 (4) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
  [""]=>
  int(1)
}

Notice: Illegal member variable name in %s on line 5
object(Ancestor)#1 (3) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
}

Notice: Illegal member variable name in %s on line 5
object(Ancestor)#1 (3) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
}

Notice: Corrupt member variable name in %s on line 5
object(Ancestor)#1 (3) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
}
object(Ancestor)#1 (4) {
  ["a"]=>
  NULL
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
  [5]=>
  int(1)
}
object(Ancestor)#1 (3) {
  ["a"]=>
  int(1)
  ["b":"Ancestor":private]=>
  NULL
  ["c":protected]=>
  NULL
}
No such class
object(__PHP_Incomplete_Class)#1 (2) {
  ["__PHP_Incomplete_Class_Name"]=>
  string(7) "Nowhere"
  ["a"]=>
  int(1)
}
82c0a74e6f7768657265a16101

Warning: [msgpack] (msgpack_unserialize_map_item) Class __PHP_Incomplete_Class has no unserializer in %s on line 5
object(__PHP_Incomplete_Class)#1 (1) {
  ["__PHP_Incomplete_Class_Name"]=>
  string(7) "Nowhere"
}

Warning: [msgpack] (msgpack_unserialize_map_item) Class Ancestor has no unserializer in %s on line 5
NULL
Error: Cannot instantiate abstract class Half
load(Late)
object(Late)#1 (1) {
  ["a"]=>
  int(1)
}
load(Nowhere)

Warning: [msgpack] (msgpack_unserialize_class) Function Nowhere() hasn't defined the class it was called for in %s on line 5
object(__PHP_Incomplete_Class)#1 (2) {
  ["__PHP_Incomplete_Class_Name"]=>
  string(7) "Nowhere"
  ["a"]=>
  int(1)
}

Warning: [msgpack] (msgpack_unserialize_class) Function Nowhere() hasn't defined the class it was called for in %s on line 5

Warning: [msgpack] (msgpack_unserialize_class) Exception error in %s on line 5
Error: Invalid callback missing, function "missing" not found or invalid function name

Warning: [msgpack] (msgpack_unserialize_class) Exception error in %s on line 5
Exception: no Nowhere
