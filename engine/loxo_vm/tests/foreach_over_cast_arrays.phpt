--TEST--
foreach over an object that was made from an array: keys are strings, mangled names are shown without class and visibility
--FILE--
<?php
class A
{
    protected $q = [2];
    private $r = 3;
    public $p = 1;
}

$object = (object) (array) new A;
foreach ($object as $name => $value) {
    echo $name, ' ', json_encode($value), "\n";
}
foreach ((object) [7 => 3, -1 => 2, 'x' => 1] as $name => $value) {
    var_dump($name);
}
foreach ($object as $name => &$value) {
    echo "$name ";
    $value = 9;
}
unset($value);
echo "\n", str_replace("\0", '~', serialize($object)), "\n";
foreach ((object) ["\0" => 1, "\0\0a" => 2] as $name => $value) {
    var_dump(bin2hex($name));
}
function pairs(object $object): Generator
{
    foreach ($object as $name => $value) {
        yield $name => $value;
    }
}
foreach (pairs((object) [5 => 6]) as $name => $value) {
    var_dump($name);
}
--EXPECTF--
q [2]
r 3
p 1
string(1) "7"
string(2) "-1"
string(1) "x"
q r p 
O:8:"stdClass":3:{s:4:"~*~q";i:9;s:4:"~A~r";i:9;s:1:"p";i:9;}

Notice: Illegal member variable name in %s on line 22
string(2) "00"

Notice: Illegal member variable name in %s on line 22
string(6) "000061"
string(1) "5"
