--TEST--
Static properties in compiled functions: reading, isset(), empty() and assigning, with references, types, other classes and none
--FILE--
<?php
class A {
    public static $any = 1;
    public static int $int = 2;
    public static ?string $text = null;
    public static int $unset;
    protected static $own = 'A';
    const NAME = 'const of A';
    static function own() { return self::$own; }
    static function late() { return static::$own; }
    static function set($value) { self::$own = $value; return self::$own; }
    function name() { return $this::NAME; }
}
class B extends A {
    protected static $own = 'B';
    const NAME = 'const of B';
}

function read() { return A::$any; }
function state() { return [isset(A::$any), empty(A::$any), isset(A::$text), empty(A::$text), isset(A::$unset), empty(A::$int)]; }
function assign($value) { A::$any = $value; }
function assign_int($value) { A::$int = $value; return A::$int; }
function assign_text($value) { A::$text = $value; }
function show(array $state) { echo implode('', array_map(intval(...), $state)), "\n"; }
function constant_of($object) { return $object::NAME; }

for ($i = 0; $i < 20; $i++) {
    assign($i);
    $sum = ($sum ?? 0) + read();
    $state = state();
    assign_int($i);
    assign_text("t$i");
    $names = A::own() . A::late() . B::own() . B::late() . (new A)->name() . (new B)->name();
}
echo $sum, ' ', $names, ' ', A::$text, "\n";
show($state);
foreach ([null, false, true, 0, 0.0, 1.5, '', '0', 'x', [], [0], new A] as $value) {
    assign($value);
    show(state());
}
// A list that has no other owner, and one that contains itself.
assign([1, [2]]);
assign(read());
assign('gone');
echo read(), "\n";

// References.
$any = &A::$any;
$any = 'by reference';
echo read(), "\n";
assign(5);
echo $any, "\n";
show(state());
unset($any);

// Types.
echo json_encode(assign_int('7')), ' ', json_encode(assign_int(true)), "\n";
foreach (['no int', null, 1.5] as $value) {
    try {
        echo json_encode(assign_int($value)), "\n";
    } catch (TypeError $error) {
        echo $error->getMessage(), "\n";
    }
}
function read_unset() { return A::$unset; }
for ($i = 0; $i < 3; $i++) {
    try {
        read_unset();
    } catch (Error $error) {
        echo $error->getMessage(), "\n";
    }
}
A::$unset = 8;
echo read_unset(), "\n";

// Destructors of what is overwritten.
class D { function __destruct() { echo "gone\n"; } }
for ($i = 0; $i < 3; $i++) {
    assign(new D);
}
assign(null);
echo json_encode([A::set('other'), B::set('again'), A::own(), B::late()]), "\n";
foreach ([new A, new B, 'A', 'B', 5] as $object) {
    try {
        echo constant_of($object), "\n";
    } catch (Error $error) {
        echo $error->getMessage(), "\n";
    }
}
?>
--EXPECTF--
190 AAABconst of Aconst of B t19
101000
011000
111000
101000
111000
111000
101000
111000
111000
101000
111000
101000
101000
gone
by reference
5
101000
7 1
Cannot assign string to property A::$int of type int
Cannot assign null to property A::$int of type int

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 22
1
Typed static property A::$unset must not be accessed before initialization
Typed static property A::$unset must not be accessed before initialization
Typed static property A::$unset must not be accessed before initialization
8
gone
gone
gone
["other","again","again","B"]
const of A
const of B
const of A
const of B
Class name must be a valid object or a string
