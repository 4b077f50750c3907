--TEST--
php -l binds what a file declares before it runs, and no file knows what another one declares
--FILE--
<?php
$programs = [
    'class A extends ArrayObject { function count() {} }',
    'class A { function f(int $a) {} } class B extends A { function f() {} }',
    'class B extends A { function f() {} } class A { function f(int $a) {} }',
    'final class A {} class B extends A {}',
    'abstract class A { abstract function f(); } class B extends A {}',
    'interface I { function f(); } class B implements I {}',
    'class B extends A { function f() {} } function g() {} function strlen2() {}',
    'function g() {} class A { function f(int $a) {} }',
    'class A {} if (true) { class B extends A { function f() {} } }',
];
$names = [];
foreach ($programs as $number => $program) {
    file_put_contents($names[] = __DIR__ . "/lint$number.inc", "<?php $program");
}
$words = [getenv('TEST_PHP_EXECUTABLE'), '-n', '-d', 'log_errors=0', '-l', ...array_map(basename(...), $names)];
$process = proc_open($words, [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes, __DIR__);
echo preg_replace('~\n+~', "\n", stream_get_contents($pipes[1])), proc_close($process), "\n";
array_map(unlink(...), $names);
?>
--EXPECT--

Deprecated: Return type of A::count() should either be compatible with ArrayObject::count(): int, or the #[\ReturnTypeWillChange] attribute should be used to temporarily suppress the notice in lint0.inc on line 1
No syntax errors detected in lint0.inc
Fatal error: Declaration of B::f() must be compatible with A::f(int $a) in lint1.inc on line 1
Errors parsing lint1.inc
No syntax errors detected in lint2.inc
Fatal error: Class B cannot extend final class A in lint3.inc on line 1
Errors parsing lint3.inc
Fatal error: Class B contains 1 abstract method and must therefore be declared abstract or implement the remaining methods (A::f) in lint4.inc on line 1
Errors parsing lint4.inc
No syntax errors detected in lint5.inc
No syntax errors detected in lint6.inc
No syntax errors detected in lint7.inc
No syntax errors detected in lint8.inc
255
