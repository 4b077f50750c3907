<?php
// usage: calls.php SEED ROUNDS NAME…: calls functions (`name`) and the methods of classes (`Class::`) with values that nobody means well.
// Says on standard error what it is about to call.

$seed = (int) $argv[1];
$rounds = (int) $argv[2];
mt_srand($seed);
ini_set('display_errors', '0');

class Plain
{
    public $a = 1;
    protected ?Plain $b = null;
    private array $c = [1];
}

class Talker implements ArrayAccess, IteratorAggregate, Countable, JsonSerializable
{
    public function __toString(): string { return $this->say('string', 'a'); }
    public function __get($name) { return $this->say('get', [$name]); }
    public function __call($name, $arguments) { return $this->say('call', $arguments); }
    public function __invoke(...$arguments) { return $this->say('invoke', $arguments[0] ?? 0); }
    public function offsetExists($offset): bool { return $this->say('exists', true); }
    public function offsetGet($offset): mixed { return $this->say('get', $offset); }
    public function offsetSet($offset, $value): void { $this->say('set', 0); }
    public function offsetUnset($offset): void { $this->say('unset', 0); }
    public function getIterator(): Iterator { return $this->say('iterate', new ArrayIterator([1, [2], 'k' => $this])); }
    public function count(): int { return $this->say('count', 3); }
    public function jsonSerialize(): mixed { return $this->say('json', [1]); }
    public function __serialize(): array { return $this->say('serialize', [$this]); }

    // Takes away, at times, what the caller works on.
    private function say($what, $answer)
    {
        global $shared;
        switch (mt_rand(0, 9)) {
            case 0:
                throw new LogicException($what);
            case 1:
                $shared = null;
                break;
            case 2:
                $shared = [1, 2, 3];
                break;
            case 3:
                gc_collect_cycles();
        }
        return $answer;
    }
}

enum Suit: string
{
    case Hearts = 'h';
    case Spades = 's';
}

function generator() { $received = yield 1; yield 'k' => [$received]; throw new Exception('from a generator'); }

function nested(int $depth) { for ($value = 1; $depth--;) { $value = [$value]; } return $value; }

$shared = [3, 1, 2];
$cycle = [1];
$cycle['self'] = &$cycle;
$ring = new stdClass();
$ring->ring = $ring;
$closed = fopen('php://memory', 'w+');
fclose($closed);

$kinds = [
    fn() => null, fn() => true, fn() => false,
    fn() => 0, fn() => 1, fn() => -1, fn() => 2, fn() => 64, fn() => 255, fn() => 1000,
    fn() => PHP_INT_MAX, fn() => PHP_INT_MIN, fn() => PHP_INT_MAX - 1, fn() => 2147483647, fn() => -2147483648, fn() => 4294967296, fn() => 1 << 40,
    fn() => 0.5, fn() => -0.0, fn() => NAN, fn() => INF, fn() => -INF, fn() => 1e300, fn() => 1e18, fn() => 5e-324,
    fn() => '', fn() => 'a', fn() => '0', fn() => '-1', fn() => '1e1000', fn() => "\0", fn() => "a\0b", fn() => "\xff\xfe\xc0", fn() => 'ä€😀',
    fn() => str_repeat('a', 70000), fn() => str_repeat("\0", 5000), fn() => '%s%n%999999d%1$s%99$s', fn() => '/(a+)+$/', fn() => '/a/e', fn() => 'N*', fn() => 'a4/b5',
    fn() => 'UTF-8', fn() => 'BASE64', fn() => 'sha256', fn() => 'UTC', fn() => 'now', fn() => 'P1Y', fn() => 'R5/2000-01-01T00:00:00Z/P1D', fn() => 'Y-m-d',
    fn() => 'stdClass', fn() => 'Plain', fn() => 'Talker', fn() => 'ArrayObject', fn() => 'Closure', fn() => 'strlen', fn() => 'Plain::a', fn() => 'php://memory', fn() => 'a:1:{i:0;R:1;}',
    fn() => '{"a":[1,{"b":null}]}', fn() => '<a><b c="d">e</b></a>', fn() => '$a', fn() => 'a.b.c', fn() => '127.0.0.1', fn() => 'http://u:p@h:1/p?q#f', fn() => 'r', fn() => 'w+',
    fn() => [], fn() => [1, 2, 3], fn() => ['a' => 1, 'b' => [2]], fn() => [PHP_INT_MAX => 1], fn() => [PHP_INT_MIN => 'x', '' => 'y'], fn() => range(0, 2000), fn() => [[1, 2], [3]], fn() => ['a', 'b', 1.5, null],
    fn() => [NAN, INF, '', []], fn() => ['strlen', 'x'], fn() => [new Talker(), 'm'], fn() => ['Plain', 'a'], fn() => nested(3000), fn() => [new Plain(), new Talker()], fn() => ['max_depth' => -1], fn() => array_fill(-5, 10, 'v'),
    fn() => $GLOBALS['cycle'], fn() => $GLOBALS['shared'],
    fn() => new stdClass(), fn() => new Plain(), fn() => new Talker(), fn() => $GLOBALS['ring'], fn() => new ArrayObject([1, 2]), fn() => new ArrayIterator(['x' => 1]), fn() => new SplObjectStorage(), fn() => new SplFixedArray(3),
    fn() => new SplMinHeap(), fn() => new SplDoublyLinkedList(), fn() => new DateTime('@0'), fn() => new DateTimeZone('UTC'), fn() => new DateInterval('P1D'), fn() => new ReflectionClass('Plain'), fn() => new Exception('e'), fn() => new WeakMap(),
    fn() => Suit::Hearts, fn() => generator(), fn() => fn(...$a) => $a[0] ?? null, fn() => function (&$a = null) { $a = []; return -1; }, fn() => strrev(...), fn() => function () { throw new Exception('from a callback'); },
    fn() => function () { $GLOBALS['shared'] = null; return 1; }, fn() => WeakReference::create(new stdClass()), fn() => new InfiniteIterator(new EmptyIterator()), fn() => new LimitIterator(new ArrayIterator([1, 2, 3]), 1),
    fn() => fopen('php://memory', 'w+'), fn() => $GLOBALS['closed'], fn() => stream_context_create(), fn() => unfinished(mt_rand(0, 1 << 20)),
];

