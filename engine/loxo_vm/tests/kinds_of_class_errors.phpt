--TEST--
What error_get_last() says of classes that cannot be: abstract methods and refused interfaces are no errors of compilation
--FILE--
<?php
$programs = [
    'class B implements JsonSerializable {}',
    'class B { abstract function f(); }',
    'interface I { function f(); } enum E implements I {}',
    'class B implements Throwable {}',
    'class B implements UnitEnum {}',
    'class B implements Traversable {}',
    'class A {} class B implements A {}',
    'class A {} class B { use A; }',
    'class A { function f(int $a) {} } class B extends A { function f() {} }',
    'final class A {} class B extends A {}',
];
$start = '<?php ini_set("display_errors", 0); register_shutdown_function(function () { echo error_get_last()["type"], " ", error_get_last()["message"], "\n"; }); eval(%s);';
foreach ($programs as $program) {
    $process = proc_open([getenv('TEST_PHP_EXECUTABLE'), '-n', '-d', 'log_errors=0'], [['pipe', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
    fwrite($pipes[0], sprintf($start, var_export($program, true)));
    fclose($pipes[0]);
    echo stream_get_contents($pipes[1]);
    proc_close($process);
}
?>
--EXPECT--
1 Class B contains 1 abstract method and must therefore be declared abstract or implement the remaining methods (JsonSerializable::jsonSerialize)
1 Class B contains 1 abstract method and must therefore be declared abstract or implement the remaining methods (B::f)
1 Enum E must implement 1 abstract private method (I::f)
1 Class B cannot implement interface Throwable, extend Exception or Error instead
1 Non-enum class B cannot implement interface UnitEnum
16 Class B must implement interface Traversable as part of either Iterator or IteratorAggregate
1 B cannot implement A - it is not an interface
1 B cannot use A - it is not a trait
64 Declaration of B::f() must be compatible with A::f(int $a)
64 Class B cannot extend final class A
