--TEST--
Calls of small functions that are built into their callers, and all ways out of them: types, overflow, properties, destructors, exceptions
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
final class Box {
    public int $n = 1;
    private $any = 'any';
    public readonly int $fixed;
    public ?Box $next = null;
    public array $list = [1, 2, 3];
    private int $left;
    function n(): int { return $this->n; }
    function any() { return $this->any; }
    function put($any) { $this->any = $any; return $this; }
    function fixed() { return $this->fixed; }
    function left() { return $this->left; }
    function missing() { return $this->missing; }
    function next(): ?int { return $this->next?->n; }
    function at(int $i = 0) { return $this->list[$i]; }
    function or($i, $else = 'none') { return $this->list[$i] ?? $else; }
    function add(int $i, int ...$more): int { return $this->n + $i; }
    function same($x) { return $x; }
    function unsetAny() { unset($this->any); }
    function __get($name) { return "made up $name"; }
    static function half(int $x): int { return $x >> 1; }
    static function text(?string $x = null): string { return $x ?? 'null'; }
}
class Other { function n(): int { return 100; } function same($x) { return [$x]; } function __call($name, $args) { return "$name called"; } }
class Gone { function __construct(public $n) {} function __destruct() { echo "~{$this->n} "; } function n() { return $this->n; } }
function plus(int $a, int $b = 5): int { return $a + $b; }
function ratio(float $a, float $b): float { return $a / $b; }
function pick(bool $which, $a, $b) { return $which ? $a : $b; }
function checked(int $x): int { if ($x < 0) { throw new DomainException("negative: $x"); } return $x * 3; }
function counted() { static $n = 0; return ++$n; }
function trace() { return count(debug_backtrace()); }
function deep($x) { return plus(plus($x), plus($x, 1)); }
function back($a) { return $a; }
function length(string $s): int { return strlen($s); }
function shown($x) { return json_encode($x, JSON_PARTIAL_OUTPUT_ON_ERROR); }
function run(callable $of, array $inputs) {
    foreach ($inputs as $input) {
        try { echo shown($of(...$input)), ' '; } catch (Throwable $e) { echo get_class($e), ': ', preg_replace('/, called in.*/', '', $e->getMessage()), ' @', count($e->getTrace()), ' '; }
    }
    echo "\n";
}
function sums($a, $b) { return plus($a, $b) + plus($a); }
function ratios($a, $b) { return ratio($a, $b); }
function picks($w, $a, $b) { return [pick($w, $a, $b), pick(!$w, $a, $b)]; }
function checks($x) { return checked($x) + checked($x - 1); }
function statics() { return counted() . counted(); }
function traces() { return trace() . deep(3); }
function lengths($s) { return length($s) + length("$s$s"); }
function names($o) { return [$o->n(), $o->same(7), $o->same($o) === $o]; }
function gets($o) { return [$o->any(), $o->n(), $o->at(1), $o->at(), $o->or(9), $o->or('x', [1]), $o->next()]; }
function makes($o) { return [$o->missing(), $o->any()]; }
function fixed($o) { return $o->fixed(); }
function left($o) { return $o->left(); }
function chained($o, $x) { return $o->put($x)->any(); }
function halves($x) { return Box::half($x) . Box::text() . Box::text("t$x"); }
function onlyHere() { return (new Gone('a'))->n() . back(new Gone('b'))->n . back(back(new Gone('c')))->n(); }
function dropped() { back(new Gone('d')); $x = back(new Gone('e')); echo 'kept '; return $x->n; }
function changes($o) { $i = 1; $t = $o->same($i++) + $o->same($i) + $o->same(++$i); return $t; }
function arguments($a) { return back($a) . back([$a, back($a)])[1] . back("x$a"); }
function loops($n) { $s = 0; for ($i = 0; $i < $n; $i++) { $s = plus($s, $i) ^ Box::half($s); } return $s; }
function big() { return [PHP_INT_MAX, plus(PHP_INT_MAX - 5), plus(-5, PHP_INT_MAX)]; }
function undefined() { return back(@$nothing); }
$box = new Box;
$second = new Box;
$second->next = $box;
$second->n = 42;
for ($round = 0; $round < 3; $round++) {
    run('sums', [[1, 2], [PHP_INT_MAX, 1], [1.5, 2], ['3', 4], ['x', 1], [null, 1]]);
    run('ratios', [[1.0, 2.0], [1, 2], [1.0, 0.0], [0.0, -1.0]]);
    run('picks', [[true, 'a', [1]], [false, 1, 2.5], [1, 'x', null]]);
    run('checks', [[5], [0], [-1], [PHP_INT_MAX]]);
    run('statics', [[], []]);
    run('traces', [[]]);
    run('lengths', [['abc'], [12], [null], [[]]]);
    run('names', [[$box], [new Other], [$second], [null], ['text']]);
    run('gets', [[$box], [$second]]);
    run('makes', [[$box], [$second]]);
    run('fixed', [[$box]]);
    run('left', [[$box]]);
    run('chained', [[$box, 1], [$box, 'text'], [$second, [1, 2]], [$box, 2.5]]);
    run('halves', [[7], ['8'], [1.5], ['no']]);
    run('onlyHere', [[]]);
    run('dropped', [[]]);
    run('changes', [[$box], [$second]]);
    run('arguments', [[1], ['t'], [2.5], [true]]);
    run('loops', [[0], [100]]);
    run('big', [[]]);
    run('undefined', [[]]);
    if ($round == 1) { $box->unsetAny(); }
}
$s = 0;
for ($i = 0; $i < 1000; $i++) { $s += plus($i, $s & 7) - $box->n() + back($i) * Box::half($i); }
echo $s, "\n";
--EXPECTF--
9 TypeError: plus(): Return value must be of type int, float returned @3 
Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 27

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 27
9 15 TypeError: plus(): Argument #1 ($a) must be of type int, string given @3 TypeError: plus(): Argument #1 ($a) must be of type int, null given @3 
0.5 0.5 DivisionByZeroError: Division by zero @3 -0 
["a",[1]] [2.5,1] ["x",null] 
27 DomainException: negative: -1 @3 DomainException: negative: -1 @3 TypeError: checked(): Return value must be of type int, float returned @3 
"12" "34" 
"312" 
9 6 TypeError: length(): Argument #1 ($s) must be of type string, null given @3 TypeError: length(): Argument #1 ($s) must be of type string, array given @3 
[1,7,true] [100,[7],false] [42,7,true] Error: Call to a member function n() on null @2 Error: Call to a member function n() on string @2 
["any",1,2,1,"none",[1],null] ["any",42,2,1,"none",[1],1] 
["made up missing","any"] ["made up missing","any"] 
Error: Typed property Box::$fixed must not be accessed before initialization @3 
Error: Typed property Box::$left must not be accessed before initialization @3 
1 "text" [1,2] 2.5 
"3nullt7" "4nullt8" 
Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 22
"0nullt1.5" TypeError: Box::half(): Argument #1 ($x) must be of type int, string given @3 
~a ~b ~c "abc" 
~d kept ~e "e" 
6 6 
"11x1" "ttxt" "2.52.5x2.5" "11x1" 
0 1186 
[9223372036854775807,9223372036854775807,9223372036854775802] 
null 
9 TypeError: plus(): Return value must be of type int, float returned @3 
Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 27

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 27
9 15 TypeError: plus(): Argument #1 ($a) must be of type int, string given @3 TypeError: plus(): Argument #1 ($a) must be of type int, null given @3 
0.5 0.5 DivisionByZeroError: Division by zero @3 -0 
["a",[1]] [2.5,1] ["x",null] 
27 DomainException: negative: -1 @3 DomainException: negative: -1 @3 TypeError: checked(): Return value must be of type int, float returned @3 
"56" "78" 
"312" 
9 6 TypeError: length(): Argument #1 ($s) must be of type string, null given @3 TypeError: length(): Argument #1 ($s) must be of type string, array given @3 
[1,7,true] [100,[7],false] [42,7,true] Error: Call to a member function n() on null @2 Error: Call to a member function n() on string @2 
[2.5,1,2,1,"none",[1],null] [[1,2],42,2,1,"none",[1],1] 
["made up missing",2.5] ["made up missing",[1,2]] 
Error: Typed property Box::$fixed must not be accessed before initialization @3 
Error: Typed property Box::$left must not be accessed before initialization @3 
1 "text" [1,2] 2.5 
"3nullt7" "4nullt8" 
Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 22
"0nullt1.5" TypeError: Box::half(): Argument #1 ($x) must be of type int, string given @3 
~a ~b ~c "abc" 
~d kept ~e "e" 
6 6 
"11x1" "ttxt" "2.52.5x2.5" "11x1" 
0 1186 
[9223372036854775807,9223372036854775807,9223372036854775802] 
null 
9 TypeError: plus(): Return value must be of type int, float returned @3 
Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 27

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 27
9 15 TypeError: plus(): Argument #1 ($a) must be of type int, string given @3 TypeError: plus(): Argument #1 ($a) must be of type int, null given @3 
0.5 0.5 DivisionByZeroError: Division by zero @3 -0 
["a",[1]] [2.5,1] ["x",null] 
27 DomainException: negative: -1 @3 DomainException: negative: -1 @3 TypeError: checked(): Return value must be of type int, float returned @3 
"910" "1112" 
"312" 
9 6 TypeError: length(): Argument #1 ($s) must be of type string, null given @3 TypeError: length(): Argument #1 ($s) must be of type string, array given @3 
[1,7,true] [100,[7],false] [42,7,true] Error: Call to a member function n() on null @2 Error: Call to a member function n() on string @2 
["made up any",1,2,1,"none",[1],null] [[1,2],42,2,1,"none",[1],1] 
["made up missing","made up any"] ["made up missing",[1,2]] 
Error: Typed property Box::$fixed must not be accessed before initialization @3 
Error: Typed property Box::$left must not be accessed before initialization @3 
1 "text" [1,2] 2.5 
"3nullt7" "4nullt8" 
Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 22
"0nullt1.5" TypeError: Box::half(): Argument #1 ($x) must be of type int, string given @3 
~a ~b ~c "abc" 
~d kept ~e "e" 
6 6 
"11x1" "ttxt" "2.52.5x2.5" "11x1" 
0 1186 
[9223372036854775807,9223372036854775807,9223372036854775802] 
null 
166794001
