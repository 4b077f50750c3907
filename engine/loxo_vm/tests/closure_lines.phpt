--TEST--
The parameters of a closure are at the line of the last variable that it captures
--FILE--
<?php
set_error_handler(function ($number, $message, $file, $line) {
    echo $line, ': ', preg_replace('~^.*\(\): ~', '', $message), "\n";
});
eval('
$f = function (
    int $x,
    array $y = null,
    $z = 1,
    $last
) use (
    $a,
    &$b,
    $c
): int {
    return "x";
};
$g = fn(
    int $x
) =>
    $x;
');
$a = $c = 0;
function lines(callable $closure): void {
    foreach ([['x'], [1, 2], [1, null, 3, 4]] as $args) {
        try {
            $closure(...$args);
        } catch (Error $error) {
            echo $error->getLine(), ': ', get_class($error), "\n";
        }
    }
}
lines(function (
    int $x,
    ?array $y = null
) use (
    $a,
    $c
): int {
    return 'x';
});
lines(function (
    int $x,
    ?array $y = null
): int {
    return 'x';
});
--EXPECT--
10: Implicitly marking parameter $y as nullable is deprecated, the explicit nullable type must be used instead
10: Optional parameter $z declared before required parameter $last is implicitly treated as a required parameter
8: Undefined variable $a
10: Undefined variable $c
38: TypeError
38: TypeError
40: TypeError
42: TypeError
42: TypeError
46: TypeError
