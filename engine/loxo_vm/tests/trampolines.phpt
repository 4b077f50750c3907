--TEST--
__call() and __callStatic(): names remembered by class and scope, closures of them, named arguments, nothing left alive
--FILE--
<?php
class A
{
    private function hidden() { return 'hidden'; }
    function __call($name, $args) { return "$name(" . implode(',', array_map(fn($k, $v) => "$k=$v", array_keys($args), $args)) . ')'; }
    static function __callStatic($name, $args) { return "static $name(" . count($args) . ')'; }
    function inside(A $other) { return [$other->hidden(), self::other(1), A::other(1, 2), static::hidden()]; }
}
class B extends A { function late() { return 'late'; } }
class D { function __destruct() { echo "gone\n"; } function __call($n, $a) { return $this; } }

$a = new A;
for ($i = 0; $i < 3; $i++) {
    echo $a->hidden($i), ' ', A::hidden($i), ' ', implode(' ', $a->inside(new B)), "\n";
    foreach ([$a, new B] as $object) {
        echo $object->late(1), ' ', $object->Later(x: 2), "\n";
    }
}
$f = $a->nope(...);
echo $f(1, b: 2), ' ', $f(...['c' => 3]), ' ', (new ReflectionFunction($f))->getName(), "\n";
$g = A::nope(...);
echo $g(1, 2), "\n";
try { $a->throwing((function () { throw new Exception('thrown'); })()); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
(new D)->first()->second();
$h = (new D)->third(...);
echo get_class($h()), "\n";
unset($h);
echo "end\n";
foreach (['', "\0", 'x'] as $name) {
    for ($i = 0; $i < 2; $i++) {
        var_dump(A::$name());
    }
}
--EXPECT--
hidden(0=0) static hidden(1) hidden other(0=1) other(0=1,1=2) hidden
late(0=1) Later(x=2)
late Later(x=2)
hidden(0=1) static hidden(1) hidden other(0=1) other(0=1,1=2) hidden
late(0=1) Later(x=2)
late Later(x=2)
hidden(0=2) static hidden(1) hidden other(0=1) other(0=1,1=2) hidden
late(0=1) Later(x=2)
late Later(x=2)
nope(0=1,b=2) nope(c=3) nope
static nope(2)
thrown
gone
D
gone
end
string(10) "static (0)"
string(10) "static (0)"
string(10) "static (0)"
string(10) "static (0)"
string(11) "static x(0)"
string(11) "static x(0)"
