--TEST--
What ops are seen with before their function is compiled is not all that they meet later
--FILE--
<?php
// Enough calls to be looked at and compiled, then others.
function first(array $rows) { foreach ($rows as $row) { if ($row[1] > 0.5) { return $row[0]; } } return null; }
function total($rows, $key) { $sum = 0; foreach ($rows as $row) { $sum += $row[$key]; } return $sum; }
function nested($m, $i, $j) { return $m[$i][$j] . '|' . ($m[$i][$j] < $m[$j][$i] ? 'less' : 'not less'); }
function joined($list) { $out = ''; foreach ($list as $k => $item) { $out .= $item; } return $out; }
final class P { public $v; public function __construct($v) { $this->v = $v; } public function __toString(): string { return "P$this->v"; } }
class Rows implements ArrayAccess {
    public function offsetExists(mixed $k): bool { return true; }
    public function offsetGet(mixed $k): mixed { return "got $k"; }
    public function offsetSet(mixed $k, mixed $v): void {}
    public function offsetUnset(mixed $k): void {}
}
function shows($what) { try { return json_encode($what()); } catch (Throwable $e) { return get_class($e) . ': ' . $e->getMessage(); } }
set_error_handler(function ($no, $text) { echo "[$text]"; return true; });

$floats = [['a', 0.25], ['b', 0.75]];
$texts = [['zz', 'b'], ['a', 'c']];
for ($i = 0; $i < 3000; $i++) { first($floats); total($floats, 1); nested($texts, $i & 1, 1); joined(['x', 'y']); }
foreach ([$floats, [['i', 1]], [['s', 'text']], [['n', null]], [['m']], ['str'], [new Rows], [7], [[&$floats, true]], []] as $rows) {
    echo shows(fn() => first($rows)), ' ', shows(fn() => total($rows, 1)), "\n";
}
foreach ([[[1, 2], [3, 4]], [[1.5, null], ['t', true]], ['ab', 'cd'], [new Rows, new Rows], [[[1]]], 'text', null] as $m) {
    echo shows(fn() => nested($m, 0, 1)), "\n";
}
$x = 'ref';
echo shows(fn() => joined([1, 2.5, null, true, 'z', new P(3), &$x])), ' ', shows(fn() => joined(new ArrayIterator([1, 'b']))), ' ', shows(fn() => joined([[1]])), "\n";
// What they were looked at with comes again, and then for long what they were not.
for ($i = 0; $i < 3000; $i++) { $s = first([['q', 3]]) . total([['q', 3], ['r', 4]], 1) . joined([$i, 1.5]) . nested([[1, 2.5], [2, 3]], 0, 1); }
echo $s, ' ', first($floats), ' ', total($floats, 1), ' ', joined(['x', 'y']), ' ', nested($texts, 0, 1), "\n";
--EXPECT--
"b" 1
"i" 1
"s" TypeError: Unsupported operand types: int + string
null 0
[Undefined array key 1]null [Undefined array key 1]0
"s" TypeError: Unsupported operand types: int + string
"got 0" TypeError: Unsupported operand types: int + string
[Trying to access array offset on int]null [Trying to access array offset on int]0
null 1
null 0
"2|less"
"|less"
"b|less"
"got 1|not less"
[Undefined array key 1][Undefined array key 1][Undefined array key 1][Trying to access array offset on null]"|not less"
[Uninitialized string offset 1][Uninitialized string offset 1]"|less"
[Trying to access array offset on null][Trying to access array offset on null][Trying to access array offset on null][Trying to access array offset on null][Trying to access array offset on null][Trying to access array offset on null]"|not less"
"12.51zP3ref" "1b" [Array to string conversion]"Array"
q729991.52.5|not less b 1 xy b|not less
