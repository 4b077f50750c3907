--TEST--
Calls, returns and elements in compact code
--ENV--
LOXO_STRESS=jit
LOXO_JIT=compact
--FILE--
<?php
class D {
    public $v = 3;
    function __construct(public string $name) {}
    function __destruct() { echo "~{$this->name} "; }
    function self() { return $this; }
    function name($more = '!', ...$rest) { return $this->name . $more . count($rest); }
    function fails() { throw new LogicException($this->name); }
    static function made(string $name) { return new static($name); }
}
class Failing { function __destruct() { throw new RuntimeException('destructor'); } function get() { return 1; } }

function add(int $a, int $b = 5, int ...$more) { return $a + $b + array_sum($more); }
function change(array &$list, $value) { $list[] = $value; return count($list); }
function several($a, $b, $c, $d, $e) { $f = [$a, $b]; $g = new D('g' . $c); $h = $d . $e; return $h; }
function shared(array $a, array $b, array $c, array $d) { $e = $a; return $e['k']['l'] ?? $b['m'] ?? $c['n'] ?? $d['o']; }
function depth($n) { return $n === 0 ? 0 : 1 + depth($n - 1); }
function gone($n) { $d = new D("gone$n"); if ($n > 1) throw new RuntimeException("at $n"); return $n; }

function run() {
    echo add(1), ' ', add(1, 2), ' ', add(1, 2, 3, 4), "\n";
    $list = [1];
    echo change($list, 2), change($list, 3), ' ', implode(',', $list), "\n";
    echo several(1, 2, 3, 'x', 'y'), "\n";
    echo shared(['k' => ['l' => 7]], [], [], []), shared([], ['m' => 8], [], []), shared([], [], [], ['o' => 9]), "\n";
    echo (new D('temporary'))->name(), "\n";
    echo D::made('static')->self()->self()->name('?', 1, 2), "\n";
    D::made('unwanted');
    echo "\n";
    $closure = function ($x) use ($list) { return $x . count($list); };
    echo $closure('closure'), (fn() => 'arrow')(), "\n";
    $arguments = [4, 5, 6];
    echo add(...$arguments), "\n";
    echo depth(20000), "\n";
    foreach ([1, 2] as $n) {
        try { echo gone($n), "\n"; } catch (RuntimeException $e) { echo $e->getMessage(), "\n"; }
    }
    try { D::made('thrown')->fails(); } catch (LogicException $e) { echo $e->getMessage(), ' '; }
    unset($e);
    echo "\n";
    try { echo (new Failing)->get(), "\n"; } catch (RuntimeException $e) { echo $e->getMessage(), "\n"; }
    try { add('x'); } catch (TypeError $e) { echo substr($e->getMessage(), 0, 43), "\n"; }
    try { add(); } catch (ArgumentCountError $e) { echo substr($e->getMessage(), 0, 27), "\n"; }
}
run();
run();
--EXPECT--
6 3 10
23 1,2,3
~g3 xy
789
~temporary temporary!0
~static static?2
~unwanted 
closure3arrow
15
20000
~gone1 1
~gone2 at 2
~thrown thrown 
destructor
add(): Argument #1 ($a) must be of type int
Too few arguments to functi
6 3 10
23 1,2,3
~g3 xy
789
~temporary temporary!0
~static static?2
~unwanted 
closure3arrow
15
20000
~gone1 1
~gone2 at 2
~thrown thrown 
destructor
add(): Argument #1 ($a) must be of type int
Too few arguments to functi
