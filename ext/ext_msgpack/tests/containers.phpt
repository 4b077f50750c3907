--TEST--
MessagePack: arrays, maps, references, with and without what only PHP knows
--EXTENSIONS--
msgpack
--FILE--
<?php
class Box
{
    public $a = 1;
    protected $b = 'two';
    private $c = [3];
    public ?Box $box = null;
    public int $without;
}
class Derived extends Box
{
    private $c = 'own';
}
function show($value)
{
    $packed = msgpack_pack($value);
    echo bin2hex($packed), "\n";
    var_dump(msgpack_unpack($packed));
}
$x = [1];
$object = new Derived;
$self = new stdClass;
$self->self = $self;
$number = 5;
$values = [[], ['a' => 1, 'b' => [1, 'c' => 2]], [5 => 'x', '05' => 'y', -1 => 0], $object, [$object, [$object]], [&$x, &$x], [&$object, &$object],
    [&$number, &$number], (object) ['0' => 'zero', 'a b' => null]];
foreach ([[1, 1], [1, 0], [0, 1], [0, 0]] as [$php, $assoc]) {
    echo "\nphp_only $php, assoc $assoc\n";
    ini_set('msgpack.php_only', $php);
    ini_set('msgpack.assoc', $assoc);
    foreach ($values as $value) {
        show($value);
    }
    var_dump(msgpack_unpack("\x80"), msgpack_unpack("\x82\xc0\xa3Box\xa1a\x02"));
}
ini_set('msgpack.php_only', 1);
ini_set('msgpack.assoc', 1);
show($self);
$inside = [];
$inside['s'] = &$inside;
echo bin2hex(msgpack_pack($inside)), "\n";
var_dump(msgpack_unpack(msgpack_pack($inside)));
ini_set('msgpack.php_only', 0);
echo bin2hex(msgpack_pack($inside)), "\n";
--EXPECTF--
php_only 1, assoc 1
90
array(0) {
}
82a16101a162820001a16302
array(2) {
  ["a"]=>
  int(1)
  ["b"]=>
  array(2) {
    [0]=>
    int(1)
    ["c"]=>
    int(2)
  }
}
8305a178a23035a179ff00
array(3) {
  [5]=>
  string(1) "x"
  ["05"]=>
  string(1) "y"
  [-1]=>
  int(0)
}
86c0a744657269766564a16101a4002a0062a374776fa600426f7800639103a3626f78c0aa00446572697665640063a36f776e
object(Derived)#4 (5) {
  ["a"]=>
  int(1)
  ["b":protected]=>
  string(3) "two"
  ["c":"Box":private]=>
  array(1) {
    [0]=>
    int(3)
  }
  ["box"]=>
  NULL
  ["without"]=>
  uninitialized(int)
  ["c":"Derived":private]=>
  string(3) "own"
}
9286c0a744657269766564a16101a4002a0062a374776fa600426f7800639103a3626f78c0aa00446572697665640063a36f776e9182c0040002
array(2) {
  [0]=>
  object(Derived)#4 (5) {
    ["a"]=>
    int(1)
    ["b":protected]=>
    string(3) "two"
    ["c":"Box":private]=>
    array(1) {
      [0]=>
      int(3)
    }
    ["box"]=>
    NULL
    ["without"]=>
    uninitialized(int)
    ["c":"Derived":private]=>
    string(3) "own"
  }
  [1]=>
  array(1) {
    [0]=>
    object(Derived)#4 (5) {
      ["a"]=>
      int(1)
      ["b":protected]=>
      string(3) "two"
      ["c":"Box":private]=>
      array(1) {
        [0]=>
        int(3)
      }
      ["box"]=>
      NULL
      ["without"]=>
      uninitialized(int)
      ["c":"Derived":private]=>
      string(3) "own"
    }
  }
}
9282c001000182c0020002
array(2) {
  [0]=>
  &array(1) {
    [0]=>
    int(1)
  }
  [1]=>
  &array(1) {
    [0]=>
    int(1)
  }
}
9287c001c0a744657269766564a16101a4002a0062a374776fa600426f7800639103a3626f78c0aa00446572697665640063a36f776e82c0050002
array(2) {
  [0]=>
  &object(Derived)#4 (5) {
    ["a"]=>
    int(1)
    ["b":protected]=>
    string(3) "two"
    ["c":"Box":private]=>
    array(1) {
      [0]=>
      int(3)
    }
    ["box"]=>
    NULL
    ["without"]=>
    uninitialized(int)
    ["c":"Derived":private]=>
    string(3) "own"
  }
  [1]=>
  &object(Derived)#4 (5) {
    ["a"]=>
    int(1)
    ["b":protected]=>
    string(3) "two"
    ["c":"Box":private]=>
    array(1) {
      [0]=>
      int(3)
    }
    ["box"]=>
    NULL
    ["without"]=>
    uninitialized(int)
    ["c":"Derived":private]=>
    string(3) "own"
  }
}
920505
array(2) {
  [0]=>
  int(5)
  [1]=>
  int(5)
}
83c0a8737464436c617373a130a47a65726fa3612062c0
object(stdClass)#4 (2) {
  ["0"]=>
  string(4) "zero"
  ["a b"]=>
  NULL
}
object(stdClass)#4 (0) {
}
object(Box)#5 (4) {
  ["a"]=>
  int(2)
  ["b":protected]=>
  string(3) "two"
  ["c":"Box":private]=>
  array(1) {
    [0]=>
    int(3)
  }
  ["box"]=>
  NULL
  ["without"]=>
  uninitialized(int)
}

