--TEST--
Methods of builtin classes called by code that has run before: errors, destructors
--FILE--
<?php
set_error_handler(function ($level, $message) { echo "($message) "; return true; });
// builtin methods from compiled code: odd cases
function t($name, $f) { for ($i = 0; $i < 4; $i++) { try { echo $name, ' '; var_dump($f($i)); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), ' @', $e->getLine(), "\n"; } } }
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~D{$this->n} "; } }
class DT extends D { function __destruct() { echo "~DT{$this->n} "; throw new Exception("from destructor {$this->n}"); } }
t('pop empty', function ($i) { $s = new SplStack; $s->push($i); $a = $s->pop(); return $s->pop(); });
t('pop unwanted', function ($i) { $s = new SplStack; $s->push(new D($i)); $s->pop(); return 'x'; });
t('pop unwanted throws', function ($i) { $s = new SplStack; $s->push(new DT($i)); $s->pop(); return 'x'; });
t('temp object', function ($i) { return (new SplStack)->isEmpty(); });
t('temp object with arg', function ($i) { (new ArrayObject([1]))->append(new D($i)); return 1; });
t('wrong count', function ($i) { $s = new SplStack; return $s->push(); });
t('too many', function ($i) { $s = new SplStack; return $s->isEmpty(1, 2); });
t('wrong type', function ($i) { $a = new ArrayIterator([1, 2, 3]); return $a->seek([]); });
t('out of bounds', function ($i) { $a = new ArrayIterator([1, 2, 3]); return $a->seek(7 + $i); });
t('named', function ($i) { $a = new ArrayIterator([3, 2, 1]); return $a->offsetGet(key: $i); });
t('undefined key', function ($i) { $a = new ArrayObject([3, 2, 1]); return $a->offsetGet($i + 2); });
t('undefined var', function ($i) { $a = new ArrayObject([3, 2, 1]); return $a->offsetExists($zzz); });
t('heap cmp throws', function ($i) { $h = new class extends SplMinHeap { function compare($a, $b): int { if ($a === 3) throw new Exception('cmp'); return $a <=> $b; } }; $h->insert(1); $h->insert(2); try { $h->insert(3); } finally { echo count($h), ' '; } return $h->extract(); });
t('corrupt heap', function ($i) { $h = new class extends SplMinHeap { function compare($a, $b): int { if ($a === 3) throw new Exception('cmp'); return $a <=> $b; } }; $h->insert(1); try { $h->insert(3); } catch (Exception $e) { echo 'c '; } return $h->extract(); });
t('callback', function ($i) { $a = new ArrayObject([3, 1, 2]); $a->uasort(function ($x, $y) use ($i) { if ($i == 2) throw new Exception('us'); return $x <=> $y; }); return implode(',', (array)$a); });
class Sub extends ArrayObject { function offsetGet($k): mixed { echo "get($k) "; return parent::offsetGet($k); } function count(): int { return parent::count() + 100; } }
t('parent', function ($i) { $s = new Sub([5, 6, 7, 8]); return $s[$i] + count($s) + $s->offsetGet($i); });
t('self replaced', function ($i) { $a = new SplObjectStorage; $o = new D($i); $a->attach($o, $a); unset($o); foreach ($a as $x) { $x = null; $a->detach($a->current()); break; } return count($a); });
t('null', function ($i) { $a = $i == 2 ? null : new SplStack; return $a->isEmpty(); });
t('poly', function ($i) { $l = [new SplStack, new ArrayObject([1]), new class { function count() { return 'user'; } }, new SplFixedArray(3)]; $r = ''; foreach ($l as $o) $r .= $o->count() . ','; return $r; });
t('private ctor', function ($i) { return (new ReflectionClass('Generator'))->newInstanceWithoutConstructor(); });
t('ctor', function ($i) { return (new DateTime("2020-01-0" . ($i + 1)))->format('D'); });
t('bad ctor', function ($i) { return new DateTime("foo bar $i"); });
t('ctor chain', function ($i) { return count(new ArrayObject(new ArrayObject([1, $i]))); });
t('exception methods', function ($i) { $e = new Exception("m$i", $i, new LogicException('p')); return $e->getMessage() . $e->getCode() . $e->getPrevious()->getMessage() . $e->getLine(); });
t('closure call', function ($i) { $f = function ($x) { return $this->n + $x; }; $o = new class { public $n = 5; }; return $f->call($o, $i) + $f->bindTo($o)($i) + Closure::fromCallable('strlen')->__invoke('abc'); });
t('bound', function ($i) { $s = new SplStack; $s->push(7); $f = $s->top(...); return $f(); });
t('clone', function ($i) { $a = new ArrayObject([1, $i]); $b = clone $a; $b->append(3); return $a->count() . $b->count(); });
t('serialize', function ($i) { $s = new SplStack; $s->push($i); return unserialize(serialize($s))->pop(); });
t('result by ref arg', function ($i) { $m = []; $a = new ArrayObject(['b' => [1, 2]]); $x = end($a->getArrayCopy()['b']); return $x; });
t('reflection', function ($i) { $m = new ReflectionMethod('ArrayObject', 'count'); return $m->invoke(new ArrayObject([1, 2])); });
t('static', function ($i) { return SplFixedArray::fromArray([1, 2, $i])->getSize() . DateTime::createFromFormat('Y', '2020')->format('Y'); });
t('static wrong', function ($i) { return SplFixedArray::fromArray('x'); });
t('nonstatic', function ($i) { return ArrayObject::count(); });
t('gc', function ($i) { $a = new ArrayObject; $a->append($a); $a->append(new D($i)); $a = null; gc_collect_cycles(); return 1; });
class It extends ArrayIterator { function current(): mixed { return parent::current() * 10; } }
t('It', function ($i) { $x = new It([1, 2, 3]); $r = 0; for ($x->rewind(); $x->valid(); $x->next()) { $r += $x->current(); if ($i == 3 && $x->key() == 1) throw new Exception('mid'); } return $r; });
--EXPECT--
pop empty RuntimeException: Can't pop from an empty datastructure @7
pop empty RuntimeException: Can't pop from an empty datastructure @7
pop empty RuntimeException: Can't pop from an empty datastructure @7
pop empty RuntimeException: Can't pop from an empty datastructure @7
pop unwanted ~D0 string(1) "x"
pop unwanted ~D1 string(1) "x"
pop unwanted ~D2 string(1) "x"
pop unwanted ~D3 string(1) "x"
pop unwanted throws ~DT0 Exception: from destructor 0 @6
pop unwanted throws ~DT1 Exception: from destructor 1 @6
pop unwanted throws ~DT2 Exception: from destructor 2 @6
pop unwanted throws ~DT3 Exception: from destructor 3 @6
temp object bool(true)
temp object bool(true)
temp object bool(true)
temp object bool(true)
temp object with arg ~D0 int(1)
temp object with arg ~D1 int(1)
temp object with arg ~D2 int(1)
temp object with arg ~D3 int(1)
wrong count ArgumentCountError: SplDoublyLinkedList::push() expects exactly 1 argument, 0 given @12
wrong count ArgumentCountError: SplDoublyLinkedList::push() expects exactly 1 argument, 0 given @12
wrong count ArgumentCountError: SplDoublyLinkedList::push() expects exactly 1 argument, 0 given @12
wrong count ArgumentCountError: SplDoublyLinkedList::push() expects exactly 1 argument, 0 given @12
too many ArgumentCountError: SplDoublyLinkedList::isEmpty() expects exactly 0 arguments, 2 given @13
too many ArgumentCountError: SplDoublyLinkedList::isEmpty() expects exactly 0 arguments, 2 given @13
too many ArgumentCountError: SplDoublyLinkedList::isEmpty() expects exactly 0 arguments, 2 given @13
too many ArgumentCountError: SplDoublyLinkedList::isEmpty() expects exactly 0 arguments, 2 given @13
wrong type TypeError: ArrayIterator::seek(): Argument #1 ($offset) must be of type int, array given @14
wrong type TypeError: ArrayIterator::seek(): Argument #1 ($offset) must be of type int, array given @14
wrong type TypeError: ArrayIterator::seek(): Argument #1 ($offset) must be of type int, array given @14
wrong type TypeError: ArrayIterator::seek(): Argument #1 ($offset) must be of type int, array given @14
out of bounds OutOfBoundsException: Seek position 7 is out of range @15
out of bounds OutOfBoundsException: Seek position 8 is out of range @15
out of bounds OutOfBoundsException: Seek position 9 is out of range @15
out of bounds OutOfBoundsException: Seek position 10 is out of range @15
named int(3)
named int(2)
named int(1)
named (Undefined array key 3) NULL
undefined key int(1)
undefined key (Undefined array key 3) NULL
undefined key (Undefined array key 4) NULL
undefined key (Undefined array key 5) NULL
undefined var (Undefined variable $zzz) bool(false)
undefined var (Undefined variable $zzz) bool(false)
undefined var (Undefined variable $zzz) bool(false)
undefined var (Undefined variable $zzz) bool(false)
heap cmp throws 3 int(3)
heap cmp throws 3 int(3)
heap cmp throws 3 int(3)
heap cmp throws 3 int(3)
corrupt heap int(3)
corrupt heap int(3)
corrupt heap int(3)
corrupt heap int(3)
callback string(5) "1,2,3"
callback string(5) "1,2,3"
callback Exception: us @21
callback string(5) "1,2,3"
parent get(0) get(0) int(114)
parent get(1) get(1) int(116)
parent get(2) get(2) int(118)
parent get(3) get(3) int(120)
self replaced ~D0 int(0)
self replaced ~D1 int(0)
self replaced ~D2 int(0)
self replaced ~D3 int(0)
null bool(true)
null bool(true)
null Error: Call to a member function isEmpty() on null @25
null bool(true)
poly string(11) "0,1,user,3,"
poly string(11) "0,1,user,3,"
poly string(11) "0,1,user,3,"
poly string(11) "0,1,user,3,"
private ctor ReflectionException: Class Generator is an internal class marked as final that cannot be instantiated without invoking its constructor @27
private ctor ReflectionException: Class Generator is an internal class marked as final that cannot be instantiated without invoking its constructor @27
private ctor ReflectionException: Class Generator is an internal class marked as final that cannot be instantiated without invoking its constructor @27
private ctor ReflectionException: Class Generator is an internal class marked as final that cannot be instantiated without invoking its constructor @27
ctor string(3) "Wed"
ctor string(3) "Thu"
ctor string(3) "Fri"
ctor string(3) "Sat"
bad ctor DateMalformedStringException: Failed to parse time string (foo bar 0) at position 0 (f): The timezone could not be found in the database @29
bad ctor DateMalformedStringException: Failed to parse time string (foo bar 1) at position 0 (f): The timezone could not be found in the database @29
bad ctor DateMalformedStringException: Failed to parse time string (foo bar 2) at position 0 (f): The timezone could not be found in the database @29
bad ctor DateMalformedStringException: Failed to parse time string (foo bar 3) at position 0 (f): The timezone could not be found in the database @29
ctor chain int(2)
ctor chain int(2)
ctor chain int(2)
ctor chain int(2)
exception methods string(6) "m00p31"
exception methods string(6) "m11p31"
exception methods string(6) "m22p31"
exception methods string(6) "m33p31"
closure call int(13)
closure call int(15)
closure call int(17)
closure call int(19)
bound int(7)
bound int(7)
bound int(7)
bound int(7)
clone string(2) "23"
clone string(2) "23"
clone string(2) "23"
clone string(2) "23"
serialize int(0)
serialize int(1)
serialize int(2)
serialize int(3)
result by ref arg int(2)
result by ref arg int(2)
result by ref arg int(2)
result by ref arg int(2)
reflection int(2)
reflection int(2)
reflection int(2)
reflection int(2)
static string(5) "32020"
static string(5) "32020"
static string(5) "32020"
static string(5) "32020"
static wrong TypeError: SplFixedArray::fromArray(): Argument #1 ($array) must be of type array, string given @39
static wrong TypeError: SplFixedArray::fromArray(): Argument #1 ($array) must be of type array, string given @39
static wrong TypeError: SplFixedArray::fromArray(): Argument #1 ($array) must be of type array, string given @39
static wrong TypeError: SplFixedArray::fromArray(): Argument #1 ($array) must be of type array, string given @39
nonstatic Error: Non-static method ArrayObject::count() cannot be called statically @40
nonstatic Error: Non-static method ArrayObject::count() cannot be called statically @40
nonstatic Error: Non-static method ArrayObject::count() cannot be called statically @40
nonstatic Error: Non-static method ArrayObject::count() cannot be called statically @40
gc ~D0 int(1)
gc ~D1 int(1)
gc ~D2 int(1)
gc ~D3 int(1)
It int(60)
It int(60)
It int(60)
It Exception: mid @43
