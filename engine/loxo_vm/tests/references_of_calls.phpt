--TEST--
A call that gives no reference is assigned by value; typed references keep their types
--FILE--
<?php
function value() { return 'value'; }
function counted() { static $n; $n = &value(); return $n; }
$a = 'old';
$b = &$a;
$a = &value();
var_dump($a, $b);
var_dump(counted());
class Typed {
    public int|string $x = 42;
    public float|string $y = 1.5;
    public ?string $s = null;
    public static ?array $list = null;
    public static iterable $any = [];
}
$o = new Typed;
try {
    $o->y = &$o->x;
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
foreach ([fn() => $o->s[] = 1, fn() => $o->s['a']['b'] = 1, fn() => Typed::$list[] = 2] as $write) {
    try {
        $write();
        var_dump(Typed::$list);
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
Typed::$list = &Typed::$any;
try {
    Typed::$any = new ArrayIterator;
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
$n = new class { public string $text = ''; };
$ref = &$n->text;
try {
    try {
        throw new Exception('not a text');
    } catch (Exception $ref) {
        echo "not reached\n";
    }
} catch (TypeError $e) {
    echo preg_replace('/@anonymous.*::/s', '::', $e->getMessage()), "\n";
}
--EXPECTF--

Notice: Only variables should be assigned by reference in %s on line 6
string(5) "value"
string(5) "value"

Notice: Only variables should be assigned by reference in %s on line 3
string(5) "value"
Reference with value of type int held by property Typed::$x of type string|int is not compatible with property Typed::$y of type string|float
Cannot auto-initialize an array inside property Typed::$s of type ?string
Cannot auto-initialize an array inside property Typed::$s of type ?string
array(1) {
  [0]=>
  int(2)
}
Cannot assign ArrayIterator to reference held by property Typed::$list of type ?array
Cannot assign Exception to reference held by property class::$text of type string