php_only 1, assoc 0
90
array(0) {
}
82a16101a162820001a16302
object(stdClass)#5 (2) {
  ["a"]=>
  int(1)
  ["b"]=>
  object(stdClass)#4 (2) {
    [0]=>
    int(1)
    ["c"]=>
    int(2)
  }
}
8305a178a23035a179ff00
object(stdClass)#5 (3) {
  [5]=>
  string(1) "x"
  ["05"]=>
  string(1) "y"
  [-1]=>
  int(0)
}
86c0a744657269766564a16101a4002a0062a374776fa600426f7800639103a3626f78c0aa00446572697665640063a36f776e
object(Derived)#5 (5) {
  ["a"]=>
  int(1)
  ["b":protected]=>
  string(3) "two"
  ["c":"Box":private]=>
  array(1) {
    [0]=>
    int(3)
  }
  ["box"]=>
  NULL
  ["without"]=>
  uninitialized(int)
  ["c":"Derived":private]=>
  string(3) "own"
}
9286c0a744657269766564a16101a4002a0062a374776fa600426f7800639103a3626f78c0aa00446572697665640063a36f776e9182c0040002
array(2) {
  [0]=>
  object(Derived)#5 (5) {
    ["a"]=>
    int(1)
    ["b":protected]=>
    string(3) "two"
    ["c":"Box":private]=>
    array(1) {
      [0]=>
      int(3)
    }
    ["box"]=>
    NULL
    ["without"]=>
    uninitialized(int)
    ["c":"Derived":private]=>
    string(3) "own"
  }
  [1]=>
  array(1) {
    [0]=>
    object(Derived)#5 (5) {
      ["a"]=>
      int(1)
      ["b":protected]=>
      string(3) "two"
      ["c":"Box":private]=>
      array(1) {
        [0]=>
        int(3)
      }
      ["box"]=>
      NULL
      ["without"]=>
      uninitialized(int)
      ["c":"Derived":private]=>
      string(3) "own"
    }
  }
}
9282c001000182c0020002
array(2) {
  [0]=>
  &object(stdClass)#5 (1) {
    [0]=>
    int(1)
  }
  [1]=>
  &object(stdClass)#5 (1) {
    [0]=>
    int(1)
  }
}
9287c001c0a744657269766564a16101a4002a0062a374776fa600426f7800639103a3626f78c0aa00446572697665640063a36f776e82c0050002
array(2) {
  [0]=>
  &object(Derived)#5 (5) {
    ["a"]=>
    int(1)
    ["b":protected]=>
    string(3) "two"
    ["c":"Box":private]=>
    array(1) {
      [0]=>
      int(3)
    }
    ["box"]=>
    NULL
    ["without"]=>
    uninitialized(int)
    ["c":"Derived":private]=>
    string(3) "own"
  }
  [1]=>
  &object(Derived)#5 (5) {
    ["a"]=>
    int(1)
    ["b":protected]=>
    string(3) "two"
    ["c":"Box":private]=>
    array(1) {
      [0]=>
      int(3)
    }
    ["box"]=>
    NULL
    ["without"]=>
    uninitialized(int)
    ["c":"Derived":private]=>
    string(3) "own"
  }
}
920505
array(2) {
  [0]=>
  int(5)
  [1]=>
  int(5)
}
82a130a47a65726fa3612062c0
object(stdClass)#5 (2) {
  ["0"]=>
  string(4) "zero"
  ["a b"]=>
  NULL
}
object(stdClass)#5 (0) {
}
object(Box)#4 (4) {
  ["a"]=>
  int(2)
  ["b":protected]=>
  string(3) "two"
  ["c":"Box":private]=>
  array(1) {
    [0]=>
    int(3)
  }
  ["box"]=>
  NULL
  ["without"]=>
  uninitialized(int)
}

