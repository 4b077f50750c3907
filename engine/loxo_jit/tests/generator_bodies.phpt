--TEST--
Bodies of generators that are compiled, entered behind each yield
--ENV--
LOXO_JIT=hot=6
--FILE--
<?php
// Bodies of generators that call something are compiled, and entered behind each yield.
class Noisy { public function __construct(public $name) {} public function __destruct() { echo "-", $this->name, " "; } }
function numbers($from, $to) { for ($i = $from; $i <= $to; $i++) { yield $i; } }
function map(callable $f, iterable $items) { foreach ($items as $key => $item) { yield $key => $f($item); } }
function filter(callable $accept, iterable $items) { foreach ($items as $key => $item) { if ($accept($item)) { yield $key => $item; } } }
function take($n, iterable $items) { foreach ($items as $item) { if ($n-- <= 0) { return "taken"; } yield $item; } return "all"; }
function twice($x) { return $x * 2; }

$sum = 0;
foreach (filter(fn($x) => $x % 3 !== 0, map(fn($x) => $x * $x % 1013, numbers(1, 300))) as $key => $value) { $sum += $value ^ $key; }
echo $sum, "\n";
$sum = 0;
foreach (filter('is_int', map('twice', map(twice(...), numbers(1, 200)))) as $key => $value) { $sum += $value + $key; }
echo $sum, "\n";

// Types change on the way.
$values = [1, 2.5, "3", null, true, [1], 4, PHP_INT_MAX, 5];
foreach (map(fn($x) => is_array($x) ? count($x) : $x + 1, $values) as $key => $value) { var_dump($value); }
foreach (take(3, map(fn($x) => "v$x", numbers(1, PHP_INT_MAX))) as $value) { echo $value, " "; }
echo "\n";

// What is sent, and what is thrown in.
function average() {
    $sum = $count = 0;
    try {
        while (true) {
            try {
                $value = yield $count ? intdiv($sum, $count) : 0;
                $sum += $value;
                $count++;
            } catch (LogicException $e) {
                $sum = strlen($e->getMessage());
                $count = 1;
            } finally {
                if ($count == 7) { echo "seven "; }
            }
        }
    } finally {
        echo "closed\n";
    }
}
function feed($average, $n) { $sum = 0; for ($i = 0; $i < $n; $i++) { $sum += $average->send($i & 15); } return $sum; }
$average = average();
$average->current();
echo feed($average, 100), " ", $average->throw(new LogicException("four")), " ", feed($average, 20), "\n";
try { $average->send("text"); } catch (TypeError $e) { echo $e->getMessage(), " ", $e->getLine(), "\n"; }
var_dump($average->valid());
$average = average();
$average->current();
feed($average, 30);
unset($average);

// Exceptions out of what a body calls, with their traces.
function risky($x) { if ($x % 20 == 7) { throw new DomainException("risk $x"); } return $x; }
function guarded($items) { foreach ($items as $item) { try { yield risky($item); } catch (DomainException $e) { yield -$item; } finally { $item = null; } } }
function unguarded($items) { foreach ($items as $item) { yield risky($item); } }
$sum = 0;
foreach (guarded(numbers(1, 100)) as $value) { $sum += $value; }
echo $sum, "\n";
for ($i = 0; $i < 3; $i++) {
    try { foreach (map(fn($x) => $x, unguarded(map('risky', numbers(8, 40)))) as $value) { } }
    catch (DomainException $e) { echo $e->getMessage(), "\n", preg_replace('~\S+\.php~', 'FILE', $e->getTraceAsString()), "\n"; }
}

// Destructors, and loops that are left.
function objects($n) { for ($i = 0; $i < $n; $i++) { $o = new Noisy($i); yield say($o); } echo "end "; }
function say($o) { echo $o->name, " "; return $o; }
foreach (objects(6) as $o) { if ($o->name == 4) break; }
$o = null;
echo "\n";
foreach (objects(3) as $o) { }
$o = null;
echo "\n";

// By reference, keys of their own, delegation.
function &places(array &$list) { foreach ($list as $k => &$v) { touchy($v); yield $k => $v; } }
function touchy(&$v) { $v++; }
$list = range(1, 40);
foreach (places($list) as &$v) { $v *= 2; }
unset($v);
echo array_sum($list), "\n";
function chain($n) { $r = yield from inner($n); yield "r" => twice($r); yield from [twice(1), twice(2)]; return twice(3); }
function inner($n) { for ($i = 0; $i < $n; $i++) { $got = yield "k$i" => twice($i); if ($got) { echo "got$got "; } } return $i; }
for ($round = 0; $round < 3; $round++) { $g = chain(5); foreach ($g as $k => $v) { echo "$k=>$v "; } echo $g->getReturn(), "\n"; }
$g = chain(30); $n = 0;
while ($g->valid()) { $g->send($n++ % 9 == 8 ? $n : null); }
echo $g->getReturn(), "\n";

