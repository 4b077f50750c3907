--TEST--
Calling, binding and looking into closures
--FILE--
<?php
class Test
{
    public static $made = 0;
    private function secret($a, $b = 2, ...$more) { return [$a, $b, $more]; }
    public function __call($name, $args) { return [$name, $args]; }
    public static function __callStatic($name, $args) { return [$name, $args]; }
    public function add(int &$n) { $n++; }
}
$test = new Test;
// Two arguments are as many as __call() itself has.
echo json_encode([$test->foo(1, 2), Test::bar(1, 2), $test->baz(...)(1, 2)]), "\n";
$method = new ReflectionMethod('Test', 'secret');
echo json_encode([$method->invoke($test, 1), $method->invokeArgs($test, ['b' => 5, 'a' => 4]), $method->invoke($test, 1, 2, c: 3)]), "\n";
$n = 1;
(new ReflectionMethod($test, 'add'))->invokeArgs($test, [&$n]);
echo $n, "\n";
foreach ([fn() => $method->invoke(null, 1), fn() => $method->invoke(new stdClass), fn() => ReflectionMethod::createFromMethodName('Test'),
    fn() => new ReflectionMethod('Test', 'none'), fn() => (new ReflectionClass('Test'))->newInstance(1)] as $call) {
    try {
        $call();
    } catch (ReflectionException $e) {
        echo $e->getMessage(), "\n";
    }
}
$used = 'u';
$closure = function () use ($used) { static $own = 1; return ++$own; };
$closure();
$function = new ReflectionFunction($closure);
var_dump($function->getClosureUsedVariables(), $function->getStaticVariables(), $function->isAnonymous());
$bound = Closure::bind(fn() => $this, $test, Test::class);
$function = new ReflectionFunction($bound);
var_dump($function->getClosureThis() === $test, $function->getClosureScopeClass()->name, $function->invoke() === $test);
var_dump(call_user_func(...[fn(...$all) => count($all), ...range(1, 20), 'named' => 1]));
$gone = new ReflectionFunction($test->gone(...));
echo $gone->getParameters()[0], ' ', $gone->getName(), ' ', json_encode($gone->invoke(1, b: 2)), "\n";
try {
    (new ReflectionFunction('str_repeat'))->invoke('a', twice: 2);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
[["foo",[1,2]],["bar",[1,2]],["baz",[1,2]]]
[[1,2,[]],[4,5,[]],[1,2,{"c":3}]]
2
Trying to invoke non static method Test::secret() without an object
Given object is not an instance of the class this method was declared in
ReflectionMethod::createFromMethodName(): Argument #1 ($method) must be a valid method name
Method Test::none() does not exist
Class Test does not have a constructor, so you cannot pass any constructor arguments
array(1) {
  ["used"]=>
  string(1) "u"
}
array(2) {
  ["used"]=>
  string(1) "u"
  ["own"]=>
  int(2)
}
bool(true)
bool(true)
string(4) "Test"
bool(true)
int(21)
Parameter #0 [ <optional> mixed ...$arguments ] gone ["gone",{"0":1,"b":2}]
Unknown named parameter $twice
