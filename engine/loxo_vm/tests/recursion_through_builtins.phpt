--TEST--
Recursion without end through builtins, hooks and magic methods is an Error before the memory is full; plain calls have no such end
--INI--
zend.max_allowed_stack_size=512K
memory_limit=128M
--FILE--
<?php
class Endless implements ArrayAccess, Countable {
    public $hooked { get => $this->other; }
    public $other { get => $this->hooked; }
    function __get($name) { return (new Endless)->$name; }
    function __toString(): string { return (string) new Endless; }
    function offsetGet($offset): mixed { return $this[$offset]; }
    function offsetExists($offset): bool { return isset($this[$offset]); }
    function offsetSet($offset, $value): void {}
    function offsetUnset($offset): void {}
    function count(): int { return count($this); }
}
class Deep { function __destruct() { new Deep; } }
function mapped() { return array_map('mapped', [1]); }
function sorted() { $array = [1, 2]; usort($array, 'sorted'); return 0; }
function replaced() { return preg_replace_callback('/a/', 'replaced', 'a'); }
function reflected() { return (new ReflectionFunction('reflected'))->invoke(); }
function deep($n) { return $n ? deep($n - 1) : 'end'; }
$closure = function ($x) use (&$closure) { return array_filter([1], $closure); };

$cases = [
    'mapped' => fn() => mapped(), 'sorted' => fn() => sorted(), 'replaced' => fn() => replaced(), 'reflected' => fn() => reflected(),
    'closure' => fn() => $closure(1), 'hooks' => fn() => (new Endless)->hooked, '__get' => fn() => (new Endless)->missing,
    '__toString' => fn() => (string) new Endless, 'offsetGet' => fn() => (new Endless)[0], 'offsetExists' => fn() => isset((new Endless)[0]),
    'count' => fn() => count(new Endless), 'destructor' => function () { new Deep; }, 'plain' => fn() => deep(50000),
    'a deep call that maps' => function () { $f = fn($n) => $n ? $GLOBALS['f']($n - 1) : array_map(fn($x) => $x + 1, [1, 2]); $GLOBALS['f'] = $f; return json_encode($f(20000)); },
    'again' => fn() => mapped(),
];
foreach ($cases as $name => $case) {
    try {
        $result = $case();
        echo $name, ': ', is_string($result) ? $result : get_debug_type($result), "\n";
    } catch (Error $e) {
        echo $name, ': ', $e::class, ': ', $e->getMessage(), ' ', $e->getLine(), "\n";
    }
}

// What was begun is ended on the way out.
$begun = $ended = 0;
function careful() {
    global $begun, $ended;
    $begun++;
    try {
        return array_map('careful', [1]);
    } finally {
        $ended++;
    }
}
try {
    careful();
} catch (Error) {
    var_dump($begun > 300, $begun === $ended);
}

// A fiber has a stack of its own, and leaves that of others as it was.
for ($i = 0; $i < 2000; $i++) {
    $fibers[] = $fiber = new Fiber(fn() => array_map(fn($x) => Fiber::suspend($x), [1]));
    $fiber->start();
}
echo json_encode(array_map(fn($x) => $x + 1, [1])), "\n";
foreach ($fibers as $fiber) $fiber->resume(2);
echo json_encode($fiber->getReturn()), "\n";
?>
--EXPECT--
mapped: Error: Maximum call stack size of 475136 bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion? 14
sorted: Error: Maximum call stack size of 475136 bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion? 15
replaced: Error: Maximum call stack size of 475136 bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion? 16
reflected: Error: Maximum call stack size of 475136 bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion? 17
closure: Error: Maximum call stack size of 475136 bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion? 19
hooks: Error: Maximum call stack size of 475136 bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion? 4
__get: Error: Maximum call stack size of 475136 bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion? 5
__toString: Error: Maximum call stack size of 475136 bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion? 6
offsetGet: Error: Maximum call stack size of 475136 bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion? 7
offsetExists: Error: Maximum call stack size of 475136 bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion? 8
count: Error: Maximum call stack size of 475136 bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion? 11
destructor: Error: Maximum call stack size of 475136 bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion? 13
plain: end
a deep call that maps: [2,3]
again: Error: Maximum call stack size of 475136 bytes (zend.max_allowed_stack_size - zend.reserved_stack_size) reached. Infinite recursion? 14
bool(true)
bool(true)
[2]
[2]
