--TEST--
Objects: properties, __sleep() and __wakeup(), __serialize() and __unserialize(), Serializable, enums
--FILE--
<?php
ob_start(fn(string $text) => preg_replace('/#\d+ /', '', $text));
set_error_handler(function (int $level, string $text): bool {
    echo "[$level] $text\n";
    return true;
});
function bytes(mixed $value): string {
    try {
        $bytes = igbinary_serialize($value);
    } catch (Throwable $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
        return '';
    }
    echo preg_replace('/[^ -~]/', '.', substr($bytes, 4)), ' ', bin2hex(substr($bytes, 4)), "\n";
    return $bytes;
}
function back(string $bytes): void {
    try {
        var_dump(igbinary_unserialize($bytes));
    } catch (Throwable $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}

class Base {
    private $own = 'base';
    protected $shared = [1];
    public $open;
}
class Child extends Base {
    private $own = 'child';
    public $shared = [2];
    public int $typed;
    public readonly string $fixed;
    public function __construct() {
        $this->fixed = 'once';
    }
}
$child = new Child();
unset($child->open);
back(bytes([$child, $child, new Base()]));
$free = new stdClass();
$free->{'12'} = 'number';
$free->{''} = 'empty';
back(bytes($free));
// A number as a name, and a value that is left out.
back("\0\0\0\2\x17\x08stdClass\x14\3\6\5\6\1\0\x07\2\6\2");

class Sleeper {
    public $a = 1;
    protected $b = 2;
    private $c = 3;
    public $gone;
    public int $typed = 4;
    public static $names = ['a', 'b', 'c'];
    public function __sleep() {
        return self::$names;
    }
    public function __wakeup() {
        echo "up: $this->a\n";
    }
}
$sleeper = new Sleeper();
unset($sleeper->gone, $sleeper->typed);
back(bytes($sleeper));
foreach ([['a', 'gone', 'nothing', 5, 'a'], [], 'no list', (object)['a'], ['typed'], ["\0*\0b", "\0Sleeper\0c"]] as Sleeper::$names) {
    bytes($sleeper);
}

class Magic {
    public function __construct(public mixed $data = null) {}
    public function __serialize(): array {
        return $this->data === 'no' ? throw new Exception('not now') : [$this->data, 'k' => $this];
    }
    public function __unserialize(array $data): void {
        echo 'given ', implode(',', array_keys($data)), "\n";
        $this->data = $data[0];
    }
    public function __wakeup() {
        echo "never\n";
    }
}
back(bytes([new Magic(1), new Magic([new Magic(2)])]));
bytes([new Magic('no')]);
class NoArray {
    public function __serialize() {
        return 1;
    }
}
bytes(new NoArray());

class Old implements Serializable {
    public $data = 'old';
    public function serialize() {
        return $this->data;
    }
    public function unserialize($data) {
        echo "text: $data\n";
        $this->data = "<$data>";
    }
    public function __wakeup() {
        echo "never\n";
    }
}
$old = new Old();
back(bytes([$old, $old]));
$old->data = null;
bytes($old);
$old->data = 7;
bytes($old);

enum Suit: string {
    case Hearts = 'h';
    case Spades = 's';
    const Wild = self::Hearts;
    const Number = 1;
}
back($bytes = bytes([Suit::Hearts, Suit::Spades, Suit::Hearts, 'Hearts']));
var_dump(igbinary_unserialize($bytes)[2] === Suit::Hearts);
foreach (['Suit' => ['Wild', 'Number', 'None'], 'Base' => ['Hearts'], 'Nope' => ['Hearts']] as $class => $cases) {
    foreach ($cases as $case) {
        back("\0\0\0\2\x17\4$class\x27\x11" . chr(strlen($case)) . $case);
    }
}

// Whose class is not there.
$stranger = igbinary_unserialize("\0\0\0\2\x14\2\6\0\x17\4Nope\x14\1\x11\1a\6\1\6\1\x22\1");
back(bytes($stranger));

// Those that cannot be kept.
bytes(fn() => 1);
bytes([new class {}]);
bytes((fn() => yield)());
bytes(fopen('php://memory', 'r'));
foreach (['Closure', 'Suit', 'Countable', 'Base'] as $class) {
    $start = "\0\0\0\2\x17" . chr(strlen($class)) . $class;
    back("$start\x14\0");
    back("$start\x1d\1x");
}
--EXPECT--
......Child.....Base.own..base..shared..........Child.own..child...fixed..once..".....Base.........*.shared........open. 1403060017054368696c64140611090042617365006f776e110462617365110673686172656414010600060200110a004368696c64006f776e11056368696c64001105666978656411046f6e636506012201060217044261736514030e010e021109002a0073686172656414010600060111046f70656e00
array(3) {
  [0]=>
  object(Child)(5) {
    ["own":"Base":private]=>
    string(4) "base"
    ["shared"]=>
    array(1) {
      [0]=>
      int(2)
    }
    ["open"]=>
    NULL
    ["own":"Child":private]=>
    string(5) "child"
    ["typed"]=>
    uninitialized(int)
    ["fixed"]=>
    string(4) "once"
  }
  [1]=>
  object(Child)(5) {
    ["own":"Base":private]=>
    string(4) "base"
    ["shared"]=>
    array(1) {
      [0]=>
      int(2)
    }
    ["open"]=>
    NULL
    ["own":"Child":private]=>
    string(5) "child"
    ["typed"]=>
    uninitialized(int)
    ["fixed"]=>
    string(4) "once"
  }
  [2]=>
  object(Base)(3) {
    ["own":"Base":private]=>
    string(4) "base"
    ["shared":protected]=>
    array(1) {
      [0]=>
      int(1)
    }
    ["open"]=>
    NULL
  }
}
..stdClass....12..number...empty 1708737464436c61737314021102313211066e756d6265720d1105656d707479
object(stdClass)(2) {
  ["12"]=>
  string(6) "number"
  [""]=>
  string(5) "empty"
}
object(stdClass)(2) {
  ["5"]=>
  int(1)
  ["-2"]=>
  int(2)
}
..Sleeper....a.....*.b.....Sleeper.c.. 1707536c6565706572140311016106011104002a00620602110a00536c656570657200630603
up: 1
object(Sleeper)(5) {
  ["a"]=>
  int(1)
  ["b":protected]=>
  int(2)
  ["c":"Sleeper":private]=>
  int(3)
  ["gone"]=>
  NULL
  ["typed"]=>
  int(4)
}
[8] igbinary_serialize(): "gone" returned as member variable from __sleep() but does not exist
[8] igbinary_serialize(): "nothing" returned as member variable from __sleep() but does not exist
[8] igbinary_serialize(): __sleep should return an array only containing the names of instance-variables to serialize
..Sleeper....a....gone...nothing...... 1707536c6565706572140511016106011104676f6e650011076e6f7468696e6700000e010601
..Sleeper.. 1707536c65657065721400
[8] igbinary_serialize(): __sleep should return an array only containing the names of instance-variables to serialize
..Sleeper.. 1707536c65657065721400
..Sleeper....a.. 1707536c656570657214011101610601
Error: Typed property Sleeper::$typed must not be accessed before initialization (in __sleep)
..Sleeper.....*.b.....Sleeper.c.. 1707536c656570657214021104002a00620602110a00536c656570657200630603
......Magic........k"......................."...". 1402060017054d6167696314020600060111016b220106011a0014020600140106001a001402060006020e0122040e012202
given 0,k
given 0,k
given 0,k
array(2) {
  [0]=>
  object(Magic)(1) {
    ["data"]=>
    int(1)
  }
  [1]=>
  object(Magic)(1) {
    ["data"]=>
    array(1) {
      [0]=>
      object(Magic)(1) {
        ["data"]=>
        int(2)
      }
    }
  }
}
Exception: not now
TypeError: NoArray::__serialize() must return an array
[8192] Old implements the Serializable interface, which is deprecated. Implement __serialize() and __unserialize() instead (or in addition, if support for old PHP versions is necessary)
......Old..old..". 1402060017034f6c641d036f6c6406012201
text: old
array(2) {
  [0]=>
  object(Old)(1) {
    ["data"]=>
    string(5) "<old>"
  }
  [1]=>
  object(Old)(1) {
    ["data"]=>
    string(5) "<old>"
  }
}
. 00
Exception: Old::serialize() must return a string or NULL
......Suit'..Hearts....'..Spades.."..... 1404060017045375697427110648656172747306011a002711065370616465730602220106030e01
array(4) {
  [0]=>
  enum(Suit::Hearts)
  [1]=>
  enum(Suit::Spades)
  [2]=>
  enum(Suit::Hearts)
  [3]=>
  string(6) "Hearts"
}
bool(true)
[2] igbinary_unserialize_object_enum_case: Suit::Wild is not an enum case
NULL
[2] igbinary_unserialize_object_enum_case: Suit::Number is not an enum case
NULL
[2] igbinary_unserialize_object_enum_case: Undefined constant Suit::None
NULL
[2] igbinary_unserialize_object_enum_case: Class 'Base' is not an enum
NULL
[2] igbinary_unserialize_object_enum_case: Class 'Nope' does not exist
NULL
......Nope....a....". 1402060017044e6f70651401110161060106012201
array(2) {
  [0]=>
  object(__PHP_Incomplete_Class)(2) {
    ["__PHP_Incomplete_Class_Name"]=>
    string(4) "Nope"
    ["a"]=>
    int(1)
  }
  [1]=>
  object(__PHP_Incomplete_Class)(2) {
    ["__PHP_Incomplete_Class_Name"]=>
    string(4) "Nope"
    ["a"]=>
    int(1)
  }
}
Exception: Serialization of 'Closure' is not allowed
Exception: Serialization of 'class@anonymous' is not allowed
Exception: Serialization of 'Generator' is not allowed
[8192] igbinary_serialize(): Cannot serialize resource(stream) and resources may be converted to objects that cannot be serialized in future php releases. Serializing the value as null instead
. 00
Exception: Unserialization of 'Closure' is not allowed
Exception: Unserialization of 'Closure' is not allowed
Error: Cannot instantiate enum Suit
[2] Class Suit has no unserializer
NULL
Error: Cannot instantiate interface Countable
[2] Class Countable has no unserializer
NULL
object(Base)(3) {
  ["own":"Base":private]=>
  string(4) "base"
  ["shared":protected]=>
  array(1) {
    [0]=>
    int(1)
  }
  ["open"]=>
  NULL
}
[2] Class Base has no unserializer
NULL
