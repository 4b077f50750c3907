--TEST--
Where errors in constant expressions are reported, and what traces show of them
--FILE--
<?php
spl_autoload_register(function ($class) { if ($class === 'Loud') throw new LogicException("loud"); });
class Thing { function __construct(public $a = 0) { if ($a) throw new LogicException("constructed"); } }
const ZERO = 0;
class Constants {
    const BARE =
        UNKNOWN;
    const SAME = Missing::X;
    const SEVERAL = [
        1,
        Missing::X];
    const OF_ANOTHER = self::
        SAME;
    const DIVIDED = 1 % ZERO;
    const RECURSIVE = self::RECURSIVE;
}
class Methods {
    function next_line(
        $a = Missing::B,
        $b = 1) {}
    function same_line($a = Missing::B) {}
    function loads($a =
        Loud::X) {}
    function bare(
        $a = UNKNOWN) {}
    function local() {
        static $x =
            Missing::ST;
    }
    function local_object() {
        static $x =
            new Thing(1);
    }
    function divides($a = 1,
        $b = 1 % ZERO) {}
    function closure() { return function (
        $z = Missing::C) {}; }
}
class Properties {
    public $p =
        Missing::P;
}
function next_line(
    $a = Missing::B) {}
function object(
    $a = new Thing(1)) {}
function several(
    $a = UNKNOWN,
    $b = Missing::X) {}
function show($name, $do) {
    try {
        $do();
        echo "$name: fine\n";
    } catch (Throwable $e) {
        echo "$name: {$e->getMessage()} on {$e->getLine()}\n";
        foreach ($e->getTrace() as $entry) {
            if ($entry['function'] === 'show') break;
            echo "    ", $entry['line'] ?? '-', ' ', str_replace(__DIR__ . '/', '', $entry['function']), isset($entry['args']) ? '' : ' without arguments', "\n";
        }
    }
}
foreach (['BARE', 'SAME', 'SEVERAL', 'OF_ANOTHER'] as $name) {
    show($name, fn() => constant("Constants::$name"));
}
show('directly', fn() => Constants::SEVERAL);
foreach (['SAME', 'DIVIDED', 'RECURSIVE', 'MISSING'] as $name) {
    show("defined $name", function () use ($name) { defined("Constants::$name"); });
}
foreach (get_class_methods('Methods') as $name) {
    show($name, function () use ($name) {
        (new Methods)->$name();
    });
}
show('closure', fn() => (new Methods)->closure()());
show('called by a builtin', function () {
    call_user_func([new Methods, 'next_line']);
});
show('Properties', fn() => new Properties);
foreach (['next_line', 'object', 'several'] as $name) {
    show($name, fn() => $name());
}
show('several, the second', fn() => several(1));
show('reflection', fn() => (new ReflectionFunction('next_line'))->getParameters()[0]->getDefaultValue());
show('reflection of a method', fn() => (new ReflectionClass('Methods'))->getMethod('next_line')->getParameters()[0]->getDefaultValue());
show('const', function () { eval("const SEVERAL = [1,\n Missing::EV];"); });
?>
--EXPECT--
BARE: Undefined constant "UNKNOWN" on 63
    63 constant
    52 {closure:constant_expressions_in_traces.php:63}
SAME: Class "Missing" not found on 8
    63 [constant expression] without arguments
    63 constant
    52 {closure:constant_expressions_in_traces.php:63}
SEVERAL: Class "Missing" not found on 11
    63 [constant expression] without arguments
    63 constant
    52 {closure:constant_expressions_in_traces.php:63}
OF_ANOTHER: Class "Missing" not found on 8
    63 [constant expression] without arguments
    63 constant
    52 {closure:constant_expressions_in_traces.php:63}
directly: Class "Missing" not found on 11
    65 [constant expression] without arguments
    52 {closure:constant_expressions_in_traces.php:65}
defined SAME: Class "Missing" not found on 8
    67 [constant expression] without arguments
    67 defined
    52 {closure:constant_expressions_in_traces.php:67}
defined DIVIDED: Modulo by zero on 14
    67 [constant expression] without arguments
    67 defined
    52 {closure:constant_expressions_in_traces.php:67}
defined RECURSIVE: Cannot declare self-referencing constant self::RECURSIVE on 15
    67 [constant expression] without arguments
    67 defined
    52 {closure:constant_expressions_in_traces.php:67}
defined MISSING: fine
next_line: Class "Missing" not found on 19
    18 [constant expression] without arguments
    71 next_line
    52 {closure:constant_expressions_in_traces.php:70}
same_line: Class "Missing" not found on 21
    71 same_line
    52 {closure:constant_expressions_in_traces.php:70}
loads: loud on 2
    22 {closure:constant_expressions_in_traces.php:2}
    71 loads
    52 {closure:constant_expressions_in_traces.php:70}
bare: Undefined constant "UNKNOWN" on 25
    71 bare
    52 {closure:constant_expressions_in_traces.php:70}
local: Class "Missing" not found on 28
    71 local
    52 {closure:constant_expressions_in_traces.php:70}
local_object: constructed on 3
    32 __construct
    71 local_object
    52 {closure:constant_expressions_in_traces.php:70}
divides: Modulo by zero on 35
    71 divides
    52 {closure:constant_expressions_in_traces.php:70}
closure: fine
closure: Class "Missing" not found on 37
    36 [constant expression] without arguments
    74 {closure:Methods::closure():36}
    52 {closure:constant_expressions_in_traces.php:74}
called by a builtin: Class "Missing" not found on 19
    18 [constant expression] without arguments
    76 next_line
    52 {closure:constant_expressions_in_traces.php:75}
Properties: Class "Missing" not found on 41
    78 [constant expression] without arguments
    52 {closure:constant_expressions_in_traces.php:78}
next_line: Class "Missing" not found on 43
    80 next_line
    52 {closure:constant_expressions_in_traces.php:80}
object: constructed on 3
    45 __construct
    80 object
    52 {closure:constant_expressions_in_traces.php:80}
several: Undefined constant "UNKNOWN" on 48
    80 several
    52 {closure:constant_expressions_in_traces.php:80}
several, the second: Class "Missing" not found on 48
    82 several
    52 {closure:constant_expressions_in_traces.php:82}
reflection: Class "Missing" not found on 83
    83 getDefaultValue
    52 {closure:constant_expressions_in_traces.php:83}
reflection of a method: Class "Missing" not found on 19
    84 [constant expression] without arguments
    84 getDefaultValue
    52 {closure:constant_expressions_in_traces.php:84}
const: Class "Missing" not found on 1
    85 eval without arguments
    52 {closure:constant_expressions_in_traces.php:85}
