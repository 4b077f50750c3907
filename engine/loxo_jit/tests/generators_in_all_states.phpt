--TEST--
Compiled calls of generators' methods: running, ended and other iterators
--ENV--
LOXO_JIT=functions
LOXO_STRESS=jit
--FILE--
<?php
// errors: running generator, resumed while running, closed, rewind, getReturn
function self() { global $g; for ($i = 0; $i < 20; $i++) { try { $g->next(); } catch (Error $e) { yield $e->getMessage(); } try { foreach ($g as $x) { echo "?"; } } catch (Throwable $e) { yield $e->getMessage(); } } }
$g = self(); foreach ($g as $i => $v) echo "$i $v\n"; try { $g->rewind(); } catch (Throwable $e) { echo $e->getMessage(), "\n"; } try { foreach ($g as $v); } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
function one() { yield 1; return 2; } 
function run() { $g = one(); try { $g->getReturn(); } catch (Throwable $e) { echo $e->getMessage(), "\n"; } $g->next(); echo $g->getReturn(), "\n"; var_dump($g->send(5), $g->valid(), $g->key(), $g->current()); $g->next(); $h = one(); $h->next(); try { $h->rewind(); } catch (Throwable $e) { echo $e->getMessage(), "\n"; } }
for ($i = 0; $i < 10; $i++) run();
class It implements Iterator { private $i = 0; function current(): mixed { return $this->i; } function key(): mixed { return "k$this->i"; } function next(): void { $this->i++; } function rewind(): void { $this->i = 0; } function valid(): bool { return $this->i < 5; } function send($x) { return "S$x"; } }
function poly($g) { $s = ''; while ($g->valid()) { $s .= $g->key() . $g->current() . ' '; $g->next(); } return $s; }
function gen5() { for ($i = 0; $i < 5; $i++) yield "g$i" => $i; }
for ($i = 0; $i < 12; $i++) { echo poly(gen5()), poly(new It), poly(new ArrayIterator([1, 2, 'a' => 3])), "\n"; }
function sendTo($g) { $s = ''; for ($i = 0; $i < 4; $i++) $s .= $g->send($i) . ','; return $s; }
function echoer() { $x = 'start'; while (true) $x = yield "got" . var_export($x, true); }
for ($i = 0; $i < 12; $i++) echo sendTo(echoer()), sendTo(new It), "\n";
--EXPECT--
0 Cannot resume an already running generator
1 Cannot rewind a generator that was already run
2 Cannot resume an already running generator
3 Cannot rewind a generator that was already run
4 Cannot resume an already running generator
5 Cannot rewind a generator that was already run
6 Cannot resume an already running generator
7 Cannot rewind a generator that was already run
8 Cannot resume an already running generator
9 Cannot rewind a generator that was already run
10 Cannot resume an already running generator
11 Cannot rewind a generator that was already run
12 Cannot resume an already running generator
13 Cannot rewind a generator that was already run
14 Cannot resume an already running generator
15 Cannot rewind a generator that was already run
16 Cannot resume an already running generator
17 Cannot rewind a generator that was already run
18 Cannot resume an already running generator
19 Cannot rewind a generator that was already run
20 Cannot resume an already running generator
21 Cannot rewind a generator that was already run
22 Cannot resume an already running generator
23 Cannot rewind a generator that was already run
24 Cannot resume an already running generator
25 Cannot rewind a generator that was already run
26 Cannot resume an already running generator
27 Cannot rewind a generator that was already run
28 Cannot resume an already running generator
29 Cannot rewind a generator that was already run
30 Cannot resume an already running generator
31 Cannot rewind a generator that was already run
32 Cannot resume an already running generator
33 Cannot rewind a generator that was already run
34 Cannot resume an already running generator
35 Cannot rewind a generator that was already run
36 Cannot resume an already running generator
37 Cannot rewind a generator that was already run
38 Cannot resume an already running generator
39 Cannot rewind a generator that was already run
Cannot rewind a generator that was already run
Cannot traverse an already closed generator
Cannot get return value of a generator that hasn't returned
2
NULL
bool(false)
NULL
NULL
Cannot rewind a generator that was already run
Cannot get return value of a generator that hasn't returned
2
NULL
bool(false)
NULL
NULL
Cannot rewind a generator that was already run
Cannot get return value of a generator that hasn't returned
2
NULL
bool(false)
NULL
NULL
Cannot rewind a generator that was already run
Cannot get return value of a generator that hasn't returned
2
NULL
bool(false)
NULL
NULL
Cannot rewind a generator that was already run
Cannot get return value of a generator that hasn't returned
2
NULL
bool(false)
NULL
NULL
Cannot rewind a generator that was already run
Cannot get return value of a generator that hasn't returned
2
NULL
bool(false)
NULL
NULL
Cannot rewind a generator that was already run
Cannot get return value of a generator that hasn't returned
2
NULL
bool(false)
NULL
NULL
Cannot rewind a generator that was already run
Cannot get return value of a generator that hasn't returned
2
NULL
bool(false)
NULL
NULL
Cannot rewind a generator that was already run
Cannot get return value of a generator that hasn't returned
2
NULL
bool(false)
NULL
NULL
Cannot rewind a generator that was already run
Cannot get return value of a generator that hasn't returned
2
NULL
bool(false)
NULL
NULL
Cannot rewind a generator that was already run
g00 g11 g22 g33 g44 k00 k11 k22 k33 k44 01 12 a3 
g00 g11 g22 g33 g44 k00 k11 k22 k33 k44 01 12 a3 
g00 g11 g22 g33 g44 k00 k11 k22 k33 k44 01 12 a3 
g00 g11 g22 g33 g44 k00 k11 k22 k33 k44 01 12 a3 
g00 g11 g22 g33 g44 k00 k11 k22 k33 k44 01 12 a3 
g00 g11 g22 g33 g44 k00 k11 k22 k33 k44 01 12 a3 
g00 g11 g22 g33 g44 k00 k11 k22 k33 k44 01 12 a3 
g00 g11 g22 g33 g44 k00 k11 k22 k33 k44 01 12 a3 
g00 g11 g22 g33 g44 k00 k11 k22 k33 k44 01 12 a3 
g00 g11 g22 g33 g44 k00 k11 k22 k33 k44 01 12 a3 
g00 g11 g22 g33 g44 k00 k11 k22 k33 k44 01 12 a3 
g00 g11 g22 g33 g44 k00 k11 k22 k33 k44 01 12 a3 
got0,got1,got2,got3,S0,S1,S2,S3,
got0,got1,got2,got3,S0,S1,S2,S3,
got0,got1,got2,got3,S0,S1,S2,S3,
got0,got1,got2,got3,S0,S1,S2,S3,
got0,got1,got2,got3,S0,S1,S2,S3,
got0,got1,got2,got3,S0,S1,S2,S3,
got0,got1,got2,got3,S0,S1,S2,S3,
got0,got1,got2,got3,S0,S1,S2,S3,
got0,got1,got2,got3,S0,S1,S2,S3,
got0,got1,got2,got3,S0,S1,S2,S3,
got0,got1,got2,got3,S0,S1,S2,S3,
got0,got1,got2,got3,S0,S1,S2,S3,
