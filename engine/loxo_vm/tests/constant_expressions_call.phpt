--TEST--
What a constant expression of a class calls is reported at the expression
--FILE--
<?php
function deep() {
    throw new LogicException("deep");
}
class Obj {
    function __construct(public $how = 0) {
        if ($how === 1)
            throw new LogicException("own");
        if ($how === 2)
            deep();
        if ($how === 3)
            echo $undefined;
        if ($how === 4)
            intdiv(1, 0);
        if ($how === 5)
            (new DateTimeZone(
                'x'));
        if ($how === 6)
            Auto::class_that_is_loaded();
        if ($how === 7)
            array_map(function () {
                throw new LogicException("in a callback");
            }, [1]);
        if ($how === 8)
            $this->method();
        if ($how === 9)
            return constant('Other::C');
    }
    function method($a =
        new Obj(1)) {
        throw new LogicException("not reached");
    }
    function fine($a =
        new Obj(3),
        $b = new Obj(2)) {}
    static function stat($a = [
        new Obj(2)]) {}
}
class Other {
    const C = [1,
        2 % 0];
}
spl_autoload_register(function ($name) {
    throw new LogicException("load $name");
});
abstract class Uses {
    function m0(
        $a = new Obj(1)) {}
    function m2(
        $a = new Obj(2)) {}
    function m3(
        $a = new Obj(3)) {}
    function m4(
        $a = new Obj(4)) {}
    function m5(
        $a = new Obj(5)) {}
    function m6(
        $a = new Obj(6)) {}
    function m7(
        $a = new Obj(7)) {}
    function m8(
        $a = new Obj(8)) {}
    function m9(
        $a = new Obj(9)) {}
    function auto(
        $a = new Missing(9)) {}
    function concat(
        $a = "a" . [] . new Obj(1)) {}
}
class Used extends Uses {}
function outside(
    $a = new Obj(2)) {}
const OUTSIDE =
    new Obj;
function show($name, $do) {
    try {
        $do();
        echo "$name: fine\n";
    } catch (Throwable $e) {
        echo "$name: {$e->getMessage()} on {$e->getLine()}\n";
        foreach ($e->getTrace() as $entry) {
            if ($entry['function'] === 'show') break;
            echo "    ", $entry['line'] ?? '-', ' ', str_replace(__DIR__ . '/', '', $entry['function']), "\n";
        }
    }
}
foreach (get_class_methods('Used') as $m)
    show($m, fn() => (new Used)->$m());
show('fine', fn() => (new Obj)->fine());
show('stat', fn() => Obj::stat());
show('outside', fn() => outside());
set_error_handler(function ($n, $text, $file, $line) { echo "handler: $text on $line\n"; throw new ErrorException($text); });
show('m3', fn() => (new Used)->m3());
show('concat', fn() => (new Used)->concat());
?>
--EXPECTF--
m0: own on 48
    8 [constant expression]
    47 __construct
    88 m0
    77 {closure:constant_expressions_call.php:88}
m2: deep on 50
    3 [constant expression]
    10 deep
    49 __construct
    88 m2
    77 {closure:constant_expressions_call.php:88}

Warning: Undefined variable $undefined in %s on line 52
m3: fine
m4: Division by zero on 54
    14 [constant expression]
    14 intdiv
    53 __construct
    88 m4
    77 {closure:constant_expressions_call.php:88}
m5: fine
m6: load Auto on 44
    19 {closure:constant_expressions_call.php:43}
    57 __construct
    88 m6
    77 {closure:constant_expressions_call.php:88}
m7: in a callback on 60
    22 [constant expression]
    - {closure:Obj::__construct():21}
    21 array_map
    59 __construct
    88 m7
    77 {closure:constant_expressions_call.php:88}
m8: own on 30
    8 [constant expression]
    29 __construct
    25 method
    61 __construct
    88 m8
    77 {closure:constant_expressions_call.php:88}
m9: Modulo by zero on 41
    27 [constant expression]
    27 constant
    63 __construct
    88 m9
    77 {closure:constant_expressions_call.php:88}
auto: load Missing on 44
    65 {closure:constant_expressions_call.php:43}
    88 auto
    77 {closure:constant_expressions_call.php:88}

Warning: Array to string conversion in %s on line 68
concat: own on 68
    8 [constant expression]
    67 __construct
    88 concat
    77 {closure:constant_expressions_call.php:88}

Warning: Undefined variable $undefined in %s on line 34
fine: deep on 35
    3 [constant expression]
    10 deep
    33 __construct
    89 fine
    77 {closure:constant_expressions_call.php:89}
stat: deep on 37
    3 [constant expression]
    10 deep
    36 __construct
    90 stat
    77 {closure:constant_expressions_call.php:90}
outside: deep on 3
    10 deep
    71 __construct
    91 outside
    77 {closure:constant_expressions_call.php:91}
handler: Undefined variable $undefined on 52
m3: Undefined variable $undefined on 52
    92 [constant expression]
    12 {closure:constant_expressions_call.php:92}
    51 __construct
    93 m3
    77 {closure:constant_expressions_call.php:93}
handler: Array to string conversion on 68
concat: Array to string conversion on 68
    92 [constant expression]
    67 {closure:constant_expressions_call.php:92}
    94 concat
    77 {closure:constant_expressions_call.php:94}
