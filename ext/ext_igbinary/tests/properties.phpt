--TEST--
Properties that are not there, have types, or are written over
--FILE--
<?php
ob_start(fn(string $text) => preg_replace('/#\d+ /', '', $text));
set_error_handler(function (int $level, string $text): bool {
    echo "[$level] $text\n";
    return true;
});
function back(string $class, string $properties, int $count): void {
    try {
        var_dump(igbinary_unserialize("\0\0\0\2\x17" . chr(strlen($class)) . "$class\x14" . chr($count) . $properties));
    } catch (Throwable $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}
class Plain {
    public $a = 1;
    private $b = 2;
}
class Typed {
    public int $int = 1;
    public ?float $float = 2.0;
    public ?Typed $typed = null;
    public array $list = [];
}
#[AllowDynamicProperties]
class Open {}
readonly class Closed {
    public int $x;
}
back('Plain', "\x11\1a\x0d\x11\1b\6\3", 2);
back('Plain', "\x11\4\0*\0a\6\1", 1);
back('Plain', "\x11\x08\0Plain\0b\6\4\x0e\1\6\5", 2);
var_dump(count((array)igbinary_unserialize("\0\0\0\2\x17\5Plain\x14\3\x11\2\0b\6\4\x11\3\0bc\6\4\x11\5\0a\0\0b\6\4")));
back('Open', "\x11\1a\6\1\x0e\1\6\2\x11\4\0*\0a\6\3", 3);
back('Closed', "\x11\1x\6\1", 1);
back('Closed', "\x11\1y\6\1", 1);
back('Typed', "\x11\3int\6\7\x11\5float\6\x08\x11\5typed\x1a\0\x14\0\x11\4list\x14\1\6\0\x22\1", 4);
back('Typed', "\x11\3int\x11\1x", 1);
back('Typed', "\x11\5typed\x17\5Plain\x14\0", 1);
back('Typed', "\x11\3int\x25\6\5\x11\5float\x25\1\1", 2);
back('Typed', "\x11\3int\x25\6\5\x0e\1\6\6", 2);
// References keep the types of the properties they are bound to.
$typed = igbinary_unserialize("\0\0\0\2\x14\2\6\0\x17\5Typed\x14\1\x11\3int\x25\6\5\6\1\x25\1\2");
try {
    $typed[1] = 'text';
} catch (TypeError $error) {
    echo $error->getMessage(), "\n";
}
$typed[1] = 6;
var_dump($typed[0]->int);

class Hooked {
    public string $backed = 'x' {
        get => "<$this->backed>";
        set => strtoupper($value);
    }
    public string $made { get => 'made'; }
}
echo bin2hex($bytes = igbinary_serialize(new Hooked())), "\n";
echo igbinary_unserialize(str_replace('x', 'y', $bytes))->backed, "\n";

$ghost = (new ReflectionClass('Plain'))->newLazyGhost(function () { echo "made\n"; });
echo bin2hex(igbinary_serialize($ghost)), "\n";
$proxy = (new ReflectionClass('Plain'))->newLazyProxy(fn() => new Plain());
echo bin2hex(igbinary_serialize($proxy)), "\n";
$skipped = (new ReflectionClass('Plain'))->newLazyGhost(function () { echo "made\n"; }, ReflectionClass::SKIP_INITIALIZATION_ON_SERIALIZE);
echo bin2hex(igbinary_serialize($skipped)), "\n";
--EXPECT--
[8192] igbinary_unserialize(): Creation of dynamic property Plain::$b is deprecated
object(Plain)(3) {
  ["a"]=>
  string(0) ""
  ["b":"Plain":private]=>
  int(2)
  ["b"]=>
  int(3)
}
[8192] igbinary_unserialize(): Creation of dynamic property Plain::$a is deprecated
object(Plain)(3) {
  ["a"]=>
  int(1)
  ["b":"Plain":private]=>
  int(2)
  ["a":protected]=>
  int(1)
}
object(Plain)(2) {
  ["a"]=>
  int(1)
  ["b":"Plain":private]=>
  int(5)
}
[8] Illegal member variable name
[8192] igbinary_unserialize(): Creation of dynamic property Plain::$ is deprecated
[8] Corrupt member variable name
[8192] igbinary_unserialize(): Creation of dynamic property Plain::$ is deprecated
[8192] igbinary_unserialize(): Creation of dynamic property Plain::$b is deprecated
int(5)
object(Open)(2) {
  ["a"]=>
  int(2)
  ["a":protected]=>
  int(3)
}
object(Closed)(1) {
  ["x"]=>
  int(1)
}
Error: Cannot create dynamic property Closed::$y in igbinary_unserialize
object(Typed)(4) {
  ["int"]=>
  int(7)
  ["float"]=>
  float(8)
  ["typed"]=>
  object(Typed)(4) {
    ["int"]=>
    int(1)
    ["float"]=>
    float(2)
    ["typed"]=>
    NULL
    ["list"]=>
    array(0) {
    }
  }
  ["list"]=>
  array(1) {
    [0]=>
    object(Typed)(4) {
      ["int"]=>
      int(1)
      ["float"]=>
      float(2)
      ["typed"]=>
      NULL
      ["list"]=>
      array(0) {
      }
    }
  }
}
TypeError: Cannot assign string to property Typed::$int of type int
TypeError: Cannot assign Plain to property Typed::$typed of type ?Typed
TypeError: Reference with value of type int held by property Typed::$int of type int is not compatible with property Typed::$float of type ?float
object(Typed)(4) {
  ["int"]=>
  int(6)
  ["float"]=>
  float(2)
  ["typed"]=>
  NULL
  ["list"]=>
  array(0) {
  }
}
Cannot assign string to reference held by property Typed::$int of type int
int(6)
000000021706486f6f6b6564140111066261636b6564110178
<y>
made
000000021705506c61696e14021101610601110800506c61696e00620602
000000021705506c61696e14021101610601110800506c61696e00620602
000000021705506c61696e14020000