php_only 0, assoc 1
90
array(0) {
}
82a16101a162820001a16302
array(2) {
  ["a"]=>
  int(1)
  ["b"]=>
  array(2) {
    [0]=>
    int(1)
    ["c"]=>
    int(2)
  }
}
8305a178a23035a179ff00
array(3) {
  [5]=>
  string(1) "x"
  ["05"]=>
  string(1) "y"
  [-1]=>
  int(0)
}
9501a374776f9103c0a36f776e
array(5) {
  [0]=>
  int(1)
  [1]=>
  string(3) "two"
  [2]=>
  array(1) {
    [0]=>
    int(3)
  }
  [3]=>
  NULL
  [4]=>
  string(3) "own"
}
929501a374776f9103c0a36f776e919501a374776f9103c0a36f776e
array(2) {
  [0]=>
  array(5) {
    [0]=>
    int(1)
    [1]=>
    string(3) "two"
    [2]=>
    array(1) {
      [0]=>
      int(3)
    }
    [3]=>
    NULL
    [4]=>
    string(3) "own"
  }
  [1]=>
  array(1) {
    [0]=>
    array(5) {
      [0]=>
      int(1)
      [1]=>
      string(3) "two"
      [2]=>
      array(1) {
        [0]=>
        int(3)
      }
      [3]=>
      NULL
      [4]=>
      string(3) "own"
    }
  }
}
9291019101
array(2) {
  [0]=>
  array(1) {
    [0]=>
    int(1)
  }
  [1]=>
  array(1) {
    [0]=>
    int(1)
  }
}
929501a374776f9103c0a36f776e9501a374776f9103c0a36f776e
array(2) {
  [0]=>
  array(5) {
    [0]=>
    int(1)
    [1]=>
    string(3) "two"
    [2]=>
    array(1) {
      [0]=>
      int(3)
    }
    [3]=>
    NULL
    [4]=>
    string(3) "own"
  }
  [1]=>
  array(5) {
    [0]=>
    int(1)
    [1]=>
    string(3) "two"
    [2]=>
    array(1) {
      [0]=>
      int(3)
    }
    [3]=>
    NULL
    [4]=>
    string(3) "own"
  }
}
920505
array(2) {
  [0]=>
  int(5)
  [1]=>
  int(5)
}
92a47a65726fc0
array(2) {
  [0]=>
  string(4) "zero"
  [1]=>
  NULL
}

Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type in %s on line 34
array(0) {
}
array(2) {
  [""]=>
  string(3) "Box"
  ["a"]=>
  int(2)
}

