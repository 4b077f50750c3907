--TEST--
Calls of builtin functions by compiled code: results, exceptions, traces, destructors, warnings that throw
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
class D {
    function __construct(public $n) {}
    function __destruct() { echo "~{$this->n} "; }
}
function trace() {
    foreach (debug_backtrace() as $frame) {
        echo $frame['function'], '(', implode(',', array_map('gettype', $frame['args'] ?? [])), ') ';
    }
    return 1;
}
function throwing($n) {
    try {
        str_repeat('x', $n);
        echo 'fine ';
        return strtoupper(array_pad([], $n, 'y')[0]) . strrev("ab$n");
    } catch (ValueError $e) {
        echo get_class($e), ' ', $e->getMessage(), ' ', $e->getLine(), ' ';
        foreach ($e->getTrace() as $frame) {
            echo $frame['function'], ':', $frame['line'] ?? '?', ' ';
        }
    } finally {
        echo "f\n";
    }
    return 'caught';
}
function callbacks($list) {
    usort($list, fn($a, $b) => trace() * ($a <=> $b));
    return array_map(function ($x) { if ($x > 2) { throw new LogicException("big $x"); } return $x; }, $list);
}
function unwanted($s) {
    strrev($s . 'x');
    array_merge([new D('merged')], [$s]);
    array_values([new D('a'), new D('b')]);
    echo "after ";
    return array_reverse([new D('c'), 2])[0];
}
function warns($x) {
    set_error_handler(function ($n, $m) { echo "[$m] "; if (str_contains($m, 'division') || str_contains($m, 'conversion')) { throw new RuntimeException($m); } return true; });
    try {
        $r = implode(',', [[1], 2]);
        echo $r, ' ';
        $r = array_sum([$x, 3]);
        echo $r, ' ';
    } catch (RuntimeException $e) {
        echo get_class($e), ' ', var_export(isset($r), true);
    }
    restore_error_handler();
    return $r ?? null;
}
function many($a) {
    return sprintf('%s-%s-%s-%s-%s-%s-%s-%s-%s', $a, 2, "$a", 4, 5, 6, 7, 8, strlen($a)) . max($a, 3, 4) . min(1, $a) . ucfirst(trim(" $a "));
}
function last($o) { return [spl_object_id($o) > 0, get_class($o), method_exists($o, 'zz')]; }
function replaced($s) { return str_replace(['a', 'b'], 'z', $s, $count) . $count; }
for ($i = 0; $i < 3; $i++) {
    echo throwing(3), "\n", throwing(-1), "\n";
    try { echo json_encode(callbacks([2, 1])), "\n"; callbacks([2, 3]); } catch (LogicException $e) { echo $e->getMessage(), ' ', count($e->getTrace()), "\n"; }
    $x = unwanted("s$i"); unset($x); echo "\n";
    echo json_encode(warns('5')), json_encode(warns(['k'])), "\n";
    echo many("t$i"), ' ', json_encode(last(new D($i))), replaced("aabbc$i"), "\n";
    try { strlen(); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
}
?>
--EXPECT--
fine f
Y3ba
ValueError str_repeat(): Argument #2 ($times) must be greater than or equal to 0 14 str_repeat:14 throwing:57 f
caught
trace() {closure:callbacks():28}(integer,integer) usort(array,object) callbacks(array) [1,2]
trace() {closure:callbacks():28}(integer,integer) usort(array,object) callbacks(array) big 3 3
~merged ~a ~b after ~c 
[Array to string conversion] RuntimeException falsenull[Array to string conversion] RuntimeException falsenull
t0-2-t0-4-5-6-7-8-2t01T0 ~0 [true,"D",false]zzzzc04
strlen() expects exactly 1 argument, 0 given
fine f
Y3ba
ValueError str_repeat(): Argument #2 ($times) must be greater than or equal to 0 14 str_repeat:14 throwing:57 f
caught
trace() {closure:callbacks():28}(integer,integer) usort(array,object) callbacks(array) [1,2]
trace() {closure:callbacks():28}(integer,integer) usort(array,object) callbacks(array) big 3 3
~merged ~a ~b after ~c 
[Array to string conversion] RuntimeException falsenull[Array to string conversion] RuntimeException falsenull
t1-2-t1-4-5-6-7-8-2t11T1 ~1 [true,"D",false]zzzzc14
strlen() expects exactly 1 argument, 0 given
fine f
Y3ba
ValueError str_repeat(): Argument #2 ($times) must be greater than or equal to 0 14 str_repeat:14 throwing:57 f
caught
trace() {closure:callbacks():28}(integer,integer) usort(array,object) callbacks(array) [1,2]
trace() {closure:callbacks():28}(integer,integer) usort(array,object) callbacks(array) big 3 3
~merged ~a ~b after ~c 
[Array to string conversion] RuntimeException falsenull[Array to string conversion] RuntimeException falsenull
t2-2-t2-4-5-6-7-8-2t21T2 ~2 [true,"D",false]zzzzc24
strlen() expects exactly 1 argument, 0 given
