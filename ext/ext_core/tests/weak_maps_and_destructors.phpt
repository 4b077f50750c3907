--TEST--
Keys of weak maps that wait for their destructors keep the values of their entries
--FILE--
<?php
class Key {
    public $self;
    function __construct() { $this->self = $this; }
    function __destruct() { global $map; unset($map[$this]); }
}
$map = new WeakMap;
for ($i = 0; $i < 3; $i++) {
    $key = new Key;
    $map[$key] = [new ArrayObject([1, 2, $i])];
    $key = null;
    gc_collect_cycles();
    echo count($map), "\n";
}
$later = [];
for ($i = 0; $i < 100; $i++) {
    $later[] = [new ArrayObject([$i])];
}
echo count($later), "\n";

class Holder {
    public $text = 'alive';
    public $self;
    function __construct() { $this->self = $this; }
}
class Reader {
    public $self;
    function __construct() { $this->self = $this; }
    function __destruct() { global $map; $GLOBALS['kept'] = $map[$this]; }
}
$key = new Reader;
$map[$key] = new Holder;
$key = null;
gc_collect_cycles();
var_dump($kept->text, $kept === $kept->self);
gc_collect_cycles();
echo count($map), "\n";
?>
--EXPECT--
0
0
0
100
string(5) "alive"
bool(true)
0
