--TEST--
Generators that others wait for, or have waited for, go on by themselves and delegate
--FILE--
<?php
function tail() { yield 'c' => new ArrayObject([3]); yield 'd' => str_repeat('4', 2); return 't'; }
function inner() { yield 'a' => 1; yield 'b' => 2; $t = yield from tail(); yield 'e' => $t; }
function outer($g, $n) { yield "from $n"; yield from $g; yield "after $n"; }
// The one that was asked first is gone when the inner one goes on by itself and delegates.
$g = inner();
$o = outer($g, 1);
var_dump($o->current());
$o->next();
var_dump($o->key(), $o->current());
$o = null;
gc_collect_cycles();
$filler = [];
for ($i = 0; $i < 20; $i++) { $filler[] = str_repeat(chr(65 + $i), 200); }
while ($g->valid()) { echo $g->key(), ' ', is_object($g->current()) ? count($g->current()) : $g->current(), "\n"; $g->next(); }
var_dump($g->current(), $g->key());
// Two that wait for one, which a loop runs in between.
$g = inner();
$a = outer($g, 2);
$b = outer($g, 3);
foreach ([$a, $b] as $o) { $o->current(); $o->next(); }
for ($n = 0; $n < 5; $n++) {
    foreach ([$g, $a, $b] as $o) { if ($o->valid()) { echo $o->key(), ' '; } else { echo '- '; } }
    echo "\n";
    [$g, $a, $b][$n % 3]->next();
}
function deep($n) { if ($n > 0) { yield $n; yield from deep($n - 1); yield -$n; } }
foreach (deep(4) as $k => $v) { echo "$k:$v "; }
echo "\n";
$g = deep(3);
foreach ($g as $v) { echo $v, ' '; if ($v === 2) { break; } }
$s = (function () use ($g) { yield 'x'; yield from $g; })();
foreach ($s as $v) { echo $v, ' '; }
echo "\n";
// A loop over one that another loop has begun, and by temporaries.
$pairs = (function () { for ($i = 0; $i < 4; $i++) { yield [$i, [$i * 2]]; } })();
foreach ($pairs as [$x, [$y]]) { echo "$x-$y "; }
function both() { $got = []; while (count($got) < 4) { $got[] = yield count($got) => array_sum($got); } return $got; }
$g = both();
foreach (range(1, 4) as $i) { echo $g->send($i), ' '; }
var_dump($g->valid(), $g->getReturn() === [1, 2, 3, 4]);
--EXPECT--
string(6) "from 1"
string(1) "a"
int(1)
a 1
b 2
c 1
d 44
e t
NULL
NULL
a a a 
b b b 
c c c 
d d d 
e e e 
0:4 0:3 0:2 0:1 1:-1 1:-2 1:-3 1:-4 
3 2 x 2 1 -1 -2 -3 
0-0 1-2 2-4 3-6 1 3 6  bool(false)
bool(true)
