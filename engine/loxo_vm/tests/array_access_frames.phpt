--TEST--
Methods of ArrayAccess and Countable are called by the ops themselves
--FILE--
<?php
class Bag implements ArrayAccess, Countable {
    public array $all = [];
    function offsetGet(mixed $k): mixed {
        if ($k === 'bad') throw new Exception('get');
        return $this->all[$k] ?? null;
    }
    function offsetSet(mixed $k, mixed $v): void {
        if ($k === 'bad') throw new Exception('set');
        if ($k === null) $this->all[] = $v; else $this->all[$k] = $v;
    }
    function offsetExists(mixed $k): bool { return isset($this->all[$k]); }
    function offsetUnset(mixed $k): void { unset($this->all[$k]); }
    function count(): int { return count($this->all); }
}
class Old implements ArrayAccess, Countable {
    #[ReturnTypeWillChange] function offsetGet($k) { return func_get_args(); }
    #[ReturnTypeWillChange] function offsetSet($k, $v) { return 'nobody sees it'; }
    #[ReturnTypeWillChange] function offsetExists($k) { return "yes"; }
    #[ReturnTypeWillChange] function offsetUnset($k) { return new Gone('what unset returned'); }
    #[ReturnTypeWillChange] function count() { return "7"; }
}
class ByRef extends Old {
    public $list = [1, 2];
    #[ReturnTypeWillChange] function &offsetGet($k) { return $this->list; }
}
class Steps extends Old {
    #[ReturnTypeWillChange] function offsetGet($k) { yield $k; yield 2; }
}
class Deep implements ArrayAccess {
    function offsetGet(mixed $k): mixed { return $k == 0 ? 0 : 1 + $this[$k - 1]; }
    function offsetSet(mixed $k, mixed $v): void { if ($v > 0) $this[$k] = $v - 1; }
    function offsetExists(mixed $k): bool { return $k == 0 || isset($this[$k - 1]); }
    function offsetUnset(mixed $k): void { if ($k > 0) unset($this[$k - 1]); }
}
class Shows implements ArrayAccess, Countable {
    function offsetGet(mixed $k): mixed { debug_print_backtrace(); return 1; }
    function offsetSet(mixed $k, mixed $v): void { debug_print_backtrace(); }
    function offsetExists(mixed $k): bool { debug_print_backtrace(); return true; }
    function offsetUnset(mixed $k): void { debug_print_backtrace(); }
    function count(): int { debug_print_backtrace(); return 3; }
}
class Gone { function __construct(public $name) {} function __destruct() { echo "~{$this->name}\n"; } }
class Loses implements ArrayAccess {
    function offsetGet(mixed $k): mixed { $GLOBALS['lost'] = null; return $k; }
    function offsetSet(mixed $k, mixed $v): void { $GLOBALS['lost'] = null; echo "set\n"; }
    function offsetExists(mixed $k): bool { return false; }
    function offsetUnset(mixed $k): void { $GLOBALS['lost'] = null; echo "unset\n"; }
    function __destruct() { echo "~Loses\n"; }
}

function all() {
    $bag = new Bag;
    $bag['a'] = 1;
    $bag[] = 2;
    $key = 'k';
    $byKey = &$key;
    $value = 5;
    $byValue = &$value;
    $bag[$byKey] = $byValue;
    $value = 6;
    $kept = $bag['x'] = 7;
    echo $bag['a'], $bag[0], $bag["k"], $kept, ' ', count($bag), isset($bag['a']) ? ' is' : ' not', isset($bag['none']) ? ' is' : ' not', "\n";
    foreach (['bad', 'a'] as $k) {
        try {
            echo "got ", $bag[$k], "\n";
            $bag['bad'] = new Gone('value');
        } catch (Exception $e) {
            echo $e->getMessage(), ' ', $e->getTrace()[0]['function'], ' ', $e->getTrace()[1]['function'], "\n";
            unset($e);
        }
    }
    $bag['o'] = new Gone('first');
    $bag['o'] = new Gone('second');
    unset($bag['o']);
    echo "unset\n", (new Bag)['q'] ?? 'nothing', "\n";
    $holder = new stdClass;
    $holder->bag = new Bag;
    $holder->bag['p'] = 1;
    $holder->bag[] = 2;
    unset($holder->bag['p']);
    echo json_encode($holder->bag->all), "\n";
    $old = new Old;
    $old[1] = 2;
    unset($old[1]);
    echo json_encode([$old['z'], isset($old['z']), empty($old['z']), count($old)]), "\n";
    $ref = new ByRef;
    $copy = $ref[0];
    $copy[] = 3;
    $ref[0][] = 4;
    echo json_encode([$copy, $ref->list]), "\n";
    foreach ((new Steps)['s'] as $v) echo $v, ' ';
    $deep = new Deep;
    $deep[1] = 2000;
    unset($deep[2000]);
    echo $deep[2000], isset($deep[2000]) ? ' is' : ' not', "\n";
    $shows = new Shows;
    $shows[1];
    $shows['k'] = [2];
    isset($shows[3]);
    unset($shows[4]);
    echo count($shows), "\n";
    global $lost;
    $lost = new Loses;
    echo $lost['got'], "\n";
    $lost = new Loses;
    $lost['k'] = new Gone('given');
    $lost = new Loses;
    unset($lost['k']);
}
for ($i = 0; $i < 4; $i++) {
    ob_start();
    all();
    $texts[] = ob_get_clean();
}
echo $texts[0], count(array_unique($texts)), "\n";
--EXPECTF--
1257 4 is not
got get offsetGet all
got 1
set offsetSet all
~value
~first
~second
unset
nothing
[2]
~what unset returned
[["z"],true,false,7]
[[1,2,3],[1,2,4]]
s 2 2000 is
#0 %s(98): Shows->offsetGet(1)
#1 %s(113): all()
#0 %s(99): Shows->offsetSet('k', Array)
#1 %s(113): all()
#0 %s(100): Shows->offsetExists(3)
#1 %s(113): all()
#0 %s(101): Shows->offsetUnset(4)
#1 %s(113): all()
#0 %s(102): Shows->count()
#1 %s(113): all()
3
~Loses
got
set
~given
~Loses
unset
~Loses
1
