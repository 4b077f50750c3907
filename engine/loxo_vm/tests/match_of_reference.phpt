--TEST--
A match() without an arm for a variable that is a reference tells its type alone
--FILE--
<?php
enum Suit { case Hearts; }
function test($value, bool $refer) {
    if ($refer) {
        $other = &$value;
    }
    try {
        echo match ($value) { 'x' => 1, 2.5 => 2 };
    } catch (UnhandledMatchError $error) {
        echo $error->getMessage(), "\n";
    }
}
foreach ([1, 'a', null, true, Suit::Hearts, []] as $value) {
    test($value, false);
    test($value, true);
}
--EXPECT--
Unhandled match case 1
Unhandled match case of type int
Unhandled match case 'a'
Unhandled match case of type string
Unhandled match case NULL
Unhandled match case of type null
Unhandled match case true
Unhandled match case of type bool
Unhandled match case Suit::Hearts
Unhandled match case of type Suit
Unhandled match case of type array
Unhandled match case of type array
