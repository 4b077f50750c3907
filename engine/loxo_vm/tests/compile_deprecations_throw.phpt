--TEST--
A handler that throws at what a compilation has found: the first stands, the rest is not told
--FILE--
<?php
set_error_handler(function (int $level, string $text) {
    echo "told: $text\n";
    throw new Exception($text);
});
try {
    eval('function f(int $a = null, int $b = null, int $c = null) {}');
} catch (Exception $e) {
    var_dump($e->getMessage(), $e->getPrevious());
}
set_error_handler(function (int $level, string $text) {
    echo "told: $text\n";
});
eval('function g(int $a = null, int $b = null) {}');
?>
--EXPECT--
told: f(): Implicitly marking parameter $a as nullable is deprecated, the explicit nullable type must be used instead
string(111) "f(): Implicitly marking parameter $a as nullable is deprecated, the explicit nullable type must be used instead"
NULL
told: g(): Implicitly marking parameter $a as nullable is deprecated, the explicit nullable type must be used instead
told: g(): Implicitly marking parameter $b as nullable is deprecated, the explicit nullable type must be used instead
