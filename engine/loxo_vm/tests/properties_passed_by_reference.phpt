--TEST--
A property that was passed by reference once is read and written as others are
--FILE--
<?php
class Stack
{
    public $items = [3, 1, 2];
    private array $typed = [5, 4];
    public ?array $found = null;

    function sorted() { sort($this->items); $this->items[0]++; $this->items[] = 9; return json_encode($this->items) . count($this->items); }
    function typed() { array_push($this->typed, 7); $this->typed[0] += 2; unset($this->typed[1]); return end($this->typed) . json_encode($this->typed); }
    function emptied() { $all = ''; while ($this->typed) { $all .= array_pop($this->typed); } return $all . json_encode(isset($this->typed[0])); }
    function found() { preg_match('/a(b)/', 'xab', $this->found); $one = $this->found[1]; $this->found = null; $this->found[] = 1; return $one . json_encode($this->found); }
    function other() { $this->items = 'text'; $byte = $this->items[1]; $this->items = [[1]]; $inner = &$this->items[0][0]; $inner = 2; return $byte . json_encode($this->items); }
    function object() { $this->items = new ArrayObject([1, 2]); return $this->items[1] . count($this->items); }
    function gone() { unset($this->items); return json_encode(isset($this->items[0])); }
}
for ($i = 0; $i < 200; $i++) {
    $stack = new Stack;
    $seen = [];
    foreach (['sorted', 'sorted', 'typed', 'typed', 'emptied', 'found', 'found', 'other', 'other', 'object', 'gone', 'other'] as $method) {
        $seen[] = $stack->$method();
    }
    $copy = clone $stack;
    $copy->items = [];
}
echo implode("\n", $seen), "\n";
?>
--EXPECT--
[2,2,3,9]4
[3,2,3,9,9]5
7{"0":7,"2":7}
7{"0":9,"2":7,"3":7}
779false
b[1]
b[1]
e[[2]]
e[[2]]
22
false
e[[2]]
