--TEST--
MessagePack: values in the form of templates
--EXTENSIONS--
msgpack
--FILE--
<?php
class Point
{
    public $x;
    protected $y;
    private $z;
}
class Line
{
    public $from;
    public $to;

    public function __construct()
    {
        $this->from = new Point;
        $this->to = new Point;
    }
}
class Rows
{
    public $rows = [1];
}
class Wants
{
    public function __construct(int $argument) {}
}
$lists = ["\x93\x01\x02\x03", "\x92\x01\x02", "\x83\xa1x\x01\xa1y\x02\xa1z\x03", "\x82\xa1x\x01\x05\x02", "\x90", "\x05", "\x92\x93\x01\x02\x03\x93\x04\x05\x06"];
$templates = [new Point, 'Point', new Line, new Rows, [], [new Point], ['Point'], [[1]], [1], ['k' => new Point], ['k' => 1, 'l' => 2]];
foreach ($templates as $template) {
    echo "\n", json_encode($template), is_object($template) ? ' ' . $template::class : '', "\n";
    foreach ($lists as $list) {
        try {
            var_dump(msgpack_unpack($list, $template));
        } catch (Throwable $e) {
            echo get_class($e), ': ', $e->getMessage(), "\n";
        }
    }
}
try {
    msgpack_unpack("\x90", 'Wants');
} catch (ArgumentCountError $e) {
    echo $e->getMessage(), "\n";
}
msgpack_unpack("\x01", 'Nowhere');
--EXPECTF--
{"x":null} Point
object(Point)#8 (3) {
  ["x"]=>
  int(1)
  ["y":protected]=>
  int(2)
  ["z":"Point":private]=>
  int(3)
}
object(Point)#8 (3) {
  ["x"]=>
  int(1)
  ["y":protected]=>
  int(2)
  ["z":"Point":private]=>
  NULL
}

Warning: [msgpack] (msgpack_convert_object) illegal offset type, skip this decoding in %s on line 33
object(Point)#8 (3) {
  ["x"]=>
  int(1)
  ["y":protected]=>
  int(2)
  ["z":"Point":private]=>
  int(3)
}

Warning: [msgpack] (msgpack_convert_object) illegal offset type, skip this decoding in %s on line 33
object(Point)#8 (3) {
  ["x"]=>
  int(1)
  ["y":protected]=>
  int(2)
  ["z":"Point":private]=>
  NULL
}
object(Point)#8 (3) {
  ["x"]=>
  NULL
  ["y":protected]=>
  NULL
  ["z":"Point":private]=>
  NULL
}
object(Point)#8 (3) {
  ["x"]=>
  int(5)
  ["y":protected]=>
  NULL
  ["z":"Point":private]=>
  NULL
}
object(Point)#8 (3) {
  ["x"]=>
  array(3) {
    [0]=>
    int(1)
    [1]=>
    int(2)
    [2]=>
    int(3)
  }
  ["y":protected]=>
  array(3) {
    [0]=>
    int(4)
    [1]=>
    int(5)
    [2]=>
    int(6)
  }
  ["z":"Point":private]=>
  NULL
}

"Point"
object(Point)#8 (3) {
  ["x"]=>
  int(1)
  ["y":protected]=>
  int(2)
  ["z":"Point":private]=>
  int(3)
}
object(Point)#8 (3) {
  ["x"]=>
  int(1)
  ["y":protected]=>
  int(2)
  ["z":"Point":private]=>
  NULL
}

Warning: [msgpack] (msgpack_convert_object) illegal offset type, skip this decoding in %s on line 33
object(Point)#8 (3) {
  ["x"]=>
  int(1)
  ["y":protected]=>
  int(2)
  ["z":"Point":private]=>
  int(3)
}

