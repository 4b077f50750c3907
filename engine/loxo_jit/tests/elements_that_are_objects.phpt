--TEST--
Elements of objects that implement ArrayAccess, behind properties and elements, compiled at once
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
class Places implements ArrayAccess, Countable {
    public int $asked = 0;
    public function offsetExists(mixed $at): bool { return true; }
    public function offsetGet(mixed $at): mixed { $this->asked++; return $at * 2; }
    public function offsetSet(mixed $at, mixed $value): void {}
    public function offsetUnset(mixed $at): void {}
    public function count(): int { return 3; }
}
class Holder {
    public $list = [[1, 2], [3, 4]];
    public $held;
    public function __construct(public object $places) { $this->held = [$places, $places]; }
    public function sum(): int {
        $sum = 0;
        for ($i = 0; $i < 20; $i++) {
            $sum += $this->places[$i];
        }
        return $sum;
    }
    public function deep(array $holders): int {
        $sum = 0;
        for ($i = 0; $i < 20; $i++) {
            $sum += $holders[$i & 1]->places[$i] + $this->list[$i & 1][0] + $this->held[$i & 1][$i];
            $sum += count($this->places) + count($this->list);
        }
        return $sum;
    }
}
$holder = new Holder(new Places);
var_dump($holder->sum(), $holder->deep([$holder, new Holder(new Places)]), $holder->places->asked);
// The same code meets an array, and an object again.
$holder->places = new ArrayObject(range(0, 19));
var_dump($holder->sum());
$holder = new Holder(new SplFixedArray(20));
var_dump($holder->sum());
?>
--EXPECT--
int(380)
int(900)
int(50)
int(190)
int(0)
