--TEST--
Anonymous classes of different evaluations are different classes
--FILE--
<?php
trait One { public function one() { return 1; } }
trait Two { public function two() { return 2; } }
function make(string $trait) { return eval("return new class { use $trait; };"); }

$one = make('One');
$two = make('Two');
$again = make('One');
var_dump(get_class_methods($one), get_class_methods($two), get_class($one) === get_class($two), get_class($one) === get_class($again));
var_dump(method_exists($two, 'two'), $again->one());

interface Shown extends JsonSerializable
{
    #[ReturnTypeWillChange]
    public function jsonSerialize();
}
echo "no notice\n";
?>
--EXPECT--
array(1) {
  [0]=>
  string(3) "one"
}
array(1) {
  [0]=>
  string(3) "two"
}
bool(false)
bool(false)
bool(true)
int(1)
no notice