Warning: [msgpack] (msgpack_convert_object) illegal offset type, skip this decoding in %s on line 33
object(Point)#8 (3) {
  ["x"]=>
  int(1)
  ["y":protected]=>
  int(2)
  ["z":"Point":private]=>
  NULL
}
object(Point)#8 (3) {
  ["x"]=>
  NULL
  ["y":protected]=>
  NULL
  ["z":"Point":private]=>
  NULL
}
object(Point)#8 (3) {
  ["x"]=>
  int(5)
  ["y":protected]=>
  NULL
  ["z":"Point":private]=>
  NULL
}
object(Point)#8 (3) {
  ["x"]=>
  array(3) {
    [0]=>
    int(1)
    [1]=>
    int(2)
    [2]=>
    int(3)
  }
  ["y":protected]=>
  array(3) {
    [0]=>
    int(4)
    [1]=>
    int(5)
    [2]=>
    int(6)
  }
  ["z":"Point":private]=>
  NULL
}

{"from":{"x":null},"to":{"x":null}} Line

Deprecated: Creation of dynamic property Line::$2 is deprecated in %s on line 33
object(Line)#8 (3) {
  ["from"]=>
  int(1)
  ["to"]=>
  int(2)
  ["2"]=>
  int(3)
}
object(Line)#8 (2) {
  ["from"]=>
  object(Point)#11 (3) {
    ["x"]=>
    int(1)
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
  ["to"]=>
  object(Point)#10 (3) {
    ["x"]=>
    int(2)
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
}

Deprecated: Creation of dynamic property Line::$x is deprecated in %s on line 33

Warning: [msgpack] (msgpack_convert_object) illegal offset type, skip this decoding in %s on line 33

Deprecated: Creation of dynamic property Line::$y is deprecated in %s on line 33

Warning: [msgpack] (msgpack_convert_object) illegal offset type, skip this decoding in %s on line 33

Deprecated: Creation of dynamic property Line::$z is deprecated in %s on line 33

Warning: [msgpack] (msgpack_convert_object) illegal offset type, skip this decoding in %s on line 33
object(Line)#8 (5) {
  ["from"]=>
  object(Point)#10 (3) {
    ["x"]=>
    NULL
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
  ["to"]=>
  object(Point)#11 (3) {
    ["x"]=>
    NULL
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
  ["x"]=>
  int(1)
  ["y"]=>
  int(2)
  ["z"]=>
  int(3)
}

Deprecated: Creation of dynamic property Line::$x is deprecated in %s on line 33

Warning: [msgpack] (msgpack_convert_object) illegal offset type, skip this decoding in %s on line 33
object(Line)#8 (3) {
  ["from"]=>
  int(2)
  ["to"]=>
  object(Point)#10 (3) {
    ["x"]=>
    NULL
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
  ["x"]=>
  int(1)
}
object(Line)#8 (2) {
  ["from"]=>
  object(Point)#10 (3) {
    ["x"]=>
    NULL
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
  ["to"]=>
  object(Point)#11 (3) {
    ["x"]=>
    NULL
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
}
object(Line)#8 (2) {
  ["from"]=>
  int(5)
  ["to"]=>
  object(Point)#10 (3) {
    ["x"]=>
    NULL
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
}
object(Line)#8 (2) {
  ["from"]=>
  object(Point)#9 (3) {
    ["x"]=>
    int(1)
    ["y":protected]=>
    int(2)
    ["z":"Point":private]=>
    int(3)
  }
  ["to"]=>
  object(Point)#10 (3) {
    ["x"]=>
    int(4)
    ["y":protected]=>
    int(5)
    ["z":"Point":private]=>
    int(6)
  }
}

{"rows":[1]} Rows

Deprecated: Creation of dynamic property Rows::$1 is deprecated in %s on line 33

Deprecated: Creation of dynamic property Rows::$2 is deprecated in %s on line 33
object(Rows)#8 (3) {
  ["rows"]=>
  int(1)
  ["1"]=>
  int(2)
  ["2"]=>
  int(3)
}

