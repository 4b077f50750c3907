--TEST--
What the grammar's rules forbid is thrown
--FILE--
<?php
$sources = ['class A { function f(final $x) {} }', 'final abstract class B {}', 'class C { public public $x; }', 'new abstract class {};',
    'function () { __HALT_COMPILER(); };', 'class E { readonly function f() {} }', 'class F { final final function f() {} }'];
foreach ($sources as $source) {
    try {
        eval($source);
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), ' ', $e->getLine(), "\n";
    }
}
echo "goes on\n";
eval('class G { function f(final $x) {} }');
?>
--EXPECTF--
CompileError: Cannot use the final modifier on a parameter 1
CompileError: Cannot use the final modifier on an abstract class 1
CompileError: Multiple access type modifiers are not allowed 1
CompileError: Cannot use the abstract modifier on an anonymous class 1
CompileError: __HALT_COMPILER() can only be used from the outermost scope 1
CompileError: Cannot use the readonly modifier on a method 1
CompileError: Multiple final modifiers are not allowed 1
goes on

Fatal error: Cannot use the final modifier on a parameter in %s(12) : eval()'d code on line 1