php_only 0, assoc 0
90
array(0) {
}
82a16101a162820001a16302
object(stdClass)#4 (2) {
  ["a"]=>
  int(1)
  ["b"]=>
  object(stdClass)#5 (2) {
    [0]=>
    int(1)
    ["c"]=>
    int(2)
  }
}
8305a178a23035a179ff00
object(stdClass)#4 (3) {
  [5]=>
  string(1) "x"
  ["05"]=>
  string(1) "y"
  [-1]=>
  int(0)
}
85a16101a4002a0062a374776fa600426f7800639103a3626f78c0aa00446572697665640063a36f776e
object(stdClass)#4 (5) {
  ["a"]=>
  int(1)
  ["b":protected]=>
  string(3) "two"
  ["c":"Box":private]=>
  array(1) {
    [0]=>
    int(3)
  }
  ["box"]=>
  NULL
  ["c":"Derived":private]=>
  string(3) "own"
}
9285a16101a4002a0062a374776fa600426f7800639103a3626f78c0aa00446572697665640063a36f776e9185a16101a4002a0062a374776fa600426f7800639103a3626f78c0aa00446572697665640063a36f776e
array(2) {
  [0]=>
  object(stdClass)#4 (5) {
    ["a"]=>
    int(1)
    ["b":protected]=>
    string(3) "two"
    ["c":"Box":private]=>
    array(1) {
      [0]=>
      int(3)
    }
    ["box"]=>
    NULL
    ["c":"Derived":private]=>
    string(3) "own"
  }
  [1]=>
  array(1) {
    [0]=>
    object(stdClass)#5 (5) {
      ["a"]=>
      int(1)
      ["b":protected]=>
      string(3) "two"
      ["c":"Box":private]=>
      array(1) {
        [0]=>
        int(3)
      }
      ["box"]=>
      NULL
      ["c":"Derived":private]=>
      string(3) "own"
    }
  }
}
9291019101
array(2) {
  [0]=>
  array(1) {
    [0]=>
    int(1)
  }
  [1]=>
  array(1) {
    [0]=>
    int(1)
  }
}
9285a16101a4002a0062a374776fa600426f7800639103a3626f78c0aa00446572697665640063a36f776e85a16101a4002a0062a374776fa600426f7800639103a3626f78c0aa00446572697665640063a36f776e
array(2) {
  [0]=>
  object(stdClass)#5 (5) {
    ["a"]=>
    int(1)
    ["b":protected]=>
    string(3) "two"
    ["c":"Box":private]=>
    array(1) {
      [0]=>
      int(3)
    }
    ["box"]=>
    NULL
    ["c":"Derived":private]=>
    string(3) "own"
  }
  [1]=>
  object(stdClass)#4 (5) {
    ["a"]=>
    int(1)
    ["b":protected]=>
    string(3) "two"
    ["c":"Box":private]=>
    array(1) {
      [0]=>
      int(3)
    }
    ["box"]=>
    NULL
    ["c":"Derived":private]=>
    string(3) "own"
  }
}
920505
array(2) {
  [0]=>
  int(5)
  [1]=>
  int(5)
}
82a130a47a65726fa3612062c0
object(stdClass)#4 (2) {
  ["0"]=>
  string(4) "zero"
  ["a b"]=>
  NULL
}

Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type in %s on line 34
object(stdClass)#4 (0) {
}
object(stdClass)#5 (2) {
  [""]=>
  string(3) "Box"
  ["a"]=>
  int(2)
}
82c0a8737464436c617373a473656c6682c0040001
object(stdClass)#5 (1) {
  ["self"]=>
  *RECURSION*
}
81a17382c001a17382c0020002
array(1) {
  ["s"]=>
  &array(1) {
    ["s"]=>
    *RECURSION*
  }
}
81a17381a173c0
