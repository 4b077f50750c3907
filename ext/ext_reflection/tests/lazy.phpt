--TEST--
Lazy objects through reflection
--FILE--
<?php
class Point
{
    public int $x = 1;
    public $y;
    public readonly int $z;
    public function __construct(int $x = 5) { echo "made\n"; $this->x = $x; $this->z = $x; }
}
$class = new ReflectionClass(Point::class);
$ghost = $class->newLazyGhost(function (Point $p) { $p->__construct(7); });
$class->getProperty('y')->setRawValueWithoutLazyInitialization($ghost, 'set');
var_dump($class->isUninitializedLazyObject($ghost), $class->getProperty('x')->isLazy($ghost), $class->getProperty('y')->isLazy($ghost));
var_dump($ghost, $ghost->y, $ghost->x, $ghost);
$reset = new Point;
$reference = &$reset->x;
$class->resetAsLazyGhost($reset, fn() => null);
$reference = 'free';
$proxy = $class->newLazyProxy(fn() => new Point(9), ReflectionClass::SKIP_INITIALIZATION_ON_SERIALIZE);
$class->getProperty('y')->skipLazyInitialization($proxy);
var_dump($proxy->y, get_debug_type($class->getLazyInitializer($proxy)));
var_dump($class->initializeLazyObject($proxy) === $proxy, $proxy);
$class->resetAsLazyGhost($ghost, function () {});
var_dump($class->markLazyObjectAsInitialized($ghost) === $ghost, $ghost->x, $class->isUninitializedLazyObject($ghost));
foreach ([fn() => $class->newLazyGhost(fn() => null, ReflectionClass::SKIP_DESTRUCTOR), fn() => $class->newLazyGhost(fn() => null, 999),
    fn() => $class->resetAsLazyProxy(new stdClass, fn() => null), fn() => (new ReflectionClass('Exception'))->newLazyGhost(fn() => null)] as $call) {
    try {
        $call();
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
--EXPECT--
bool(true)
bool(true)
bool(false)
made
object(Point)#3 (3) {
  ["x"]=>
  int(7)
  ["y"]=>
  string(3) "set"
  ["z"]=>
  int(7)
}
string(3) "set"
int(7)
object(Point)#3 (3) {
  ["x"]=>
  int(7)
  ["y"]=>
  string(3) "set"
  ["z"]=>
  int(7)
}
made
NULL
string(7) "Closure"
made
bool(false)
lazy proxy object(Point)#6 (1) {
  ["instance"]=>
  object(Point)#7 (3) {
    ["x"]=>
    int(9)
    ["y"]=>
    NULL
    ["z"]=>
    int(9)
  }
}
bool(true)
int(1)
bool(false)
ReflectionException: ReflectionClass::newLazyGhost(): Argument #2 ($options) does not accept ReflectionClass::SKIP_DESTRUCTOR
ReflectionException: ReflectionClass::newLazyGhost(): Argument #2 ($options) contains invalid flags
TypeError: ReflectionClass::resetAsLazyProxy(): Argument #1 ($object) must be of type Point, stdClass given
Error: Cannot make instance of internal class lazy: Exception is internal
