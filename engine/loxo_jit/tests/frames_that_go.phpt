--TEST--
Compiled functions return: destructors of what their frames own, and types other than those that were seen
--ENV--
LOXO_JIT=functions
LOXO_STRESS=jit
--FILE--
<?php
class Gone {
    function __construct(public string $name) {}
    function __destruct() { echo $this->name, ':'; foreach ((new Exception)->getTrace() as $frame) { echo ' ', $frame['function'], '@', $frame['line'] ?? '-'; } echo "\n"; }
}
function few($text) { $a = new Gone("few $text"); $b = [$text]; }
function many($text) { $a = "$text-"; $b = [$a]; $c = new Gone("many $text"); $d = [$c, $a]; $e = $b; $f = $text . 'f'; $g = "$f$a"; return $g; }
function gives($text) { $a = new Gone("local $text"); return new Gone("result $text"); }
function gives_local($text) { $a = new Gone("kept $text"); $b = [1, 2, 3, $a]; return $b; }
function throws($text) { $a = new class($text) { function __construct(public $name) {} function __destruct() { throw new Exception("from $this->name"); } }; $b = $c = $d = $e = "$text."; return $b; }
function changes($x, $y) { $z = $x + $y; $s = is_array($x) ? count($x) : (string) $z; $x = $s; return [$x . $y, $z]; }
function all($i) {
    few("a$i"); echo many("b$i"), "\n"; many("c$i");
    gives("d$i"); $kept = gives("e$i"); echo "-\n"; gives_local("f$i"); $list = gives_local("g$i");
    try { throws("h$i"); } catch (Exception $e) { echo $e->getMessage(), ' ', $e->getLine(), "\n"; }
    try { $x = throws("i$i"); echo "not reached\n"; } catch (Exception $e) { echo $e->getMessage(), ' ', $e->getLine(), "\n"; }
}
for ($i = 0; $i < 3; $i++) { all($i); }
// Types other than those that were seen, again and again.
$sets = [[1, 2], [1.5, 2], ['3', 4], [5, '6.5'], [PHP_INT_MAX, 1], [true, 2], [null, '1']];
$sum = '';
for ($i = 0; $i < 3000; $i++) { $sum = md5($sum . json_encode(changes(...$sets[intdiv($i, 1 + $i % 7) % 7]))); }
echo $sum, "\n";
--EXPECT--
few a0: __destruct@13 all@18
many b0: __destruct@13 all@18
b0fb0-
many c0: __destruct@13 all@18
result d0: __destruct@8 gives@14 all@18
local d0: __destruct@14 all@18
local e0: __destruct@14 all@18
-
kept f0: __destruct@14 all@18
from h0 10
from i0 10
result e0: __destruct@18
kept g0: __destruct@18
few a1: __destruct@13 all@18
many b1: __destruct@13 all@18
b1fb1-
many c1: __destruct@13 all@18
result d1: __destruct@8 gives@14 all@18
local d1: __destruct@14 all@18
local e1: __destruct@14 all@18
-
kept f1: __destruct@14 all@18
from h1 10
from i1 10
result e1: __destruct@18
kept g1: __destruct@18
few a2: __destruct@13 all@18
many b2: __destruct@13 all@18
b2fb2-
many c2: __destruct@13 all@18
result d2: __destruct@8 gives@14 all@18
local d2: __destruct@14 all@18
local e2: __destruct@14 all@18
-
kept f2: __destruct@14 all@18
from h2 10
from i2 10
result e2: __destruct@18
kept g2: __destruct@18
6582c3f781a27e9479160f7f52b94b22
