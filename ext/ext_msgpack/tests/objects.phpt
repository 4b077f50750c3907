--TEST--
MessagePack: what objects have to say about being packed
--EXTENSIONS--
msgpack
--FILE--
<?php
function pack_it($value)
{
    try {
        $packed = msgpack_pack($value);
        echo bin2hex($packed), "\n";
        return $packed;
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
function unpack_it($packed)
{
    try {
        var_dump(msgpack_unpack($packed));
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
class Sleeper
{
    public $a = 1;
    protected $p = 2;
    private $q = 3;
    public int $none;
    public $names = ['a', 'p', 'q'];

    public function __sleep()
    {
        return $this->names;
    }

    public function __wakeup()
    {
        echo "wakes\n";
    }
}
class Magic
{
    public function __construct(public $data = null) {}

    public function __serialize(): array
    {
        return $this->data === 'throw' ? throw new Exception('packing') : [$this->data];
    }

    public function __unserialize(array $data): void
    {
        $this->data = $data[0] === 'late' ? throw new Exception('unpacking') : $data[0];
    }
}
class Custom implements Serializable
{
    public $data;

    public function serialize()
    {
        return $this->data;
    }

    public function unserialize($data)
    {
        $this->data = bin2hex($data);
    }
}
class Bare
{
    public function __wakeup()
    {
        echo "is not called: no property follows\n";
    }
}
enum Suit: string
{
    case Hearts = 'h';
    case Spades = 's';
}
echo "__sleep\n";
$sleeper = new Sleeper;
unpack_it(pack_it($sleeper));
foreach ([['a', 'missing'], ['none'], [], ['a', 5], 'text'] as $sleeper->names) {
    pack_it($sleeper);
}
unpack_it(pack_it(new Bare));
echo "__serialize\n";
$magic = new Magic([1]);
unpack_it(pack_it([$magic, $magic]));
pack_it(new Magic('throw'));
unpack_it(pack_it([new Magic('late')]));
echo "Serializable\n";
foreach (['text', '', null, 5] as $data) {
    $custom = new Custom;
    $custom->data = $data;
    $packed = pack_it($custom);
    $packed && unpack_it($packed);
}
echo "Enums\n";
unpack_it(pack_it(['a' => Suit::Hearts]));
unpack_it("\x81\xc0\xa4Suit");
echo "Not packed\n";
pack_it(fn() => 1);
pack_it(new class {});
pack_it([STDIN]);
echo "Builtin classes\n";
foreach ([new ArrayObject([1, 2]), new DateTime('2020-01-02 03:04:05 UTC')] as $object) {
    var_dump(msgpack_unpack(pack_it($object)) == $object);
}
--EXPECTF--
Deprecated: Custom implements the Serializable interface, which is deprecated. Implement __serialize() and __unserialize() instead (or in addition, if support for old PHP versions is necessary) in %s on line 52
__sleep
84c0a7536c6565706572a16101a4002a007002aa00536c6565706572007103
wakes
object(Sleeper)#2 (4) {
  ["a"]=>
  int(1)
  ["p":protected]=>
  int(2)
  ["q":"Sleeper":private]=>
  int(3)
  ["none"]=>
  uninitialized(int)
  ["names"]=>
  array(3) {
    [0]=>
    string(1) "a"
    [1]=>
    string(1) "p"
    [2]=>
    string(1) "q"
  }
}

Notice: [msgpack] (msgpack_serialize_class) "missing" returned as member variable from __sleep() but does not exist in %s on line 5
83c0a7536c6565706572a16101a76d697373696e67c0
82c0a7536c6565706572a46e6f6e65c0


Notice: [msgpack] (msgpack_serialize_class) __sleep should return an array only containing the names of instance-variables to serialize in %s on line 5
83c0a7536c6565706572a16101

Notice: [msgpack] (msgpack_serialize_object) __sleep should return an array only containing the names of instance-variables to serialize in %s on line 5
c0
81c0a442617265
object(Bare)#2 (0) {
}
__serialize
9282c0a54d61676963c091910182c0040002
array(2) {
  [0]=>
  object(Magic)#3 (1) {
    ["data"]=>
    array(1) {
      [0]=>
      int(1)
    }
  }
  [1]=>
  object(Magic)#3 (1) {
    ["data"]=>
    array(1) {
      [0]=>
      int(1)
    }
  }
}
Exception: packing
9182c0a54d61676963c091a46c617465
Exception: unpacking
Serializable
82c003a6437573746f6da474657874
object(Custom)#4 (1) {
  ["data"]=>
  string(10) "7465787400"
}
82c003a6437573746f6da0
object(Custom)#3 (1) {
  ["data"]=>
  string(2) "00"
}
c0
NULL
Exception: Custom::serialize() must return a string or NULL
Enums
81a16182c006a453756974a6486561727473
array(1) {
  ["a"]=>
  enum(Suit::Hearts)
}
Error: Cannot instantiate enum Suit
Not packed
Exception: Serialization of 'Closure' is not allowed
Exception: Serialization of 'class@anonymous' is not allowed

Warning: [msgpack] (msgpack_serialize_zval) type is unsupported, encoded as null in %s on line 5
91c0
Builtin classes
82c0ab41727261794f626a656374c0940092010290c0
bool(true)
82c0a84461746554696d65c083a464617465ba323032302d30312d30322030333a30343a30352e303030303030ad74696d657a6f6e655f7479706503a874696d657a6f6e65a3555443
bool(true)