// As many as there are numbers, each over the one before; in a fiber too.
function sieve($max) { $primes = []; $items = numbers(2, $max); foreach ($items as $p) { $primes[] = $p; } return $primes; }
function without($p, $items) { foreach ($items as $n) { if (divides($n, $p)) { continue; } yield $n; } }
function divides($n, $p) { return $n % $p == 0; }
function primes($count) { $items = (fn() => yield from numbers(2, PHP_INT_MAX))(); for ($i = 0; $i < $count; $i++) { $p = $items->current(); yield $p; $items = without($p, $items); } }
echo implode(",", iterator_to_array(primes(30), false)), "\n";
$fiber = new Fiber(function () { foreach (map(fn($x) => Fiber::suspend($x) + 1, numbers(1, 50)) as $v) { $all[] = $v; } return array_sum($all); });
$v = $fiber->start();
while (!$fiber->isTerminated()) { $v = $fiber->resume($v * 2); }
echo $fiber->getReturn(), "\n";

// Methods, $this, captured variables, static ones, variables by name.
class Source { private $factor = 3;
    public function items($n) { static $calls = 0; $calls++; for ($i = 0; $i < $n; $i++) { yield $this->scaled($i) + $calls; } }
    private function scaled($x) { return $x * $this->factor; }
    public function closure() { $base = 10; return function ($n) use (&$base) { for ($i = 0; $i < $n; $i++) { $base += $this->scaled(1); yield $base; } }; }
    public function named($n) { for ($i = 0; $i < $n; $i++) { $name = "v" . ($i % 2); $$name = twice($i); yield compact("v0"); } } }
$s = new Source;
echo array_sum(iterator_to_array($s->items(50))), " ", array_sum(iterator_to_array($s->items(50))), " ";
foreach ($s->closure()(40) as $v); echo $v, " ";
foreach ($s->named(40) as $v); echo $v["v0"], "\n";

// A loop's first step runs what was not begun: where that throws, or gives nothing.
function fails($x) { if (risky($x)) { throw new Exception("first"); } yield 1; }
function none() { say(new Noisy("none")); if (0) yield; }
for ($i = 0; $i < 3; $i++) {
    try { foreach (fails(1) as $v) { echo "never"; } } catch (Exception $e) { echo $e->getMessage(), $e->getTrace()[0]["line"], " "; }
    foreach (none() as $v) { echo "never"; }
    try {
        foreach (
            fails(2)
            as
            $v) { }
    } catch (Exception $e) { echo $e->getTrace()[0]["line"], "\n"; }
}
--EXPECT--
102992
100300
int(2)
float(3.5)
int(4)
int(1)
int(2)
int(1)
int(5)
float(9.223372036854776E+18)
int(6)
v1 v2 v3 
seven 616 4 seven 81
closed
Unsupported operand types: int + string 30
bool(false)
seven closed
4580
risk 27
#0 FILE(5): risky(27)
#1 FILE(57): map('risky', Object(Generator))
#2 FILE(5): unguarded(Object(Generator))
#3 FILE(62): map(Object(Closure), Object(Generator))
#4 {main}
risk 27
#0 FILE(5): risky(27)
#1 FILE(57): map('risky', Object(Generator))
#2 FILE(5): unguarded(Object(Generator))
#3 FILE(62): map(Object(Closure), Object(Generator))
#4 {main}
risk 27
#0 FILE(5): risky(27)
#1 FILE(57): map('risky', Object(Generator))
#2 FILE(5): unguarded(Object(Generator))
#3 FILE(62): map(Object(Closure), Object(Generator))
#4 {main}
0 1 -0 2 -1 3 -2 4 -3 -4 
0 1 -0 2 -1 end -2 
1720
k0=>0 k1=>2 k2=>4 k3=>6 k4=>8 r=>10 0=>2 1=>4 6
k0=>0 k1=>2 k2=>4 k3=>6 k4=>8 r=>10 0=>2 1=>4 6
k0=>0 k1=>2 k2=>4 k3=>6 k4=>8 r=>10 0=>2 1=>4 6
got9 got18 got27 6
2,3,5,7,11,13,17,19,23,29,31,37,41,43,47,53,59,61,67,71,73,79,83,89,97,101,103,107,109,113
2600
3725 3775 130 76
first116 none -none 120
first116 none -none 120
first116 none -none 120
