--TEST--
Methods whose return types may be left out
--FILE--
<?php
class P extends ReflectionParameter {
    #[ReturnTypeWillChange]
    public function getClass() { return null; }
    #[ReturnTypeWillChange]
    public function isArray() { return 1; }
    #[ReturnTypeWillChange]
    public function isCallable() { return 1; }
}
class F extends ReflectionFunction {
    #[ReturnTypeWillChange]
    public function isDisabled() { return 1; }
}
echo (new ReflectionMethod('ReflectionParameter', 'getClass'))->getTentativeReturnType(), "\n";
?>
--EXPECTF--
?ReflectionClass
