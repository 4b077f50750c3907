--TEST--
Builtins that call a function several times: what happens in between
--FILE--
<?php
class Loud
{
    public function __construct(public $name) {}
    public function __destruct() { echo "~$this->name "; }
    public function with($x) { return "$this->name$x"; }
}
function show(string $what, callable $run): void
{
    foreach ([1, 2, 3] as $round) {
        try {
            echo $what, ' ', json_encode($run($round)), "\n";
        } catch (Throwable $e) {
            $text = $e->getMessage() . ' in line ' . $e->getLine() . ', ' . implode(' < ', array_column($e->getTrace(), 'function'));
            echo $what, ' ', get_class($e), ': ', str_replace(__FILE__, 'FILE', $text), "\n";
        }
    }
}
set_error_handler(function ($number, $message) { echo "[", str_replace(__FILE__, "FILE", $message), "] "; return true; });
show('nested', fn ($r) => array_map(fn ($x) => array_sum(array_map(fn ($y) => $y * $x + $r, range(1, $x))), range(1, 5)));
show('itself', function ($r) { $f = function ($a) use (&$f, $r) { return is_array($a) ? array_map($f, $a) : $a + $r; }; return $f([1, [2, [3, 4]], 5]); });
show('throws', fn ($r) => array_map(function ($x) use ($r) { if ($x === $r + 1) { throw new Exception("at $x"); } return $x; }, range(1, 5)));
show('caught', fn ($r) => array_map(function ($x) { try { return array_filter([1, 2, 3], fn ($y) => $y > 1 ? throw new Exception("$x $y") : true); } catch (Exception $e) { return $e->getMessage(); } }, [1, 2]));
show('warns', fn ($r) => array_map(function ($x) { return $x[5]; }, [[1], [2], 'ab']));
show('handled', function ($r) { $a = [1, 2, 3]; return array_filter($a, function ($x) use (&$a) { $a[] = $x; return $undefined + $x > 1; }); });
show('ends', fn ($r) => array_map(function ($x) { $object = new Loud($x); return $x; }, [1, 2, 3]));
show('gives objects', fn ($r) => count(array_filter([1, 2, 3], fn ($x) => new Loud($x))));
show('bound', fn ($r) => array_map([new Loud("o$r"), 'with'], [1, 2, 3]));
show('captures', function ($r) { $object = new Loud("c$r"); $f = function ($x) use ($object) { return $object->name . $x; }; unset($object); $list = array_map($f, [1, 2]); unset($f); echo 'gone '; return $list; });
show('defaults', fn ($r) => array_map(function ($a, $b = PHP_INT_SIZE, ...$rest) { $b++; return [$a, $b, $rest]; }, [1, 2, 3]));
show('too few', fn ($r) => array_map(function ($a, $b) { return $a; }, [1, 2]));
show('by reference', function ($r) { $a = [1, 2]; return [array_map(function (&$x) { return ++$x; }, $a), $a]; });
show('references', function ($r) { $v = 1; $a = [&$v, 2, &$v]; return [array_map(function ($x) use (&$v) { $v++; return $x; }, $a), $a]; });
show('static', fn ($r) => array_map(function ($x) { static $n = 0; return $x + $n++; }, [1, 1, 1]));
show('locals', fn ($r) => array_map(function ($x) use ($r) { extract(['z' => $x * 3]); return compact('x', 'r', 'z'); }, [1, 2, 3]));
show('traces', fn ($r) => array_map(function ($x) { return count(debug_backtrace()); }, [1, 2, 3]));
show('more', fn ($r) => array_map(function ($x) { return func_get_args(); }, [1, 2], [3, 4]));
show('sorts', fn ($r) => array_map(function ($x) { $a = [3, 1, 2]; usort($a, fn ($p, $q) => ($p <=> $q) * $x); return $a; }, [1, -1, 1]));
show('same again', function ($r) { $f = fn ($x) => $x * 2; $all = []; for ($i = 0; $i < 3; $i++) { $all[] = array_map($f, [$i, $i + 1]); $other = [$i, 'p', []]; $all[] = array_filter([0, 1, $i], $f); } return $all; });
show('replaces', fn ($r) => preg_replace_callback('/\((\w+)\)/', fn ($m) => preg_replace_callback('/\w/', fn ($n) => ord($n[0]) . ',', $m[1]), 'x(ab)y(cd)'));
show('fibers', function ($r) {
    $make = fn () => new Fiber(fn () => array_map(fn ($x) => Fiber::suspend($x) + $x, [1, 2, 3]));
    [$a, $b] = [$make(), $make()];
    $a->start();
    $b->start();
    while (!$a->isTerminated()) {
        $a->resume(10);
        $b->resume(20);
    }
    return [$a->getReturn(), $b->getReturn()];
});
show('collects', fn ($r) => array_map(function ($x) { $o = new stdClass; $o->o = $o; if ($x % 2) { gc_collect_cycles(); } return $x; }, range(1, 6)));
show('compares', function ($r) { $a = [3, 1, 2]; usort($a, fn ($x, $y) => $x > $y); return $a; });
show('reduces', fn ($r) => array_reduce(range(1, 4), fn ($carry, $x) => $carry . $x . (new Loud($x))->name, ''));
show('sorts until it throws', function ($r) {
    $a = range(20, 1);
    $n = 0;
    try {
        usort($a, function ($x, $y) use (&$n, $r) { return ++$n > 5 * $r ? throw new Exception('enough') : $x <=> $y; });
    } finally {
        echo json_encode($a), " $n ";
    }
});
show('sorts keys until it throws', function ($r) {
    $a = ['d' => 1, 'b' => 2, 'c' => 3, 'a' => 4];
    try {
        uksort($a, function ($x, $y) use ($r) { static $n = 0; return ++$n > $r ? throw new Exception('enough') : $x <=> $y; });
    } finally {
        echo json_encode($a), ' ';
    }
});
--EXPECT--
nested [2,8,21,44,80]
nested [3,10,24,48,85]
nested [4,12,27,52,90]
itself [2,[3,[4,5]],6]
itself [3,[4,[5,6]],7]
itself [4,[5,[6,7]],8]
throws throws Exception: at 2 in line 22, {closure:{closure:FILE:22}:22} < array_map < {closure:FILE:22} < show
throws throws Exception: at 3 in line 22, {closure:{closure:FILE:22}:22} < array_map < {closure:FILE:22} < show
throws throws Exception: at 4 in line 22, {closure:{closure:FILE:22}:22} < array_map < {closure:FILE:22} < show
caught ["1 2","2 2"]
caught ["1 2","2 2"]
caught ["1 2","2 2"]
warns [Undefined array key 5] [Undefined array key 5] [Uninitialized string offset 5] [null,null,""]
warns [Undefined array key 5] [Undefined array key 5] [Uninitialized string offset 5] [null,null,""]
warns [Undefined array key 5] [Undefined array key 5] [Uninitialized string offset 5] [null,null,""]
handled [Undefined variable $undefined] [Undefined variable $undefined] [Undefined variable $undefined] {"1":2,"2":3}
handled [Undefined variable $undefined] [Undefined variable $undefined] [Undefined variable $undefined] {"1":2,"2":3}
handled [Undefined variable $undefined] [Undefined variable $undefined] [Undefined variable $undefined] {"1":2,"2":3}
ends ~1 ~2 ~3 [1,2,3]
ends ~1 ~2 ~3 [1,2,3]
ends ~1 ~2 ~3 [1,2,3]
gives objects ~1 ~2 ~3 3
gives objects ~1 ~2 ~3 3
gives objects ~1 ~2 ~3 3
bound ~o1 ["o11","o12","o13"]
bound ~o2 ["o21","o22","o23"]
bound ~o3 ["o31","o32","o33"]
captures ~c1 gone ["c11","c12"]
captures ~c2 gone ["c21","c22"]
captures ~c3 gone ["c31","c32"]
defaults [[1,9,[]],[2,9,[]],[3,9,[]]]
defaults [[1,9,[]],[2,9,[]],[3,9,[]]]
defaults [[1,9,[]],[2,9,[]],[3,9,[]]]
too few too few ArgumentCountError: Too few arguments to function {closure:{closure:FILE:31}:31}(), 1 passed and exactly 2 expected in line 31, {closure:{closure:FILE:31}:31} < array_map < {closure:FILE:31} < show
too few too few ArgumentCountError: Too few arguments to function {closure:{closure:FILE:31}:31}(), 1 passed and exactly 2 expected in line 31, {closure:{closure:FILE:31}:31} < array_map < {closure:FILE:31} < show
too few too few ArgumentCountError: Too few arguments to function {closure:{closure:FILE:31}:31}(), 1 passed and exactly 2 expected in line 31, {closure:{closure:FILE:31}:31} < array_map < {closure:FILE:31} < show
by reference [{closure:{closure:FILE:32}:32}(): Argument #1 ($x) must be passed by reference, value given] [{closure:{closure:FILE:32}:32}(): Argument #1 ($x) must be passed by reference, value given] [[2,3],[1,2]]
by reference [{closure:{closure:FILE:32}:32}(): Argument #1 ($x) must be passed by reference, value given] [{closure:{closure:FILE:32}:32}(): Argument #1 ($x) must be passed by reference, value given] [[2,3],[1,2]]
by reference [{closure:{closure:FILE:32}:32}(): Argument #1 ($x) must be passed by reference, value given] [{closure:{closure:FILE:32}:32}(): Argument #1 ($x) must be passed by reference, value given] [[2,3],[1,2]]
references [[1,2,3],[4,2,4]]
references [[1,2,3],[4,2,4]]
references [[1,2,3],[4,2,4]]
static [1,2,3]
static [1,2,3]
static [1,2,3]
locals [{"x":1,"r":1,"z":3},{"x":2,"r":1,"z":6},{"x":3,"r":1,"z":9}]
locals [{"x":1,"r":2,"z":3},{"x":2,"r":2,"z":6},{"x":3,"r":2,"z":9}]
locals [{"x":1,"r":3,"z":3},{"x":2,"r":3,"z":6},{"x":3,"r":3,"z":9}]
traces [4,4,4]
traces [4,4,4]
traces [4,4,4]
more [[1,3],[2,4]]
more [[1,3],[2,4]]
more [[1,3],[2,4]]
sorts [[1,2,3],[3,2,1],[1,2,3]]
sorts [[1,2,3],[3,2,1],[1,2,3]]
sorts [[1,2,3],[3,2,1],[1,2,3]]
same again [[0,2],{"1":1},[2,4],{"1":1,"2":1},[4,6],{"1":1,"2":2}]
same again [[0,2],{"1":1},[2,4],{"1":1,"2":1},[4,6],{"1":1,"2":2}]
same again [[0,2],{"1":1},[2,4],{"1":1,"2":1},[4,6],{"1":1,"2":2}]
replaces "x97,98,y99,100,"
replaces "x97,98,y99,100,"
replaces "x97,98,y99,100,"
fibers [[11,12,13],[21,22,23]]
fibers [[11,12,13],[21,22,23]]
fibers [[11,12,13],[21,22,23]]
collects [1,2,3,4,5,6]
collects [1,2,3,4,5,6]
collects [1,2,3,4,5,6]
compares [usort(): Returning bool from comparison function is deprecated, return an integer less than, equal to, or greater than zero] [1,2,3]
compares [usort(): Returning bool from comparison function is deprecated, return an integer less than, equal to, or greater than zero] [1,2,3]
compares [usort(): Returning bool from comparison function is deprecated, return an integer less than, equal to, or greater than zero] [1,2,3]
reduces ~1 ~2 ~3 ~4 "11223344"
reduces ~1 ~2 ~3 ~4 "11223344"
reduces ~1 ~2 ~3 ~4 "11223344"
sorts until it throws [19,16,15,14,13,12,11,2,1,10,20,18,17,9,8,7,6,5,4,3] 6 sorts until it throws Exception: enough in line 59, {closure:{closure:FILE:55}:59} < usort < {closure:FILE:55} < show
sorts until it throws [19,14,13,12,11,5,4,3,2,1,10,20,18,17,16,15,9,8,7,6] 11 sorts until it throws Exception: enough in line 59, {closure:{closure:FILE:55}:59} < usort < {closure:FILE:55} < show
sorts until it throws [19,11,7,6,5,4,3,2,1,10,20,18,17,16,15,14,13,12,9,8] 16 sorts until it throws Exception: enough in line 59, {closure:{closure:FILE:55}:59} < usort < {closure:FILE:55} < show
sorts keys until it throws {"b":2,"d":1,"c":3,"a":4} sorts keys until it throws Exception: enough in line 67, {closure:{closure:FILE:64}:67} < uksort < {closure:FILE:64} < show
sorts keys until it throws {"b":2,"d":1,"c":3,"a":4} sorts keys until it throws Exception: enough in line 67, {closure:{closure:FILE:64}:67} < uksort < {closure:FILE:64} < show
sorts keys until it throws {"b":2,"c":3,"d":1,"a":4} sorts keys until it throws Exception: enough in line 67, {closure:{closure:FILE:64}:67} < uksort < {closure:FILE:64} < show