/** An object whose constructor did not run. */
function unfinished(int $which)
{
    static $classes = null;
    $classes ??= array_values(array_filter(get_declared_classes(), fn($name) => (new ReflectionClass($name))->isInstantiable()));
    try {
        return (new ReflectionClass($classes[$which % count($classes)]))->newInstanceWithoutConstructor();
    } catch (Throwable) {
        return new stdClass();
    }
}

function arguments(?ReflectionFunctionAbstract $callee): array
{
    global $kinds, $shared;
    $least = $callee ? $callee->getNumberOfRequiredParameters() : 0;
    $most = $callee ? $callee->getNumberOfParameters() : 2;
    $count = min(mt_rand($least, $most + ($callee?->isVariadic() ? 3 : 0)), 9);
    $arguments = [];
    for ($i = 0; $i < $count; $i++) {
        $parameter = $callee?->getParameters()[$i] ?? null;
        $value = fitting($parameter?->getType());
        if ($parameter?->isPassedByReference()) {
            $shared = $value;
            $arguments[] = &$shared;
        } else {
            $arguments[] = $value;
        }
        unset($value);
    }
    return $arguments;
}

/** Mostly of a type that is accepted, so that something happens behind the door. */
function fitting(?ReflectionType $type)
{
    global $kinds;
    $wanted = $type ? (string) $type : '';
    for ($tries = 0; $tries < 40; $tries++) {
        $value = $kinds[array_rand($kinds)]();
        $is = get_debug_type($value);
        if ($wanted === '' || $wanted === 'mixed' || $tries === 0 && mt_rand(0, 5) === 0) {
            return $value;
        }
        if (stripos($wanted, $is) !== false || $wanted === 'callable' && is_callable($value) || is_object($value) && class_exists($wanted) && $value instanceof $wanted || stripos($wanted, 'iterable') !== false && is_iterable($value)) {
            return $value;
        }
    }
    return $value;
}

function attempt(callable $work)
{
    try {
        return $work();
    } catch (Throwable $thrown) {
        return null;
    }
}

function look(object $object): void
{
    ob_start();
    attempt(fn() => var_dump($object));
    attempt(fn() => print_r($object));
    attempt(fn() => serialize($object));
    attempt(fn() => json_encode($object));
    attempt(fn() => var_export($object));
    attempt(fn() => (string) $object);
    attempt(fn() => count($object));
    attempt(fn() => isset($object[0]));
    attempt(fn() => $object[0]);
    attempt(function () use ($object) { $object[] = 1; });
    attempt(function () use ($object) { foreach ($object as $key => $value) { if (++$GLOBALS['steps'] % 50 === 0) break; } });
    attempt(fn() => $object == clone $object);
    attempt(fn() => $object <=> new stdClass());
    ob_end_clean();
}

function call_methods(string $class): void
{
    $reflection = new ReflectionClass($class);
    $object = null;
    if ($reflection->isInstantiable()) {
        $constructor = $reflection->getConstructor();
        $object = mt_rand(0, 2) === 0
            ? attempt(fn() => $reflection->newInstanceWithoutConstructor())
            : attempt(fn() => $reflection->newInstanceArgs(arguments($constructor)));
    }
    $methods = $reflection->getMethods();
    for ($i = 0; $methods && $i < 5; $i++) {
        $method = $methods[array_rand($methods)];
        fwrite(STDERR, "  ->{$method->name}\n");
        if ($method->isStatic() || $object) {
            $arguments = arguments($method);
            $result = attempt(fn() => $method->invokeArgs($method->isStatic() ? null : $object, $arguments));
            $object = is_object($result) && mt_rand(0, 3) === 0 && $result instanceof $class ? $result : $object;
            unset($result, $arguments);
        }
    }
    if ($object) {
        look($object);
    }
    unset($object);
    gc_collect_cycles();
}

$steps = 0;

// Says nothing of its own, but walks over the stack, and takes away, at times, what the caller works on.
function wade(int $n) { $values = [$n, "n$n", [$n]]; return $n ? wade($n - 1) . count($values) : ''; }
set_error_handler(function ($level, $message) {
    global $shared;
    wade(mt_rand(0, 9));
    switch (mt_rand(0, 9)) {
        case 0: throw new LogicException('from the handler');
        case 1: $shared = null; break;
        case 2: $shared = [1, 2, 3]; break;
        case 3: gc_collect_cycles(); break;
        case 4: $shared = 'text'; break;
    }
    return true;
});
$GLOBALS['level'] = ob_get_level();
foreach (array_slice($argv, 3) as $name) {
    for ($round = 0; $round < $rounds; $round++) {
        mt_srand(crc32("$seed $name $round"));
        fwrite(STDERR, "$name $round\n");
        if (str_ends_with($name, '::')) {
            call_methods(substr($name, 0, -2));
            continue;
        }
        $arguments = arguments(new ReflectionFunction($name));
        ob_start();
        attempt(fn() => $name(...$arguments));
        while (ob_get_level() > $level && @ob_end_clean());
        unset($arguments);
        $shared = [3, 1, 2];
    }
}
echo "done\n";
