--TEST--
A function's first call comes by any way: defaults, too few arguments, callbacks, generators, closures, traits, copies in heirs
--FILE--
<?php
function defaults($a, $b = 'b', $c = [1, 'x' => 2], ...$rest) { return json_encode([$a, $b, $c, $rest]); }
function named($a = 1, $b = 2, $c = 3) { return "$a $b $c"; }
function none() { return 42; }
function few(int $a, $b) { return $a; }
function &reference(array &$list) { $list[] = count($list); return $list; }
function numbers($to = 3) { for ($i = 1; $i <= $to; $i++) { yield $i => $i * $i; } }
function fails($x = 'why') { throw new RuntimeException($x); }
function kept() { static $n = 5; return $n++; }
function chosen($x) { switch ($x) { case 'one': return 1; case 'two': return 2; default: return 'many'; } }

trait Counts { public function next($by = 2) { static $n = 0; return static::class . ' ' . ($n += $by); } }
class A { use Counts; public function __construct(protected $name = 'a') {} public function name($prefix = 'is ') { return $prefix . $this->name; }
    public static function make(...$args) { return new static(...$args); } public function __get($what) { return "no $what"; }
    public function __call($what, $args) { return $what . count($args); } }
class B extends A { use Counts { next as protected other; } public function both() { return $this->other() . ', ' . $this->next(3); } }

echo defaults(1), "\n", defaults(1, 2), "\n", defaults(1, 2, 3, 4), "\n";
echo named(c: 9), ' ', named(), ' ', none(), ' ', call_user_func('none'), "\n";
try { few(1); } catch (ArgumentCountError $e) { echo $e->getMessage(), ' ', $e->getLine(), ' ', count($e->getTrace()), "\n"; }
try { few('x', 1); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
$list = [7];
$same = &reference($list);
$same[] = 'more';
echo json_encode($list), "\n";
foreach (numbers() as $i => $square) { echo "$i:$square "; }
echo "\n", implode(' ', array_map('chosen', ['two', 'one', 'three'])), "\n";
try { array_map('fails', ['here']); } catch (RuntimeException $e) { echo $e->getMessage(), ' ', $e->getLine(), ' ', $e->getTrace()[0]['function'], "\n"; }
echo kept(), kept(), kept(), "\n";
$b = B::make('b');
echo $b->name(), ' ', $b->both(), ' ', $b->both(), ' ', (new A)->next(), ' ', (new A)->name('- '), ' ', $b->missing, ' ', $b->missing(1, 2), "\n";
for ($i = 0; $i < 3; $i++) {
    $closure = function ($x = 10) use ($i) { return $x + $i + ($this->name === 'b' ? 100 : 0); };
    echo $closure->call($b), ' ', Closure::bind($closure, $b, B::class)(1), ' ', (fn($y = 5) => $y * $i)(), ' ';
}
echo "\n", (new ReflectionFunction('never'))->getNumberOfParameters(), ' ', eval('return (function ($x = 3) { return $x; })();'), "\n";
function never($a, $b = PHP_INT_MAX) { return strlen($a) . $b; }
$fiber = new Fiber(function ($x, $y = 'y') { $got = Fiber::suspend("$x $y"); return "got $got"; });
echo $fiber->start('x'), ' ';
$fiber->resume('it');
echo $fiber->getReturn(), "\n";
usort($list, fn($x, $y = 0) => strcmp((string) $x, (string) $y));
echo json_encode($list), "\n";
--EXPECTF--
[1,"b",{"0":1,"x":2},[]]
[1,2,{"0":1,"x":2},[]]
[1,2,3,[4]]
1 2 9 1 2 3 42 42
Too few arguments to function few(), 1 passed in %s on line 20 and exactly 2 expected 5 1
few(): Argument #1 ($a) must be of type int, string given, called in %s on line 21
[7,1,"more"]
1:1 2:4 3:9 
2 1 many
here 8 fails
567
is b B 2, B 3 B 4, B 6 A 2 - a no missing missing2
110 101 0 111 102 5 112 103 10 
2 3
x y got it
[1,7,"more"]
