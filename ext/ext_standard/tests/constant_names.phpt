--TEST--
constant() names what it does not find as it was asked for, without one leading backslash
--FILE--
<?php
namespace N;

interface I {}
enum E { case One; }
class C
{
    const A = 1;
    protected const P = 2;
    static function inside()
    {
        foreach (['self::X', 'static::X', 'SELF::A', 'n\\c::X', '\\N\\c::Y', '\\\\N\\c::Y', 'N\\C::P', 'N\\i::X', 'n\\e::One', 'n\\e::Two'] as $name) {
            try {
                var_dump(\constant($name));
            } catch (\Error $e) {
                echo $e->getMessage(), "\n";
            }
        }
    }
}

function test($name)
{
    try {
        var_dump(\constant($name));
    } catch (\Error $e) {
        echo $e->getMessage(), "\n";
    }
}

C::inside();
foreach (['n\\c::P', '\\NOPE', '\\\\NOPE', 'A\\NOPE', '\\A\\NOPE', '\\E_ALL', '\\\\E_ALL', '\\\\true', '\\Nope::X', '\\\\Nope::X'] as $name) {
    test($name);
}

// A class named by a string loses one backslash too.
foreach (['N\\C', '\\N\\C', '\\\\N\\C'] as $name) {
    var_dump(new C instanceof $name);
}
--EXPECT--
Undefined constant self::X
Undefined constant static::X
int(1)
Undefined constant n\c::X
Undefined constant N\c::Y
Undefined constant \N\c::Y
int(2)
Undefined constant N\i::X
enum(N\E::One)
Undefined constant n\e::Two
Cannot access protected constant n\c::P
Undefined constant "NOPE"
Undefined constant "\NOPE"
Undefined constant "A\NOPE"
Undefined constant "A\NOPE"
int(30719)
Undefined constant "\E_ALL"
Undefined constant "\true"
Class "Nope" not found
Class "\Nope" not found
bool(true)
bool(true)
bool(false)