Deprecated: Creation of dynamic property Rows::$1 is deprecated in %s on line 33
object(Rows)#8 (2) {
  ["rows"]=>
  int(1)
  ["1"]=>
  int(2)
}

Deprecated: Creation of dynamic property Rows::$x is deprecated in %s on line 33

Warning: [msgpack] (msgpack_convert_object) illegal offset type, skip this decoding in %s on line 33

Deprecated: Creation of dynamic property Rows::$y is deprecated in %s on line 33

Warning: [msgpack] (msgpack_convert_object) illegal offset type, skip this decoding in %s on line 33

Deprecated: Creation of dynamic property Rows::$z is deprecated in %s on line 33

Warning: [msgpack] (msgpack_convert_object) illegal offset type, skip this decoding in %s on line 33
object(Rows)#8 (4) {
  ["rows"]=>
  array(1) {
    [0]=>
    int(1)
  }
  ["x"]=>
  int(1)
  ["y"]=>
  int(2)
  ["z"]=>
  int(3)
}

Deprecated: Creation of dynamic property Rows::$x is deprecated in %s on line 33

Warning: [msgpack] (msgpack_convert_object) illegal offset type, skip this decoding in %s on line 33
object(Rows)#8 (2) {
  ["rows"]=>
  int(2)
  ["x"]=>
  int(1)
}
object(Rows)#8 (1) {
  ["rows"]=>
  array(1) {
    [0]=>
    int(1)
  }
}
object(Rows)#8 (1) {
  ["rows"]=>
  int(5)
}

Deprecated: Creation of dynamic property Rows::$1 is deprecated in %s on line 33
object(Rows)#8 (2) {
  ["rows"]=>
  array(3) {
    [0]=>
    int(1)
    [1]=>
    int(2)
    [2]=>
    int(3)
  }
  ["1"]=>
  array(3) {
    [0]=>
    int(4)
    [1]=>
    int(5)
    [2]=>
    int(6)
  }
}

[]

Warning: [msgpack] (msgpack_convert_array) template array length is 0 in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) template array length is 0 in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) template array length is 0 in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) template array length is 0 in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) template array length is 0 in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) template array length is 0 in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) template array length is 0 in %s on line 33
NULL

[{"x":null}]
array(3) {
  [0]=>
  object(Point)#8 (3) {
    ["x"]=>
    int(1)
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
  [1]=>
  object(Point)#10 (3) {
    ["x"]=>
    int(2)
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
  [2]=>
  object(Point)#9 (3) {
    ["x"]=>
    int(3)
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
}
array(2) {
  [0]=>
  object(Point)#9 (3) {
    ["x"]=>
    int(1)
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
  [1]=>
  object(Point)#10 (3) {
    ["x"]=>
    int(2)
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
}

Warning: [msgpack] (msgpack_convert_array) key is string in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) key is string in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) array length is 0 in unserialized data in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) unserialized data must be array. in %s on line 33
NULL
array(2) {
  [0]=>
  object(Point)#10 (3) {
    ["x"]=>
    int(1)
    ["y":protected]=>
    int(2)
    ["z":"Point":private]=>
    int(3)
  }
  [1]=>
  object(Point)#9 (3) {
    ["x"]=>
    int(4)
    ["y":protected]=>
    int(5)
    ["z":"Point":private]=>
    int(6)
  }
}

["Point"]
array(3) {
  [0]=>
  object(Point)#9 (3) {
    ["x"]=>
    int(1)
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
  [1]=>
  object(Point)#10 (3) {
    ["x"]=>
    int(2)
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
  [2]=>
  object(Point)#8 (3) {
    ["x"]=>
    int(3)
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
}
array(2) {
  [0]=>
  object(Point)#8 (3) {
    ["x"]=>
    int(1)
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
  [1]=>
  object(Point)#10 (3) {
    ["x"]=>
    int(2)
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
}

