--TEST--
Callables: that a method is not static is said before that it is hidden
--FILE--
<?php
class A
{
    private function hidden() {}
    private static function hiddenStatic() {}
    protected function guarded() {}
}
abstract class B
{
    abstract protected function made();
}
foreach ([['A', 'hidden'], ['A', 'hiddenStatic'], ['A', 'guarded'], [new A, 'hidden'], 'A::hidden', ['B', 'made'], ['A', 'none']] as $callable) {
    try {
        array_map($callable, [1]);
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
array_map(): Argument #1 ($callback) must be a valid callback or null, non-static method A::hidden() cannot be called statically
array_map(): Argument #1 ($callback) must be a valid callback or null, cannot access private method A::hiddenStatic()
array_map(): Argument #1 ($callback) must be a valid callback or null, non-static method A::guarded() cannot be called statically
array_map(): Argument #1 ($callback) must be a valid callback or null, cannot access private method A::hidden()
array_map(): Argument #1 ($callback) must be a valid callback or null, non-static method A::hidden() cannot be called statically
array_map(): Argument #1 ($callback) must be a valid callback or null, cannot call abstract method B::made()
array_map(): Argument #1 ($callback) must be a valid callback or null, class A does not have a method "none"
