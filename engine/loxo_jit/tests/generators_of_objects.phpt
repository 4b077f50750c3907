--TEST--
Compiled bodies of generators: when what they yield goes
--ENV--
LOXO_JIT=functions
LOXO_STRESS=jit
--FILE--
<?php
// destructor timing of yielded values
class D { function __construct(public $n) {} function __destruct() { echo "d{$this->n} "; } }
function g($n) { for ($i = 0; $i < $n; $i++) { yield new D($i); strlen("x"); } }
function h($n) { for ($i = 0; $i < $n; $i++) { $d = new D("h$i"); yield $d; yield $d->n => $i; strlen("x"); } }
function run($n) { foreach (g($n) as $d) { echo "[", $d->n, "] "; } echo "\n"; foreach (h($n) as $k => $d) { echo "<", is_object($k) ? 'o' : $k, "> "; } echo "\n"; $g = g($n); while ($g->valid()) { $c = $g->current(); echo $c->n, ' '; $g->next(); echo "; "; } echo "\n"; $g = h($n); $g->current(); for ($i = 0; $i < 2 * $n; $i++) { $x = $g->send($i); echo is_object($x) ? $x->n : var_export($x, true), ' '; } unset($x, $g); echo "\n"; }
for ($i = 0; $i < 6; $i++) run($i);
--EXPECT--




[0] 
d0 <0> <h0> dh0 
0 ; 
0 dh0 NULL 
d0 [0] d0 [1] 
d1 <0> <h0> dh0 <1> <h1> dh1 
0 ; d0 1 ; 
0 dh0 h1 1 dh1 NULL 
d1 [0] d0 [1] d1 [2] 
d2 <0> <h0> dh0 <1> <h1> dh1 <2> <h2> dh2 
0 ; d0 1 ; d1 2 ; 
0 dh0 h1 1 dh1 h2 2 dh2 NULL 
d2 [0] d0 [1] d1 [2] d2 [3] 
d3 <0> <h0> dh0 <1> <h1> dh1 <2> <h2> dh2 <3> <h3> dh3 
0 ; d0 1 ; d1 2 ; d2 3 ; 
0 dh0 h1 1 dh1 h2 2 dh2 h3 3 dh3 NULL 
d3 [0] d0 [1] d1 [2] d2 [3] d3 [4] 
d4 <0> <h0> dh0 <1> <h1> dh1 <2> <h2> dh2 <3> <h3> dh3 <4> <h4> dh4 
0 ; d0 1 ; d1 2 ; d2 3 ; d3 4 ; 
0 dh0 h1 1 dh1 h2 2 dh2 h3 3 dh3 h4 4 dh4 NULL 
d4 