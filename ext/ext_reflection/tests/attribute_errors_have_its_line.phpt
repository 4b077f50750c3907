--TEST--
newInstance() of an attribute fails at the attribute
--FILE--
<?php
#[Attribute]
class At {
    function __construct(public $x = 1) {
        if ($x === 5)
            throw new Exception("five");
    }
}
#[Attribute] class None1 {}
#[Attribute] class Secret { private function __construct() {} }
#[Attribute] abstract class Open { function __construct() {} }
#[Attribute] class Typed { function __construct(int $x) {} }
class Obj {
    function __construct() {
        throw new Exception("obj");
    }
}

#[At(
    NOPE)]
class BareConstant {}
#[
    At(5)
]
class Throws {}
#[Missing(1)]
class NoSuchClass {}
#[At(1 / 0)]
class Divides {}
#[At("abc" -
    "x")]
class Subtracts {}
#[At(new Obj)]
class Makes {}
#[At(
    -
    "a")]
class Negates {}
#[
    At(x: 2, y: 3)]
class UnknownName {}
#[
    None1(x: 1)]
class NamedForNobody {}
#[
    Secret]
class OfSecret {}
#[
    Open]
class OfOpen {}
#[
    Typed("x")]
class WrongType {}
#[
    Typed]
class TooFew {}
#[
    Typed(1,
        NotThere::X)]
class MissingClass {}
foreach (['BareConstant', 'Throws', 'NoSuchClass', 'Divides', 'Subtracts', 'Makes', 'Negates', 'UnknownName', 'NamedForNobody', 'OfSecret', 'OfOpen', 'WrongType', 'TooFew', 'MissingClass'] as $class) {
    foreach (['newInstance', 'getArguments'] as $method) {
        try {
            (new ReflectionClass($class))->getAttributes()[0]
                ->$method();
            echo "$class $method: fine\n";
        } catch (Throwable $e) {
            echo "$class $method: ", str_replace(__FILE__, 'FILE', $e->getMessage()), " on {$e->getLine()}\n";
            foreach ($e->getTrace() as $entry) echo "    ", $entry['line'] ?? '-', ' ', $entry['function'], "\n";
        }
    }
}
?>
--EXPECT--
BareConstant newInstance: Undefined constant "NOPE" on 19
    65 newInstance
BareConstant getArguments: Undefined constant "NOPE" on 65
    65 getArguments
Throws newInstance: five on 6
    23 __construct
    65 newInstance
Throws getArguments: fine
NoSuchClass newInstance: Attribute class "Missing" not found on 65
    65 newInstance
NoSuchClass getArguments: fine
Divides newInstance: Division by zero on 28
    65 newInstance
Divides getArguments: Division by zero on 28
    65 [constant expression]
    65 getArguments
Subtracts newInstance: Unsupported operand types: string - string on 30
    65 newInstance
Subtracts getArguments: Unsupported operand types: string - string on 30
    65 [constant expression]
    65 getArguments
Makes newInstance: obj on 33
    15 [constant expression]
    33 __construct
    65 newInstance
Makes getArguments: obj on 33
    15 [constant expression]
    - __construct
    65 getArguments
Negates newInstance: Unsupported operand types: int * string on 37
    35 [constant expression]
    65 newInstance
Negates getArguments: Unsupported operand types: int * string on 37
    65 [constant expression]
    65 getArguments
UnknownName newInstance: Unknown named parameter $y on 40
    65 newInstance
UnknownName getArguments: fine
NamedForNobody newInstance: Unknown named parameter $x on 43
    65 newInstance
NamedForNobody getArguments: fine
OfSecret newInstance: Call to private Secret::__construct() from global scope on 46
    65 newInstance
OfSecret getArguments: fine
OfOpen newInstance: Cannot instantiate abstract class Open on 49
    65 newInstance
OfOpen getArguments: fine
WrongType newInstance: Typed::__construct(): Argument #1 ($x) must be of type int, string given, called in FILE on line 52 on 12
    52 __construct
    65 newInstance
WrongType getArguments: fine
TooFew newInstance: Too few arguments to function Typed::__construct(), 0 passed in FILE on line 55 and exactly 1 expected on 12
    55 __construct
    65 newInstance
TooFew getArguments: fine
MissingClass newInstance: Class "NotThere" not found on 59
    58 [constant expression]
    65 newInstance
MissingClass getArguments: Class "NotThere" not found on 59
    65 [constant expression]
    65 getArguments
