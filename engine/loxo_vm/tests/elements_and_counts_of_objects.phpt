--TEST--
Elements and counts of objects of builtin classes, and walks through them
--FILE--
<?php
set_error_handler(function ($level, $message) { echo "($message) "; return true; });
function t($name, $f) { for ($i = 0; $i < 4; $i++) { try { echo $name, ' '; var_dump($f($i)); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; } } }
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~D{$this->n} "; } }
t('count', fn ($i) => count(new ArrayObject([1, $i])) . count(new SplStack) . count(new SplFixedArray(3)) . sizeof(new SplObjectStorage));
t('count sub', fn ($i) => count(new class([1, 2]) extends ArrayObject { function count(): int { return 77; } }));
t('count throws', fn ($i) => count(new class extends SplQueue { function count(): int { throw new Exception('c'); } }));
t('count user', fn ($i) => count(new class implements Countable { function count(): int { return 5; } }));
t('count bad', fn ($i) => count(new stdClass));
t('count recursive', fn ($i) => count(new ArrayObject([1, [2, 3]]), COUNT_RECURSIVE));
t('ao', function ($i) { $a = new ArrayObject; $a[1] = 'a'; $a["2"] = 'b'; $a[1.7] = 'c'; $a[true] = 'd'; $a[null] = 'e'; $a[] = 'f'; $a['k'] = 'g'; return json_encode($a->getArrayCopy()) . $a["1"] . $a[2] . ($a['x'] ?? 'none') . ($a[99] ?? 'none') . isset($a[1]) . isset($a['k']); });
t('ao undefined', function ($i) { $a = new ArrayObject([1]); return [$a[5], $a['q'], $a["07"]]; });
t('ao illegal', function ($i) { $a = new ArrayObject([1]); return $a[[]]; });
t('ao object', function ($i) { $o = new class { public $x = 1; }; $a = new ArrayObject($o); $a['x'] = 5; $a['y'] = 6; $a[3] = 8; return json_encode($o) . $a['x'] . $a[3] . ($a['nope'] ?? '-'); });
t('ao refs', function ($i) { $x = 1; $arr = ['r' => &$x, 0 => &$x]; $a = new ArrayObject($arr); $a['r'] = 2; $a[0] = 3; return [$x, $a['r'], $a[0]]; });
t('ao destructor', function ($i) { $a = new ArrayObject; $a[0] = new D(1); $a[0] = new D(2); $a['s'] = new D(3); $a['s'] = 1; echo 'x '; return count($a); });
t('ao sorting', function ($i) { $a = new ArrayObject([3, 1, 2]); $a->uasort(function ($x, $y) use ($a) { try { $a[0] = 1; } catch (Throwable $e) { echo get_class($e), ' '; } return $x <=> $y; }); return 1; });
t('ao nested', function ($i) { $a = new ArrayObject(new ArrayObject([1, 2])); $a[0] = 9; return $a[0] . $a[1]; });
t('ao indirect', function ($i) { $a = new ArrayObject(['l' => [1]]); $a['l'][] = 2; return json_encode($a['l']); });
t('ao shared', function ($i) { $base = [1, 2]; $a = new ArrayObject($base); $a[0] = 5; $c = $a->getArrayCopy(); $a[1] = 6; return json_encode([$base, $c, $a->getArrayCopy()]); });
t('ao sub', function ($i) { $a = new class([1, 2]) extends ArrayObject { function offsetGet($k): mixed { echo "g$k "; return parent::offsetGet($k); } function offsetSet($k, $v): void { echo "s$k "; parent::offsetSet($k, $v); } function offsetExists($k): bool { echo "e$k "; return parent::offsetExists($k); } }; $a[5] = 1; $a[] = 2; return $a[0] . ($a[9] ?? 'd') . isset($a[5]) . empty($a[0]); });
t('ao aggregate', function ($i) { $s = 0; $a = new ArrayObject([1, 2, 3]); foreach ($a as $k => $v) { if ($k == 0) $a[7] = 10; if ($k == 1) $a[1] = 50; $s += $v; } return $s; });
t('aggregates', function ($i) { $mk = fn ($a) => new class($a) implements IteratorAggregate { function __construct(private $a) {} function getIterator(): Generator { foreach ($this->a as $k => $v) { if (is_object($v)) yield from $v; else yield $k => $v; } } }; $o = $mk([1, $mk([2, $mk([3, 4])]), 5]); $s = ''; foreach ($o as $k => $v) $s .= "$k=$v "; return $s . implode(',', iterator_to_array($o, false)); });
t('aggregate throws', function ($i) { $mk = fn ($n) => new class($n, $i) implements IteratorAggregate { function __construct(private $n, private $i) {} function getIterator(): Generator { try { for ($k = 0; $k < $this->n; $k++) { if ($k == $this->i) throw new Exception("at $k"); yield $k; } } finally { echo 'f '; } } }; $g = (function () use ($mk) { try { $r = yield from $mk(3); var_dump($r); } catch (Exception $e) { yield $e->getMessage(); } yield 'z'; })(); $s = ''; foreach ($g as $k => $v) $s .= "$k=$v "; return $s; });
t('from iterator', function ($i) { $it = new class implements Iterator { private $n = 0; function current(): mixed { echo "c "; return $this->n * 10; } function key(): mixed { echo "k "; return "k$this->n"; } function next(): void { echo "n "; $this->n++; } function rewind(): void { echo "r "; $this->n = 0; } function valid(): bool { echo "v "; return $this->n < 3; } }; $g = (function () use ($it) { $r = yield from $it; yield $r; })(); $s = ''; foreach ($g as $k => $v) $s .= "$k=$v "; return $s; });
--EXPECT--
count string(4) "2030"
count string(4) "2030"
count string(4) "2030"
count string(4) "2030"
count sub int(77)
count sub int(77)
count sub int(77)
count sub int(77)
count throws Exception: c
count throws Exception: c
count throws Exception: c
count throws Exception: c
count user int(5)
count user int(5)
count user int(5)
count user int(5)
count bad TypeError: count(): Argument #1 ($value) must be of type Countable|array, stdClass given
count bad TypeError: count(): Argument #1 ($value) must be of type Countable|array, stdClass given
count bad TypeError: count(): Argument #1 ($value) must be of type Countable|array, stdClass given
count bad TypeError: count(): Argument #1 ($value) must be of type Countable|array, stdClass given
count recursive int(2)
count recursive int(2)
count recursive int(2)
count recursive int(2)
ao (Implicit conversion from float 1.7 to int loses precision) string(53) "{"1":"d","2":"b","3":"e","4":"f","k":"g"}dbnonenone11"
ao (Implicit conversion from float 1.7 to int loses precision) string(53) "{"1":"d","2":"b","3":"e","4":"f","k":"g"}dbnonenone11"
ao (Implicit conversion from float 1.7 to int loses precision) string(53) "{"1":"d","2":"b","3":"e","4":"f","k":"g"}dbnonenone11"
ao (Implicit conversion from float 1.7 to int loses precision) string(53) "{"1":"d","2":"b","3":"e","4":"f","k":"g"}dbnonenone11"
ao undefined (Undefined array key 5) (Undefined array key "q") (Undefined array key "07") array(3) {
  [0]=>
  NULL
  [1]=>
  NULL
  [2]=>
  NULL
}
ao undefined (Undefined array key 5) (Undefined array key "q") (Undefined array key "07") array(3) {
  [0]=>
  NULL
  [1]=>
  NULL
  [2]=>
  NULL
}
ao undefined (Undefined array key 5) (Undefined array key "q") (Undefined array key "07") array(3) {
  [0]=>
  NULL
  [1]=>
  NULL
  [2]=>
  NULL
}
ao undefined (Undefined array key 5) (Undefined array key "q") (Undefined array key "07") array(3) {
  [0]=>
  NULL
  [1]=>
  NULL
  [2]=>
  NULL
}
ao illegal TypeError: Cannot access offset of type array on ArrayObject
ao illegal TypeError: Cannot access offset of type array on ArrayObject
ao illegal TypeError: Cannot access offset of type array on ArrayObject
ao illegal TypeError: Cannot access offset of type array on ArrayObject
ao object string(22) "{"x":5,"y":6,"3":8}58-"
ao object string(22) "{"x":5,"y":6,"3":8}58-"
ao object string(22) "{"x":5,"y":6,"3":8}58-"
ao object string(22) "{"x":5,"y":6,"3":8}58-"
ao refs array(3) {
  [0]=>
  int(1)
  [1]=>
  int(2)
  [2]=>
  int(3)
}
ao refs array(3) {
  [0]=>
  int(1)
  [1]=>
  int(2)
  [2]=>
  int(3)
}
ao refs array(3) {
  [0]=>
  int(1)
  [1]=>
  int(2)
  [2]=>
  int(3)
}
ao refs array(3) {
  [0]=>
  int(1)
  [1]=>
  int(2)
  [2]=>
  int(3)
}
ao destructor ~D1 ~D3 x ~D2 int(2)
ao destructor ~D1 ~D3 x ~D2 int(2)
ao destructor ~D1 ~D3 x ~D2 int(2)
ao destructor ~D1 ~D3 x ~D2 int(2)
ao sorting Error Error Error int(1)
ao sorting Error Error Error int(1)
ao sorting Error Error Error int(1)
ao sorting Error Error Error int(1)
ao nested string(2) "92"
ao nested string(2) "92"
ao nested string(2) "92"
ao nested string(2) "92"
ao indirect string(5) "[1,2]"
ao indirect string(5) "[1,2]"
ao indirect string(5) "[1,2]"
ao indirect string(5) "[1,2]"
ao shared string(19) "[[1,2],[5,2],[5,6]]"
ao shared string(19) "[[1,2],[5,2],[5,6]]"
ao shared string(19) "[[1,2],[5,2],[5,6]]"
ao shared string(19) "[[1,2],[5,2],[5,6]]"
ao sub s5 s g0 e9 e5 e0 g0 string(3) "1d1"
ao sub s5 s g0 e9 e5 e0 g0 string(3) "1d1"
ao sub s5 s g0 e9 e5 e0 g0 string(3) "1d1"
ao sub s5 s g0 e9 e5 e0 g0 string(3) "1d1"
ao aggregate int(16)
ao aggregate int(16)
ao aggregate int(16)
ao aggregate int(16)
aggregates string(29) "0=1 0=2 0=3 1=4 2=5 1,2,3,4,5"
aggregates string(29) "0=1 0=2 0=3 1=4 2=5 1,2,3,4,5"
aggregates string(29) "0=1 0=2 0=3 1=4 2=5 1,2,3,4,5"
aggregates string(29) "0=1 0=2 0=3 1=4 2=5 1,2,3,4,5"
aggregate throws f string(11) "0=at 0 1=z "
aggregate throws f string(15) "0=0 0=at 1 1=z "
aggregate throws f string(19) "0=0 1=1 0=at 2 1=z "
aggregate throws f NULL
string(16) "0=0 1=1 2=2 0=z "
from iterator r v c k n v c k n v c k n v string(20) "k0=0 k1=10 k2=20 0= "
from iterator r v c k n v c k n v c k n v string(20) "k0=0 k1=10 k2=20 0= "
from iterator r v c k n v c k n v c k n v string(20) "k0=0 k1=10 k2=20 0= "
from iterator r v c k n v c k n v c k n v string(20) "k0=0 k1=10 k2=20 0= "
