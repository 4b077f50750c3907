--TEST--
strtr() converts a replacement when it is used, each time, and the only one of an array in any case
--FILE--
<?php
class Counted
{
    public static int $asked = 0;

    function __toString(): string
    {
        return 'S' . ++self::$asked;
    }
}

function attempt(callable $translate): void
{
    try {
        echo $translate(), "\n";
    } catch (Error $error) {
        echo $error->getMessage(), "\n";
    }
}

attempt(fn() => strtr('abc', ['x' => new stdClass, 'a' => 'b']));
attempt(fn() => strtr('abc', ['x' => [1], 'a' => 'b']));
attempt(fn() => strtr('aXa', ['a' => new Counted, 'zz' => new Counted]) . ' ' . Counted::$asked);
attempt(fn() => strtr('aXa', ['a' => new Counted]) . ' ' . Counted::$asked);
attempt(fn() => strtr('a1b1', [1 => new Counted, 'b' => null, 'long key' => []]));
attempt(fn() => strtr('a1b1', [1 => true, 22 => false]));
attempt(fn() => strtr('aba', ['a' => new stdClass, 'b' => 1]));
attempt(fn() => strtr('xyz', ['a' => new stdClass]));
attempt(fn() => strtr('xy', ['abc' => new stdClass]));
attempt(fn() => strtr('', ['a' => new stdClass]) . '|');
attempt(fn() => strtr('aba', ['a' => [1], 'b' => 2.5]));
$many = array_combine(range('a', 'z'), array_fill(0, 26, 'x'));
attempt(fn() => strtr('q1q', [1 => new Counted] + $many));
?>
--EXPECTF--
bbc
bbc
S1XS2 2
S3XS3 3
aS4S5
a1b1
Object of class stdClass could not be converted to string
Object of class stdClass could not be converted to string
Object of class stdClass could not be converted to string
|

Warning: Array to string conversion in %s on line 31

Warning: Array to string conversion in %s on line 31
Array2.5Array
xS6x
