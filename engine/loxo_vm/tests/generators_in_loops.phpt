--TEST--
Generators that loops, send() and next() resume: values that are counted, keys, references, what others see of them, and many variables
--FILE--
<?php
function texts($n) { for ($i = 0; $i < $n; $i++) { yield "k$i" => ['v', $i]; } return 'end'; }
foreach (texts(3) as $key => $value) { echo "$key $value[1]\n"; }

// The loop's variable, its key, and what it had before.
class D { function __construct(public $name) {} function __destruct() { echo "-{$this->name} "; } }
function objects() { foreach (['a', 'b', 'c'] as $name) { yield new D($name); } }
$item = new D('before');
foreach (objects() as $item) { echo $item->name, ' '; }
unset($item);
echo "\n";
$variable = 0;
$other = &$variable;
foreach (texts(2) as $other => $variable) { echo json_encode([$variable, $other]), "\n"; }
unset($other);
$object = new stdClass;
foreach (texts(2) as $object->key => $object->value) { echo json_encode($object), "\n"; }

// What the body of the loop sees of the generator, and does to it.
$generator = texts(6);
foreach ($generator as $key => $value) {
    echo $generator->key(), $generator->current()[1], ' ';
    if ($value[1] === 1) {
        $generator->next();
        echo $generator->key(), ' ';
    }
    $generator->send('ignored');
}
echo $generator->valid() ? 'valid' : $generator->getReturn(), "\n";
$weak = (function () { $inner = texts(2); foreach ([1] as $_) { return [WeakReference::create($inner), $inner]; } })();
foreach ($weak[1] as $key => $value) { echo $weak[0]->get()->key(), ' '; }
echo "\n";

// Keys of their own, and numbers behind them.
function keys() { yield 'a'; yield 10 => 'b'; yield 'c'; yield 'x' => 'd'; yield 3 => 'e'; yield 'f'; yield; }
foreach (keys() as $key => $value) { echo json_encode([$key => $value]), ' '; }
echo "\n";

// What is sent, and what comes back.
function sums() { $sum = 0; while (($got = yield $sum) !== null) { $sum += $got; } return $sum; }
$sums = sums();
for ($i = 0; $i < 4; $i++) { echo $sums->send($i), ' '; }
$three = 3;
$reference = &$three;
echo $sums->send($reference), ' ', $sums->next(), $sums->valid() ? '' : $sums->getReturn(), "\n";
function echoes() { $got = 'nothing'; while (true) { $got = yield $got; } }
$echoes = echoes();
foreach ([['list'], 'text', new D('sent'), null, 1.5] as $value) { echo json_encode($echoes->send($value)), ' '; }
unset($value, $echoes);
echo "\n";

// By reference.
function &places(array &$list) { foreach ($list as &$place) { yield $place; } }
$list = [1, 2, 3];
foreach (places($list) as &$place) { $place *= 2; }
unset($place);
foreach (places($list) as $place) { $place = 0; }
echo json_encode($list), "\n";

// Surplus arguments, $this, and more variables than are copied one by one.
class C {
    private $step = 2;
    function steps() { foreach (func_get_args() as $argument) { yield $argument * $this->step; } }
    function many() {
        $a = $b = $c = $d = $e = $f = $g = $h = $i = $j = $k = $l = $m = $n = $o = $p = $q = $r = $s = $t = $u = $v = $w = $x = $y = $z = 1;
        for ($aa = 0; $aa < 3; $aa++) {
            yield $a + $z;
            [$a, $z] = [$z + 1, $a + $b + $y];
        }
    }
}
foreach ((new C)->steps(1, 2, 3) as $value) { echo $value, ' '; }
foreach ((new C)->many() as $value) { echo $value, ' '; }
echo "\n";

// Ends: by break, by an exception in the loop and in the generator, by yield from.
function guarded() { try { yield 1; yield 2; yield 3; } finally { echo 'finally '; } }
foreach (guarded() as $value) { if ($value === 2) { break; } }
try {
    foreach (guarded() as $value) { throw new Exception("at $value"); }
} catch (Exception $error) {
    echo $error->getMessage(), ' ';
}
function failing() { yield 1; throw new Exception('inside'); }
try {
    foreach (failing() as $value) { echo $value, ' '; }
} catch (Exception $error) {
    echo $error->getMessage(), ' ', count($error->getTrace()), "\n";
}
function chained($n) { if ($n > 0) { yield $n; yield from chained($n - 1); yield -$n; } return $n; }
foreach (chained(3) as $key => $value) { echo "$key:$value "; }
$inner = texts(3);
function outer($inner) { yield 'first'; $end = yield from $inner; yield $end; }
foreach ([outer($inner)] as $outer) {
    foreach ($outer as $key => $value) { echo $key, is_array($value) ? $value[1] : $value, ' '; }
}
echo "\n";
function recursive() { static $depth = 0; $depth++; yield $depth; if ($depth < 3) { foreach (recursive() as $value) { yield $value; } } yield -$depth--; }
foreach (recursive() as $value) { echo $value, ' '; }
$own = (function () { global $own; yield 1; foreach ($own as $value) { yield $value; } })();
try {
    foreach ($own as $value) { echo $value, ' '; }
} catch (Throwable $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
k0 0
k1 1
k2 2
-before a -a b -b c -c 
["k0","k0"]
["k1","k1"]
{"value":["v",0],"key":"k0"}
{"value":["v",1],"key":"k1"}
k00 k22 k44 end
k0 k1 
["a"] {"10":"b"} {"11":"c"} {"x":"d"} {"3":"e"} {"12":"f"} {"13":null} 
0 1 3 6 9 9
["list"] "text" {"name":"sent"} null 1.5 -sent 
[2,4,6]
2 4 6 2 5 8 
finally finally at 1 1 inside 1
0:3 0:2 0:1 1:-1 1:-2 1:-3 0first k00 k11 k22 1end 
1 2 3 -3 -2 -1 1 Cannot rewind a generator that was already run