Warning: [msgpack] (msgpack_convert_array) key is string in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) key is string in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) array length is 0 in unserialized data in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) unserialized data must be array. in %s on line 33
NULL
array(2) {
  [0]=>
  object(Point)#10 (3) {
    ["x"]=>
    int(1)
    ["y":protected]=>
    int(2)
    ["z":"Point":private]=>
    int(3)
  }
  [1]=>
  object(Point)#8 (3) {
    ["x"]=>
    int(4)
    ["y":protected]=>
    int(5)
    ["z":"Point":private]=>
    int(6)
  }
}

[[1]]

Warning: [msgpack] (msgpack_convert_array) unserialized data must be array. in %s on line 33

Warning: [msgpack] (msgpack_convert_array) convert failure in HASH_KEY_IS_LONG in indexed array in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) unserialized data must be array. in %s on line 33

Warning: [msgpack] (msgpack_convert_array) convert failure in HASH_KEY_IS_LONG in indexed array in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) key is string in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) key is string in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) array length is 0 in unserialized data in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) unserialized data must be array. in %s on line 33
NULL
array(2) {
  [0]=>
  array(3) {
    [0]=>
    int(1)
    [1]=>
    int(2)
    [2]=>
    int(3)
  }
  [1]=>
  array(3) {
    [0]=>
    int(4)
    [1]=>
    int(5)
    [2]=>
    int(6)
  }
}

[1]
array(3) {
  [0]=>
  int(1)
  [1]=>
  int(2)
  [2]=>
  int(3)
}
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(2)
}

Warning: [msgpack] (msgpack_convert_array) key is string in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) key is string in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) array length is 0 in unserialized data in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) unserialized data must be array. in %s on line 33
NULL
array(2) {
  [0]=>
  array(3) {
    [0]=>
    int(1)
    [1]=>
    int(2)
    [2]=>
    int(3)
  }
  [1]=>
  array(3) {
    [0]=>
    int(4)
    [1]=>
    int(5)
    [2]=>
    int(6)
  }
}

{"k":{"x":null}}
array(1) {
  ["k"]=>
  object(Point)#8 (3) {
    ["x"]=>
    int(1)
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
}
array(1) {
  ["k"]=>
  object(Point)#8 (3) {
    ["x"]=>
    int(1)
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
}
array(1) {
  ["k"]=>
  object(Point)#8 (3) {
    ["x"]=>
    int(1)
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
}
array(1) {
  ["k"]=>
  object(Point)#8 (3) {
    ["x"]=>
    int(1)
    ["y":protected]=>
    NULL
    ["z":"Point":private]=>
    NULL
  }
}

Warning: [msgpack] (msgpack_convert_array) can't get data in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) input data is not array in %s on line 33
NULL
array(1) {
  ["k"]=>
  object(Point)#8 (3) {
    ["x"]=>
    int(1)
    ["y":protected]=>
    int(2)
    ["z":"Point":private]=>
    int(3)
  }
}

{"k":1,"l":2}
array(2) {
  ["k"]=>
  int(1)
  ["l"]=>
  int(2)
}
array(2) {
  ["k"]=>
  int(1)
  ["l"]=>
  int(2)
}
array(2) {
  ["k"]=>
  int(1)
  ["l"]=>
  int(2)
}
array(2) {
  ["k"]=>
  int(1)
  ["l"]=>
  int(2)
}

Warning: [msgpack] (msgpack_convert_array) can't get data in %s on line 33
NULL

Warning: [msgpack] (msgpack_convert_array) input data is not array in %s on line 33
NULL
array(2) {
  ["k"]=>
  array(3) {
    [0]=>
    int(1)
    [1]=>
    int(2)
    [2]=>
    int(3)
  }
  ["l"]=>
  array(3) {
    [0]=>
    int(4)
    [1]=>
    int(5)
    [2]=>
    int(6)
  }
}
Too few arguments to function Wants::__construct(), 0 passed and exactly 1 expected

Fatal error: [msgpack] (msgpack_convert_object) Class 'Nowhere' not found in %s on line 44
