--TEST--
strtr() with many pairs, keys of many lengths, numbers and values of other types
--FILE--
<?php
$pairs = [];
for ($i = 0; $i < 40; $i++) {
    $pairs["key$i"] = "<$i>";
}
echo strtr('key1 key12 key39 key40 kex', $pairs), "\n";
// Numbers are keys too, and the longest key counts.
echo strtr('12 5 123 1205', [12 => 'twelve', 5 => 'five', '123' => 'more', '05' => 'zero five']), "\n";
echo strtr('-7 7', [-7 => 'minus', 7 => 'seven']), "\n";
// A key that is longer than others are by far.
$long = str_repeat('ab', 100);
echo strtr("x{$long}y ab", [$long => 'LONG', 'ab' => 'short', substr($long, 0, 150) => 'middle']), "\n";
echo strtr('hello', ['hello world' => 'x', 'l' => 'L']), "\n";
echo strtr('hello', ['hello world' => 'x', 'what is this' => 'L']), "\n";
var_dump(strtr('a', ['aa' => 1, 'b' => new stdClass()]));
// Values are converted when they are used; what that does to the variable changes nothing.
class Text
{
    public function __toString(): string
    {
        global $changed;
        $changed = ['b' => 'changed'];
        return 'text';
    }
}
$changed = ['a' => new Text(), 'b' => 2.5, 'c' => null, 'd' => true];
echo strtr('a-b-c-d-a', $changed), "\n";
echo strtr('abc', ['' => 'x', 'b' => 'B', 'c' => 'C']), "\n";
// Lengths around 64, and a key that is far longer: no length in between is looked for.
$text = str_repeat('x', 100000);
$pairs = [str_repeat('x', 20000) => 'a', str_repeat('x', 65) => 'b', str_repeat('x', 64) => 'c', str_repeat('x', 63) => 'd', 'xx' => 'e'];
echo strtr($text . '-' . str_repeat('x', 66 + 64 + 63 + 3), $pairs), "\n";
echo strtr(str_repeat('xy', 50000), $pairs) === str_repeat('xy', 50000) ? 'same' : 'different', "\n";
--EXPECTF--
<1> <12> <39> <4>0 kex
twelve five more twelvezero five
minus seven
xLONGy short
heLLo
hello
string(1) "a"
text-2.5--1-text

Warning: strtr(): Ignoring replacement of empty string in %s on line 28
aBC
aaaaa-bbbx
same
