--TEST--
Compiled functions at places that see several classes: properties and their changes in place, methods, parameters, instanceof
--FILE--
<?php
interface Shape {}
class Base { private int $n = 1; public function own(): int { return $this->n; } }
class One extends Base implements Shape { public int $n = 10; public mixed $wide = PHP_INT_MAX; public function name() { return 'one'; } }
class Two extends Base implements Shape { public float $n = 0.5; public $wide = 1; public function name() { return 'two'; } }
class Three extends Two { public $wide = 'text'; public function name() { return 'three'; } }
class Point { public function __construct(public readonly int $x, protected ?Shape $of = null, public array $list = []) {}
    public function move(): void { $this->x += 1; } public function of() { return $this->of; } }

function change($object, $by) { $object->n += $by; return $object->n; }
function widen($object) { $object->wide .= '!'; return $object->wide; }
function step($object) { $before = $object->n++; return [$before, ++$object->n, $object->n--]; }
function named($object) { return $object->name(); }
function is_shape($value) { return $value instanceof Shape; }
function takes(Shape $shape) { return $shape->own(); }
function make($i, $of) { return new Point($i, $of, [$i]); }

$objects = [new One, new Two, new Three];
for ($round = 0; $round < 40; $round++) {
    foreach ($objects as $i => $object) {
        $last[$i] = [change($object, $i), step($object), named($object), is_shape($object), takes($object), make($round, $object)->of() === $object];
    }
    is_shape(null); is_shape(new Base); is_shape(new ArrayObject);
}
foreach ($last as $row) echo json_encode($row), "\n";
foreach ($objects as $object) echo widen($object), ' ';
echo "\n";
$one = $objects[0];
foreach ([fn() => change($one, 1.5), fn() => change($one, PHP_INT_MAX), fn() => change($one, 'x'), fn() => takes(new Base), fn() => make(5, null)->move(),
    fn() => make('x', null), fn() => make(1.5, null)->x, fn() => named(new Base)] as $case) {
    try { var_dump($case()); } catch (Error $error) { echo get_class($error), ': ', preg_replace('/, called in.*/', '', $error->getMessage()), "\n"; }
}
$one->n = PHP_INT_MAX;
try { step($one); } catch (Error $error) { echo $error->getMessage(), "\n"; }
class Unset_ { public int $n; public function __get($name) { return 7; } }
$object = new Unset_;
try { change($object, 1); } catch (Error $error) { echo $error->getMessage(), "\n"; }
unset($object->n);
var_dump(change($object, 1));
$reference = &$one->n;
$one->n = 3;
change($one, 4);
var_dump($reference);
--EXPECTF--
[49,[49,51,51],"one",true,1,true]
[79.5,[79.5,81.5,81.5],"two",true,1,true]
[119.5,[119.5,121.5,121.5],"three",true,1,true]
9223372036854775807! 1! text! 

Deprecated: Implicit conversion from float 51.5 to int loses precision in %s on line 10
int(51)
TypeError: Cannot assign float to property One::$n of type int
TypeError: Unsupported operand types: int + string
TypeError: takes(): Argument #1 ($shape) must be of type Shape, Base given
Error: Cannot modify readonly property Point::$x
TypeError: Point::__construct(): Argument #1 ($x) must be of type int, string given

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 7
int(1)
Error: Call to undefined method Base::name()
Cannot increment property One::$n of type int past its maximal value
Typed property Unset_::$n must not be accessed before initialization
int(8)
int(7)
