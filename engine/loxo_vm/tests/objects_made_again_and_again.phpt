--TEST--
Objects and closures that are made in compiled code, of one class and of several, and how they end
--FILE--
<?php
class Pair { public $left = null; public $right = [1]; public int $n = 3; }
class Noted { function __construct(public $name) {} function __destruct() { echo "end of $this->name, "; } }
class Late { const N = 2; public $n = self::N * 2; }
class Hidden { private function __construct() {} static function make() { return new self; } }
eval('class Wide { ' . implode(' ', array_map(fn($i) => "public \$p$i = $i;", range(1, 250))) . ' }');

function make(string $class) { return new $class; }
function all(int $times): string
{
    $seen = '';
    for ($i = 0; $i < $times; $i++) {
        $seen = '';
        foreach (['Pair', 'Late', 'Wide', 'stdClass', 'ArrayObject', 'Hidden', 'Countable'] as $class) {
            try {
                $object = make($class);
                $seen .= get_class($object) . ($object->n ?? $object->p250 ?? '-') . ' ';
            } catch (Error $e) {
                $seen .= $e->getMessage() . ' ';
            }
        }
        $pair = new Pair;
        $pair->left = new Pair;
        $pair->left->left = $pair;
        $weak = WeakReference::create($object);
        $object = null;
        $seen .= var_export($weak->get() === null, true);
    }
    return $seen;
}
echo all(300), "\n", get_class(Hidden::make()), "\n";

function ended(int $times): array
{
    for ($i = 0; $i < $times; $i++) {
        $first = new Pair;
        $first->left = new Pair;
        $first->left->right = new Noted("third of $i");
        ob_start();
        $first = null;
        $end = ob_get_clean();
    }
    return [$i, $end];
}
var_dump(ended(300));

class Scope
{
    private $secret = 's';
    function reader() { return fn($x) => fn($y) => $this->secret . $x . $y; }
    function counter($from) { return function () use ($from) { return $from++; }; }
}
function closures(int $times): string
{
    $scope = new Scope;
    for ($i = 0; $i < $times; $i++) {
        $array = [$i];
        $by_value = function () use ($array) { $array[] = 1; return count($array); };
        $by_reference = function () use (&$array) { $array[] = 1; return count($array); };
        $unset = fn() => isset($nothing) ? 'set' : 'unset';
        $count = $scope->counter($i);
        $result = $scope->reader()(1)(2) . $by_value() . $by_value() . $by_reference() . $by_reference() . $unset() . ($count() === $count());
    }
    return $result;
}
echo closures(300), "\n";
function captures() { return function () use ($missing) { return $missing; }; }
for ($i = 0; $i < 3; $i++) var_dump(captures()());
?>
--EXPECTF--
Pair3 Late4 Wide250 stdClass- ArrayObject- Call to private Hidden::__construct() from global scope Cannot instantiate interface Countable true
Hidden
array(2) {
  [0]=>
  int(300)
  [1]=>
  string(21) "end of third of 299, "
}
s122223unset1

Warning: Undefined variable $missing in %s on line 67
NULL

Warning: Undefined variable $missing in %s on line 67
NULL

Warning: Undefined variable $missing in %s on line 67
NULL
