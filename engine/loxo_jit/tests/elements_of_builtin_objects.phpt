--TEST--
Compiled code reads, writes and counts elements of builtin objects: keys of all kinds, warnings, overridden methods
--ENV--
LOXO_JIT=functions
LOXO_STRESS=jit
--FILE--
<?php
class D { function __construct(public $n) {} function __destruct() { echo "d$this->n "; } }
class AO extends ArrayObject { function offsetGet($k): mixed { echo "get:", var_export($k, true), " "; return parent::offsetGet($k); } function offsetSet($k, $v): void { echo "set "; parent::offsetSet($k, $v); } function count(): int { return 42; } function offsetExists($k): bool { echo "ex "; return parent::offsetExists($k); } }
class FA extends SplFixedArray { function offsetGet($k): mixed { return "o" . parent::offsetGet($k); } }
class OS extends SplObjectStorage { function getHash($o): string { return get_class($o); } }
set_error_handler(function ($n, $m, $f, $l) { global $fx; echo "[$m@$l]"; $fx = null; return true; });
function run($x, $ks, $vs) { $o = ''; foreach ($ks as $i => $k) { try { $x[$k] = $vs[$i % count($vs)]; } catch (Throwable $e) { echo get_class($e), ':', $e->getMessage(), '@', $e->getLine(), "\n"; } try { $r = $x[$k]; echo is_object($r) ? get_class($r) : var_export($r, true), ' '; } catch (Throwable $e) { echo get_class($e), ':', $e->getMessage(), "\n"; } try { echo var_export($x[$k] ?? 'def', true), isset($x[$k]) ? 'Y' : 'N', ' '; } catch (Throwable $e) { echo get_class($e), ':', $e->getMessage(), "\n"; } try { echo count($x), ' '; } catch (Throwable $e) { echo get_class($e), ':', $e->getMessage(), "\n"; } } echo "\n"; }
$obj = new stdClass;
for ($j = 0; $j < 2; $j++) {
 run(new SplFixedArray(3), [0, 1, 2, 3, -1, "1", "x", true, null, [], $obj, "2"], [1, "s", [1, 2], null, 2.5]);
 run(new FA(3), [0, 2, "1"], [1, "s"]);
 run(new ArrayObject, [0, "a", true, null, "7", $obj, []], [1, null, "s"]);
 run(new AO, [0, "a", null], [1, null, "s"]);
 run(new ArrayIterator([1, 2]), [0, 5, "z"], [1]);
 run(new SplObjectStorage, [$obj, new stdClass, 5, "x", null], [1, "data"]);
 run(new OS, [$obj, new stdClass, new ArrayObject], [1, "data"]);
 run(new SplDoublyLinkedList, [0, null, 1], [1, 2]);
 run(new WeakMap, [$obj, 5, null], [1, 2]);
 run($obj, ["a"], [1]);
 run(fn() => 1, ["a"], [1]);
}
--EXPECT--
1 1Y 3 's' 's'Y 3 array (
  0 => 1,
  1 => 2,
) array (
  0 => 1,
  1 => 2,
)Y 3 OutOfBoundsException:Index invalid or out of range@7
OutOfBoundsException:Index invalid or out of range
'def'N 3 OutOfBoundsException:Index invalid or out of range@7
OutOfBoundsException:Index invalid or out of range
'def'N 3 1 1Y 3 TypeError:Cannot access offset of type string on SplFixedArray@7
TypeError:Cannot access offset of type string on SplFixedArray
TypeError:Cannot access offset of type string on SplFixedArray
3 array (
  0 => 1,
  1 => 2,
) array (
  0 => 1,
  1 => 2,
)Y 3 TypeError:Cannot access offset of type null on SplFixedArray@7
TypeError:Cannot access offset of type null on SplFixedArray
TypeError:Cannot access offset of type null on SplFixedArray
3 TypeError:Cannot access offset of type array on SplFixedArray@7
TypeError:Cannot access offset of type array on SplFixedArray
TypeError:Cannot access offset of type array on SplFixedArray
3 TypeError:Cannot access offset of type stdClass on SplFixedArray@7
TypeError:Cannot access offset of type stdClass on SplFixedArray
TypeError:Cannot access offset of type stdClass on SplFixedArray
3 's' 's'Y 3 
'o1' 'o1'Y 3 'os' 'os'Y 3 'o1' 'o1'Y 3 
1 1Y 1 NULL 'def'N 2 's' 's'Y 3 [Undefined array key ""@7]NULL 'def'N 4 NULL 'def'N 5 TypeError:Cannot access offset of type stdClass on ArrayObject@7
TypeError:Cannot access offset of type stdClass on ArrayObject
TypeError:Cannot access offset of type stdClass in isset or empty
5 TypeError:Cannot access offset of type array on ArrayObject@7
TypeError:Cannot access offset of type array on ArrayObject
TypeError:Cannot access offset of type array in isset or empty
5 
set get:0 1 ex get:0 1ex Y 42 set get:'a' NULL ex get:'a' 'def'ex Y 42 set get:NULL [Undefined array key ""@3]NULL ex 'def'ex N 42 
1 1Y 2 1 1Y 3 1 1Y 4 
1 1Y 1 'data' 'data'Y 2 TypeError:SplObjectStorage::offsetSet(): Argument #1 ($object) must be of type object, int given@7
TypeError:SplObjectStorage::offsetGet(): Argument #1 ($object) must be of type object, int given
TypeError:SplObjectStorage::offsetExists(): Argument #1 ($object) must be of type object, int given
2 TypeError:SplObjectStorage::offsetSet(): Argument #1 ($object) must be of type object, string given@7
TypeError:SplObjectStorage::offsetGet(): Argument #1 ($object) must be of type object, string given
TypeError:SplObjectStorage::offsetExists(): Argument #1 ($object) must be of type object, string given
2 TypeError:SplObjectStorage::offsetSet(): Argument #1 ($object) must be of type object, null given@7
TypeError:SplObjectStorage::offsetGet(): Argument #1 ($object) must be of type object, null given
TypeError:SplObjectStorage::offsetExists(): Argument #1 ($object) must be of type object, null given
2 
1 1Y 1 'data' 'data'Y 1 1 1Y 2 
OutOfRangeException:SplDoublyLinkedList::offsetSet(): Argument #1 ($index) is out of range@7
OutOfRangeException:SplDoublyLinkedList::offsetGet(): Argument #1 ($index) is out of range
'def'N 0 [SplDoublyLinkedList::offsetGet(): Passing null to parameter #1 ($index) of type int is deprecated@7]2 [SplDoublyLinkedList::offsetExists(): Passing null to parameter #1 ($index) of type int is deprecated@7][SplDoublyLinkedList::offsetGet(): Passing null to parameter #1 ($index) of type int is deprecated@7]2[SplDoublyLinkedList::offsetExists(): Passing null to parameter #1 ($index) of type int is deprecated@7]Y 1 OutOfRangeException:SplDoublyLinkedList::offsetSet(): Argument #1 ($index) is out of range@7
OutOfRangeException:SplDoublyLinkedList::offsetGet(): Argument #1 ($index) is out of range
'def'N 1 
1 1Y 1 TypeError:WeakMap key must be an object@7
TypeError:WeakMap key must be an object
TypeError:WeakMap key must be an object
1 TypeError:WeakMap key must be an object@7
TypeError:WeakMap key must be an object
TypeError:WeakMap key must be an object
1 
Error:Cannot use object of type stdClass as array@7
Error:Cannot use object of type stdClass as array
Error:Cannot use object of type stdClass as array
TypeError:count(): Argument #1 ($value) must be of type Countable|array, stdClass given

Error:Cannot use object of type Closure as array@7
Error:Cannot use object of type Closure as array
Error:Cannot use object of type Closure as array
TypeError:count(): Argument #1 ($value) must be of type Countable|array, Closure given

1 1Y 3 's' 's'Y 3 array (
  0 => 1,
  1 => 2,
) array (
  0 => 1,
  1 => 2,
)Y 3 OutOfBoundsException:Index invalid or out of range@7
OutOfBoundsException:Index invalid or out of range
'def'N 3 OutOfBoundsException:Index invalid or out of range@7
OutOfBoundsException:Index invalid or out of range
'def'N 3 1 1Y 3 TypeError:Cannot access offset of type string on SplFixedArray@7
TypeError:Cannot access offset of type string on SplFixedArray
TypeError:Cannot access offset of type string on SplFixedArray
3 array (
  0 => 1,
  1 => 2,
) array (
  0 => 1,
  1 => 2,
)Y 3 TypeError:Cannot access offset of type null on SplFixedArray@7
TypeError:Cannot access offset of type null on SplFixedArray
TypeError:Cannot access offset of type null on SplFixedArray
3 TypeError:Cannot access offset of type array on SplFixedArray@7
TypeError:Cannot access offset of type array on SplFixedArray
TypeError:Cannot access offset of type array on SplFixedArray
3 TypeError:Cannot access offset of type stdClass on SplFixedArray@7
TypeError:Cannot access offset of type stdClass on SplFixedArray
TypeError:Cannot access offset of type stdClass on SplFixedArray
3 's' 's'Y 3 
'o1' 'o1'Y 3 'os' 'os'Y 3 'o1' 'o1'Y 3 
1 1Y 1 NULL 'def'N 2 's' 's'Y 3 [Undefined array key ""@7]NULL 'def'N 4 NULL 'def'N 5 TypeError:Cannot access offset of type stdClass on ArrayObject@7
TypeError:Cannot access offset of type stdClass on ArrayObject
TypeError:Cannot access offset of type stdClass in isset or empty
5 TypeError:Cannot access offset of type array on ArrayObject@7
TypeError:Cannot access offset of type array on ArrayObject
TypeError:Cannot access offset of type array in isset or empty
5 
set get:0 1 ex get:0 1ex Y 42 set get:'a' NULL ex get:'a' 'def'ex Y 42 set get:NULL [Undefined array key ""@3]NULL ex 'def'ex N 42 
1 1Y 2 1 1Y 3 1 1Y 4 
1 1Y 1 'data' 'data'Y 2 TypeError:SplObjectStorage::offsetSet(): Argument #1 ($object) must be of type object, int given@7
TypeError:SplObjectStorage::offsetGet(): Argument #1 ($object) must be of type object, int given
TypeError:SplObjectStorage::offsetExists(): Argument #1 ($object) must be of type object, int given
2 TypeError:SplObjectStorage::offsetSet(): Argument #1 ($object) must be of type object, string given@7
TypeError:SplObjectStorage::offsetGet(): Argument #1 ($object) must be of type object, string given
TypeError:SplObjectStorage::offsetExists(): Argument #1 ($object) must be of type object, string given
2 TypeError:SplObjectStorage::offsetSet(): Argument #1 ($object) must be of type object, null given@7
TypeError:SplObjectStorage::offsetGet(): Argument #1 ($object) must be of type object, null given
TypeError:SplObjectStorage::offsetExists(): Argument #1 ($object) must be of type object, null given
2 
1 1Y 1 'data' 'data'Y 1 1 1Y 2 
OutOfRangeException:SplDoublyLinkedList::offsetSet(): Argument #1 ($index) is out of range@7
OutOfRangeException:SplDoublyLinkedList::offsetGet(): Argument #1 ($index) is out of range
'def'N 0 [SplDoublyLinkedList::offsetGet(): Passing null to parameter #1 ($index) of type int is deprecated@7]2 [SplDoublyLinkedList::offsetExists(): Passing null to parameter #1 ($index) of type int is deprecated@7][SplDoublyLinkedList::offsetGet(): Passing null to parameter #1 ($index) of type int is deprecated@7]2[SplDoublyLinkedList::offsetExists(): Passing null to parameter #1 ($index) of type int is deprecated@7]Y 1 OutOfRangeException:SplDoublyLinkedList::offsetSet(): Argument #1 ($index) is out of range@7
OutOfRangeException:SplDoublyLinkedList::offsetGet(): Argument #1 ($index) is out of range
'def'N 1 
1 1Y 1 TypeError:WeakMap key must be an object@7
TypeError:WeakMap key must be an object
TypeError:WeakMap key must be an object
1 TypeError:WeakMap key must be an object@7
TypeError:WeakMap key must be an object
TypeError:WeakMap key must be an object
1 
Error:Cannot use object of type stdClass as array@7
Error:Cannot use object of type stdClass as array
Error:Cannot use object of type stdClass as array
TypeError:count(): Argument #1 ($value) must be of type Countable|array, stdClass given

Error:Cannot use object of type Closure as array@7
Error:Cannot use object of type Closure as array
Error:Cannot use object of type Closure as array
TypeError:count(): Argument #1 ($value) must be of type Countable|array, Closure given

