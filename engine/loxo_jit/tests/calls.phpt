--TEST--
Compiled calls: the object that a caller lends, defaults, what closures capture, exceptions on the way
--ENV--
LOXO_JIT=functions
LOXO_STRESS=jit
--FILE--
<?php
class Node {
    public $value = 1;
    function __construct(public string $name) {}
    function __destruct() { echo "~{$this->name}\n"; }
    function get($more = 2, $text = 'x') { return $this->value + $more; }
    function fails($when) { if ($when) { throw new Exception($this->name); } return $this->value . $when; }
    function own() { $me = $this; return fn () => $me->value + $this->get(); }
    function twice($other) { return $this->get() + $other->get(1); }
    static function sum($a, $b = 5) { return $a + $b; }
    function takes(Node $node) { return $node->get(3, 4) + self::sum(1); }
}
function work($node, $n) {
    $sum = 0;
    for ($i = 0; $i < $n; $i++) {
        $sum += $node->get() + $node->twice($node) + $node->takes($node) + Node::sum($i);
        $node->fails(false);
        $add = function ($a, $b = 2) use ($sum, &$node) { return $a + $b + $sum % 2; };
        $sum += $add($i) + $add($i, $i);
        $own = $node->own();
        $sum += $own();
    }
    return $sum;
}
function replace($node) {
    // The variable goes while the arguments are computed, and in a reference during the call.
    return $node->get($node = new Node('late'));
}
for ($i = 0; $i < 3; $i++) { echo work(new Node("n$i"), 3), "\n"; }
foreach ([false, true, true] as $when) {
    $node = new Node('thrown');
    try { echo $node->fails($when), "\n"; } catch (Exception $e) { echo get_class($e), ' ', $e->getMessage(), "\n"; }
    unset($e);
}
$node = null;
for ($i = 0; $i < 3; $i++) { try { replace(new Node("early$i")); } catch (TypeError $e) { echo $e->getMessage(), "\n"; unset($e); } }
echo "end\n";
--EXPECT--
~n0
105
~n1
105
~n2
105
1
~thrown
Exception thrown
~thrown
Exception thrown
~thrown
~early0
Unsupported operand types: int + Node
~late
~early1
Unsupported operand types: int + Node
~late
~early2
Unsupported operand types: int + Node
~late
end
