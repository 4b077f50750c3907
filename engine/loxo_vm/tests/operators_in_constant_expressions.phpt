--TEST--
Operators of constant expressions: signs are sums and products with a constant first, and an operator is where its first operand begins
--FILE--
<?php
class K {
    const Z = [];
    const S = "a";
    const A = +self::Z;
    const B = -self::Z;
    const C = ~self::Z;
    const D = -self::S;
    const E = +self::S;
    const F = 1 -
        self::S;
    const G =
        self::S . (self::Z
            . "x");
    const H = (self::S) *
        (1
            + self::Z);
    const I = -
        self::Z;
    const J = 1 > 0 ?
        -self::Z : 1;
    const L = [1,
        2 => 3,
        3 => 3 -
            self::S];
    const M = 1 +
        NO_SUCH_CONSTANT;
    const N =
        NO_SUCH_CONSTANT;
}
foreach (str_split('ABCDEFGHIJLMN') as $name) {
    try {
        var_dump(constant("K::$name"));
    } catch (Throwable $e) {
        echo $name, " ", $e->getMessage(), " on ", $e->getLine(), "\n";
    }
}
?>
--EXPECTF--
A Unsupported operand types: int + array on 5
B Unsupported operand types: int * array on 6
C Cannot perform bitwise not on array on 7
D Unsupported operand types: int * string on 8
E Unsupported operand types: int + string on 9
F Unsupported operand types: int - string on 10

Warning: Array to string conversion in %s on line 13
string(7) "aArrayx"
H Unsupported operand types: int + array on 16
I Unsupported operand types: int * array on 19
J Unsupported operand types: int * array on 21
L Unsupported operand types: int - string on 24
M Undefined constant "NO_SUCH_CONSTANT" on 27
N Undefined constant "NO_SUCH_CONSTANT" on 33
